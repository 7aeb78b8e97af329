# The command line, in English.

cli-description = { $name }: word games with a teammate that learns how you think.
cli-not-affiliated = { $name } is not affiliated with or endorsed by the makers of the board game Codenames.
cli-play = play a game in this terminal
cli-board = show the key card of a keyword, or check how a finished game was dealt
cli-simulate = let bots play many solo games and report how they did
cli-number = { $said }: { $least } to { $most } ({ $default } unless you say)
cli-one-of = { $said }: { $choices }
cli-choice = { $said } ({ $default } unless you say)
cli-usage = usage:{" "}
cli-options = options
cli-arguments = arguments
cli-again = Play again with other words? [Y/n]
cli-report =
    { $games } { $games ->
        [one] game
       *[other] games
    }: win rate { $win_rate }, { $win_turns } turns to win, CoLT { $colt }, in { $seconds } s

play-goes-on = You go on with game { $game } in turn { $turn }. To begin another instead, leave and start with --new.
play-kept = The game is kept: "{ $command }" goes on with it.
play-replay = To see this game again: { $command }
play-think =
    Think of a word of { $length } letters{ $script ->
        [kana] {""} in kana
       *[latin] {""}
    }, and keep it to yourself: the bot guesses, and you say where each letter stands.
play-stopped = Game { $game }, which had been left before its end, is stopped: this is another one.
desk-taken = Another terminal plays with these games just now: leave the game there, or play on a file of its own with --state FILE.
loop-slow = The game does not answer in time. Try again in a moment; if that does not help, leave and start again: everything that was done is kept.
discord-missing = Discord is served only where its library is installed: run pip install ".[discord]" in the folder that Spyring was cloned into.
discord-bad-token = Discord does not know the token in DISCORD_TOKEN. Copy your application's token again: in Discord's developer portal, choose the application, then Bot, then Reset Token.
discord-bad-intents = Discord refuses this bot the events that it asks for. It needs no privileged intent: check in Discord's developer portal that DISCORD_TOKEN is the token of this application, and run the newest version of Spyring.
discord-bad-shards = Discord knows none of the shards that this process asks for. Set SPYRING_DISCORD_SHARD_IDS to numbers from 0 on that are below SPYRING_DISCORD_SHARDS.
discord-few-shards = The bot is in more servers than its shards may serve. Set SPYRING_DISCORD_SHARDS to a higher number in all processes, or leave it out to let Discord choose one.
discord-no-token = Discord cannot be reached without a token: set DISCORD_TOKEN to the token of your application's bot.
discord-shard-ids = The setting SPYRING_DISCORD_SHARD_IDS must be numbers from 0 on, such as 0,1, below SPYRING_DISCORD_SHARDS, which must be set, too.
fault-ours = That is a fault of this program, not yours: it has the reference { $reference }. The game is kept as it was after the last move; start again to go on. Please report the reference with what you did.
pack-strange = The bots do not know { $strange } of the { $words } words of this pack and never mean them: expect poor clues.
option-play-game = the game; behind it, --help tells the options of that game
option-dictionary = play with the words of this file, one a line in lower-case letters
option-hangman-chair = put somebody in one chair, such as guess2=human:ANNA or guess1=guesser for a bot; may be repeated
option-as = your chair: spymaster, guesser or watcher (guesser; spymaster with --keyword)
option-help = show this help and leave
option-language = the language that is spoken here
option-keyword-key = the key card follows from this text; who types it may not guess
option-keyword-play = the key card follows from this text, which a spymaster is asked for where it is left out; who types it may not guess
option-pack = words of the boards: english, or a file with one word a line
option-bots = who sits in all other chairs: ace, random or expert:NAME
option-chair = put somebody in one chair, such as red-guesser=human, red-guesser=human:ANNA or blue-spymaster=expert:gloss; may be repeated
option-seed = a whole number that makes the run repeatable; nothing is kept then, unless --state names a file
option-record = write what board --verify needs to this file when the game is over; the next game's file has its number
option-name = what you are called, without blanks; your ratings are kept under this name (the name of your login, or SPYRING_PLAYER, unless you say)
option-new = begin another game even if one was left before its end, which is stopped then
option-plain = read lines from standard input and write one line an event; nothing is kept then, unless --state names a file
option-digits = the number that a keyword's SHA-512 digest is, in decimal
option-verify = check the deal of a finished game from the file that play --record wrote; the exit code is 0 if all agrees, 1 if anything differs, 3 if the words could not be checked
option-json = write JSON
option-png = write a picture to this file
option-html = write a page to this file, to print or to show on a telephone; only you may read it
option-public = only what everybody may see: the order and the totals; on a picture, the places too
option-pack-verify = where the words of the record come from: english, or a file with one word a line
option-spymaster = who gives clues: ace, ace-paper, random or an expert's name
option-guesser = who guesses: ace, ace-paper, random or an expert's name
option-games = games to play
option-rules = paper: the solitaire game of the ACE paper; table: the full rules, solo
option-bench = a folder with the experts, board words and clue words of an experiment
option-without = leave this expert out of ACE's ensemble; may be repeated

