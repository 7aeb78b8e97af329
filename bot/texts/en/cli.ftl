# Messages of the command line, in English.

cli-description = { $name }: word games with a teammate that learns how you think.
cli-not-affiliated = { $name } isn't affiliated with the makers of the board game Codenames, or endorsed by them.
cli-play = play a game in this terminal
cli-board = show the key card of a keyword, or check how a finished game was dealt
cli-simulate = play many solo games with bots, and report the results
cli-listen = show how likely a person is to pick each card after a clue
cli-words = list the words nearest to a word, by language model
cli-number = { $said }: { $least } to { $most } (default: { $default })
cli-one-of = { $said }: { $choices }
cli-choice = { $said } (default: { $default })
cli-usage = usage:{" "}
cli-options = options
cli-arguments = arguments
cli-question = { $usage } – { $does }
cli-again = Play again with other words? [Y/n]
cli-again-unclear = Type y to play again, or n to leave.
cli-report =
    { $games } { $games ->
        [one] game
       *[other] games
    }: win rate { $win_rate }, { $win_turns } turns to win, CoLT { $colt }, in { $seconds } s

play-goes-on = Welcome back: this is game { $game }, turn { $turn }. To play a new one instead, leave and start with --new.
play-unused = Welcome back: this is game { $game }, turn { $turn }. It keeps its settings, so { $options } has no effect. To start a new game with it, leave and type the same command with --new.
play-kept = The game is saved: continue with "{ $command }".
play-replay = To see this game again: { $command }
play-think =
    Think of a word of { $length } letters{ $script ->
        [kana] {""} in kana
       *[latin] {""}
    }, and keep it to yourself. The bot guesses, and you say where each letter is.
play-stopped = Game { $game }, which you left unfinished, is now stopped: this is a new one.
desk-taken = Another terminal is using this file of games: leave the game there, or choose another file with --state FILE.
loop-slow = The game doesn't answer in time. Try again in a moment. If that doesn't help, leave and start again: a saved game continues after its last move.
discord-bad-token = Discord doesn't know the token in DISCORD_TOKEN. Copy your application's token again: in Discord's developer portal, choose the application, then Bot, then Reset Token.
discord-bad-intents = Discord refuses the events that this bot requests. It needs no privileged intent: check in Discord's developer portal that DISCORD_TOKEN is the token of this application, and run the newest version of Spyring.
discord-bad-shards = Discord knows none of this process's shards. Set SPYRING_DISCORD_SHARD_IDS to numbers from 0 up, below SPYRING_DISCORD_SHARDS.
discord-few-shards = The bot is in more servers than its shards can serve. Set SPYRING_DISCORD_SHARDS to a higher number in all processes, or unset it to let Discord choose one.
discord-no-token = Discord needs a token: set DISCORD_TOKEN to the token of your application's bot.
discord-shard-ids = The setting SPYRING_DISCORD_SHARD_IDS must be numbers from 0 up, such as 0,1, below SPYRING_DISCORD_SHARDS, which must be set too.
slack-bad-token = Slack refuses the token in SLACK_BOT_TOKEN. Copy it again from "OAuth & Permissions" of your app at api.slack.com/apps: it begins with xoxb-.
slack-bad-app-token = Slack refuses the token in SLACK_APP_TOKEN ({ $problem }). Create one with the scope connections:write under "Basic Information", "App-Level Tokens" of your app at api.slack.com/apps: it begins with xapp-.
slack-no-token = Slack needs two tokens: set SLACK_BOT_TOKEN to your application's bot token, and SLACK_APP_TOKEN to its app-level token.
slack-no-signing-secret = Requests from Slack can't be verified: set SLACK_SIGNING_SECRET to the signing secret under "Basic Information" of your app at api.slack.com/apps. To connect without a public address, use "spyring run --slack".
slack-half-oauth = An app for many workspaces needs all of SLACK_CLIENT_ID, SLACK_CLIENT_SECRET and SPYRING_SLACK_TOKEN_KEYS: set the missing ones. For one workspace, set SLACK_BOT_TOKEN and none of them.
slack-no-workspace = There is no workspace to serve: set SLACK_BOT_TOKEN for one, or SLACK_CLIENT_ID, SLACK_CLIENT_SECRET and SPYRING_SLACK_TOKEN_KEYS for all that install the app.
slack-bad-token-keys = SPYRING_SLACK_TOKEN_KEYS has an invalid key: a key has 44 characters, and several are separated by commas. docs/slack.md shows how to make one.
plugin-failed = The plugin { $name } of the package { $package } has failed: { $problem }. Update that package, or uninstall it.
plugin-name = The plugin { $name } of the package { $package } needs another name: at most 32 small letters, digits and hyphens, the first one a letter. Update that package, or uninstall it.
plugin-twice = Several packages have a plugin { $name }: { $packages }. Uninstall all but one of them.
plugin-broken = The plugin { $name } of the package { $package } cannot be loaded: { $problem }. Update that package, or uninstall it.
fault-ours = That's a bug in this program, with the reference { $reference }. Please report the reference and what you did. If you were playing a saved game, start again to continue after its last move.
pack-strange =
    The bots don't know { $strange } of the { $words } words in this pack and never mean them, so expect poor clues: { $named }{ $more ->
        [0] .
       *[other] { " " }and { $more } more.
    }
