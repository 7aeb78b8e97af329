# The command line, in English.

cli-description = { $name }: word games with a teammate that learns how you think.
cli-not-affiliated = { $name } is not affiliated with or endorsed by the makers of the board game Codenames.
cli-play = play a game in this terminal
cli-board = show the key card of a keyword, or check how a finished game was dealt
cli-simulate = let bots play many solo games and report how they did
cli-number = { $said }: { $least } to { $most } ({ $default } unless you say)
cli-choice = { $said } ({ $default } unless you say)
cli-again = Play again with other words? [Y/n]
cli-report =
    { $games } { $games ->
        [one] game
       *[other] games
    }: win rate { $win_rate }, { $win_turns } turns to win, CoLT { $colt }, in { $seconds } s

pack-strange = The bots do not know { $strange } of the { $words } words of this pack and never mean them: expect poor clues.
option-as = your chair: spymaster, guesser or watcher (guesser; spymaster with --keyword)
option-keyword-key = the key card follows from this text; who types it may not guess
option-keyword-play = the key card follows from this text, which a spymaster is asked for where it is left out; who types it may not guess
option-pack = words of the boards: english, or a file with one word a line
option-bots = who sits in all other chairs: ace, random or expert:NAME
option-chair = put somebody in one chair, such as red-guesser=human or blue-spymaster=expert:gloss; may be repeated
option-seed = a whole number that makes the run repeatable
option-record = write what board --verify needs to this file when the game is over
option-plain = read lines from standard input and write one line an event
option-digits = the number that a keyword's SHA-512 digest is, in decimal
option-verify = check the deal of a finished game from the file that play --record wrote
option-json = write JSON
option-png = write a picture to this file
option-public = only what everybody may see: the order and the totals
option-spymaster = who gives clues: ace, ace-paper, random or an expert's name
option-guesser = who guesses: ace, ace-paper, random or an expert's name
option-games = games to play
option-rules = paper: the solitaire game of the ACE paper; table: the full rules, solo
option-bench = a folder with the experts, board words and clue words of an experiment
option-without = leave this expert out of ACE's ensemble; may be repeated

team-not-playing = { team } does not play at this table: choose one of { $playing }.
keyword-guesser = Who types the keyword can work the key out and may not guess: play as spymaster, or leave the keyword out.
keyword-nobody = A keyword is typed by a spymaster, and no spymaster here is a person: play as spymaster, or leave the keyword out.
chair-form = "{ $text }" names no chair and who sits in it: write it like red-guesser=human.
chair-unknown = There is no chair { $seat } at this table: choose one of { $chairs }.
setting-file = The file .env in this folder is no UTF-8 text: save it as UTF-8, or move it away.
setting-wrong = The setting { $name } is wrong: { $problem }.
file-unreadable = { $path } cannot be read: { $problem }.
file-unwritable = { $path } cannot be written: { $problem }.
asset-no-expert = ACE has nobody left to listen to without { $without }: leave fewer experts out.