team-not-playing = { team } does not play at this table: choose one of { $playing }.
keyword-guesser = Who types the keyword can work the key out and may not guess: play as spymaster, or leave the keyword out.
keyword-nobody = A keyword is typed by a spymaster, and no spymaster here is a person: play as spymaster, or leave the keyword out.
name-form = "{ $name }" cannot be a name here: take 1 to { $longest } visible characters without blanks.
name-twice = Two people cannot both be called { $name }: give one of them another name, such as --chair { $chair }=human:ANNA.
dictionary-category = A dictionary file is the list of words itself: leave out either --dictionary or --category { $category }.
dealer-only-bot = The dealer { $dealer } is a bot: choose --dealer word or --dealer thought to deal yourself.
dealer-only-person = The dealer { $dealer } is a person, who has the word: leave the dealer's chair to somebody at the keyboard.
chair-form = "{ $text }" names no chair and who sits in it: write it like { $chair }=human.
chair-unknown = There is no chair "{ $seat }" at this table: choose one of { $chairs }.
setting-unseen = The setting { $name } holds characters that cannot be seen: leave them out.
setting-file = The file .env in this folder is no UTF-8 text: save it as UTF-8, or move it away.
setting-unreadable = The file .env in this folder cannot be read ({ $problem }): mend it, or move it away.
setting-wrong = The setting { $name } is "{ $value }": it must be { $allowed }.
setting-secret = The setting { $name } has a wrong value, which is secret and not shown here: it must be { $allowed }.
setting-number =
    { $whole ->
        [yes] a whole number
       *[no] a number
    } from { NUMBER($least, useGrouping: 0) } to { NUMBER($most, useGrouping: 0) }
setting-text = a text of { $shortest } to { $longest } characters
setting-one-of = one of { $choices }
setting-example = of the kind that .env.example shows
file-unreadable = { $path } cannot be read ({ $problem }): name a file that can be.
file-unwritable = { $path } cannot be written ({ $problem }): name a file that can be.
file-name = "{ $path }" is no name that a file can have: choose a shorter or simpler one.
file-too-large = { $path } is larger than { $megabytes } MB: name the file that is meant.
stream-failed = What this command reads or writes broke off ({ $problem }): check where its input and output lead.
record-written = The record of this game is in { $path }: check it with spyring board --verify.
record-left = The game was left before its end, so nothing was written to { $path }: a game's secret is shown only when it is over. Who wants a record resigns instead of leaving.
option-range = { $number } { $name } cannot be had at this table: choose { $least } to { $most }.
verify-alone = A record says all about its board: leave out { $options } beside --verify.
pack-without-words = A key card has no words: leave out --pack, or check a record with --verify.
asset-no-expert = ACE has nobody left to listen to without { $without }: leave fewer experts out.