pack-strange-sample =
    The bots don't know { $strange } of the { $words } words that were looked up in this pack and never mean them, so expect poor clues: { $named }{ $more ->
        [0] .
       *[other] { " " }and { $more } more.
    }
pack-unknown =
    The bots don't know { $strange ->
        [one] 1 of the { $words } words in this pack and never mean it
       *[other] { $strange } of the { $words } words in this pack and never mean them
    }: { $named }{ $more ->
        [0] .
       *[other] { " " }and { $more } more.
    }
option-play-game = the game; --help after it shows that game's options
option-dictionary = use the words in this file, one a line in lower-case letters
option-hangman-chair = choose the player of one chair, such as guess2=human:ANNA, or guess1=guesser for a bot; may be repeated
option-as = your chair: spymaster, guesser or watcher (guesser; spymaster with --keyword)
option-help = show this help and exit
option-version = show the version and exit
option-language = the language of all messages
option-keyword-key = the text that the key card is dealt from (- reads it from standard input); the person who types it can't guess
option-keyword-play = the text that the key card is dealt from (if you leave it out, the game asks a spymaster for it); the person who types it can't guess
option-pack = the words of the boards: english, japanese, or a file with one word a line (default: the language's own)
option-bots = the player of all other chairs: teammate, ace, stranger, random or expert:NAME
option-chair = choose the player of one chair, such as red-guesser=human, red-guesser=human:ANNA or blue-spymaster=expert:gloss; may be repeated
option-seed = a whole number that makes the run repeatable; nothing is saved then, unless --state names a file
option-record = write a new file for board --verify when the game is over; the next game's file gets a number
option-name = your name, without spaces; your ratings are kept under it (default: SPYRING_PLAYER, or your login name)
option-new = start a new game, and stop an unfinished one
option-plain = read lines from standard input and write one line for each event; nothing is saved then, unless --state names a file
option-digits = a keyword's SHA-512 digest as a decimal number
option-verify = check the deal of a finished game with the file that play --record wrote; the exit code is 0 if everything agrees, 1 if anything differs, 3 if the words couldn't be checked
option-json = write JSON
option-png = write a picture to this new file
option-html = write a page to this new file, to print or to show on a phone; only you can read it
option-public = show only what everyone can see: the order and the totals, and the places on a picture
option-pack-verify = the source of the record's words: english, japanese, or a file with one word a line
option-spymaster = the clue giver: ace, ace-paper, teammate or stranger (table rules), random or an expert's name
option-guesser = the guesser: ace, ace-paper, teammate or stranger (table rules), random or an expert's name
option-games = games to play
option-rules = paper: the solitaire game of the ACE paper; table: the full rules, solo
option-listen-clue = the clue
option-listen-cards = the cards that are still covered
option-listen-batch = a file with a clue and its cards on each line, as JSON
option-words-terms = a word, or a sum such as: king - man + woman
option-pack-simulate = the words: first (default; the pack of published results), english or japanese
option-bench = a folder with the experts, board words and clue words of an experiment
option-without = leave this expert out of ACE's ensemble; may be repeated
option-exploration = the constant c of ACE's exploration (default: 0.5, as in the paper)

team-not-playing = { team } doesn't play at this table: choose one of { $playing }.
keyword-guesser = The keyword gives the key away, so a guesser can't type it: play as spymaster, or leave the keyword out.
keyword-nobody = A spymaster has to type the keyword, but all spymasters here are bots: play as spymaster, or leave the keyword out.
keyword-empty = The keyword is empty: type it after --keyword, or type --keyword - to be asked for it.
keyword-prompt = Keyword (it isn't shown):
name-form = A player can't be called "{ $name }" here: choose 1 to { $longest } visible characters without spaces.
name-twice = Two people can't both be called { $name }: give one of them another name, such as --chair { $chair }=human:ANNA.
dictionary-category = A dictionary file is itself the list of words: leave out either --dictionary or --category { $category }.
dealer-only-bot = The dealer { $dealer } is a bot: to deal yourself, choose --dealer word or --dealer thought.
dealer-only-person = With the dealer { $dealer }, a person has the word: give the dealer's chair to a person at the keyboard.
chair-form = "{ $text }" doesn't name a chair and its player: write it like { $chair }=human.
chair-unknown = There's no chair "{ $seat }" at this table: choose one of { $chairs }.
setting-unseen = The setting { $name } has invisible characters: leave them out.
setting-file = The file .env in this folder isn't UTF-8 text: save it as UTF-8, or move it away.
setting-unreadable = The file .env in this folder can't be read ({ $problem }): repair it, or move it away.
setting-wrong = The setting { $name } is "{ $value }": it must be { $allowed }.
setting-secret = The setting { $name } has a wrong value (it's secret, so it isn't shown here): it must be { $allowed }.
setting-number =
    { $whole ->
        [yes] a whole number
       *[no] a number
    } from { NUMBER($least, useGrouping: 0) } to { NUMBER($most, useGrouping: 0) }
setting-text = text of { $shortest } to { $longest } characters
setting-one-of = one of { $choices }
setting-example = like the example in .env.example
file-unreadable = { $path } can't be read ({ $problem }): name another file.
file-unwritable = { $path } can't be written ({ $problem }): name another file.
file-exists = { $path } exists already: name a new file.
file-name = A file can't be called "{ $path }": choose a shorter or simpler name.
file-too-large = { $path } is larger than { $megabytes } MB: check that it's the right file.
stream-failed = This command's input or output failed ({ $problem }): check where it leads.
record-written = The record of this game is in { $path }: check it with spyring board --verify.
record-left = You left the game unfinished, so nothing was written to { $path }: a game's secret is shown only when it's over. For a record, resign instead of leaving.
option-range = This table can't have { $number } { $name }: choose { $least } to { $most }.
verify-alone = A record describes its whole board: leave out { $options } with --verify.
pack-without-words = A key card has no words: leave out --pack, or check a record with --verify.
asset-no-expert = ACE has no expert left without { $without }: leave fewer experts out.

# Listening

listen-heard =
    { $by ->
        [word] A person who hears "{ $word }" picks:
        [form] "{ $clue }" was taken for a form of "{ $word }". A person picks:
        [spelling] "{ $clue }" was taken for another spelling of "{ $word }". A person picks:
       *[parts] "{ $clue }" was taken for "{ $word }". A person picks:
    }
listen-unknown = "{ $clue }" isn't a known word, so this is a guess:
listen-card-unknown = (no model knows this card)
listen-one-of = Name a clue and the cards, or a file with --batch FILE.
listen-nothing = A clue and at least one card are needed, such as: listen ocean whale desert.
listen-many = That's too many cards: name at most { $most }.
listen-long = A clue or a card is too long: the limit is { $longest } characters.
listen-twice = The card "{ $card }" is named twice: name each card once.
listen-utf8 = Line { $line } isn't UTF-8 text: save the file as UTF-8.
listen-line = Line { $line } isn't a clue with its cards: write JSON such as { $example }.
words-corrected = "{ $term }" was taken for another spelling of "{ $word }".
words-unknown = "{ $word }" isn't a known word: try another one.
words-signs = Write a word, or words with + or - and spaces between them, such as: king - man + woman.
words-none-near = These words cancel out: ask for a word, or for another sum.
listen-at = Line { $line }: { $fault }
