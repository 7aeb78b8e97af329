# Slash commands, in English: the names of commands and options that differ from lines.

slash-new = new
slash-clue = clue
slash-guess = guess
slash-mark = mark
slash-unmark = unmark
slash-pass = pass
slash-resign = resign
slash-keyword = keyword
slash-why = why
slash-learnt = learnt
slash-solve = solve
slash-hint = hint
slash-word = word
slash-answer = answer
slash-say = say
slash-concede = concede
slash-join = join
slash-chair = chair
slash-watch = watch
slash-leave = leave
slash-reach = reach
slash-bot = bot
slash-shuffle = shuffle
slash-set = settings
slash-start = start
slash-stop = stop
slash-rematch = rematch
slash-takeback = takeback
slash-table = table
slash-stand = stand
slash-unbot = unbot
slash-spymaster = spymaster
slash-replace = replace
slash-host = host
slash-drop = drop
slash-agree = agree
slash-refuse = refuse
slash-pause = pause
slash-resume = resume
slash-board = board
slash-key = key
slash-help = help

slot-rows = rows
slot-cols = cols
slot-teams = teams
slot-guessers = guessers
slot-marks = marks
slot-clues = clues
slot-substrings = substrings
slot-solo = solo
slot-team = team
slot-typed = typed
slot-ensemble = ensemble
slot-level = level
slot-names = names
slot-word = word
slot-number = number
slot-clue = clue
slot-card = card
slot-length = length
slot-lives = lives
slot-dealer = dealer
slot-mode = mode
slot-category = category
slot-hints = hints
slot-verbose = verbose
slot-daily = daily
slot-letter = letter
slot-solution = solution
slot-places = places
slot-order = order
slot-strength = bot
slot-players = players
slot-long-vowel = long-vowel
slot-small-kana = small-kana
slot-voiced-marks = voiced-marks
slot-pairs = pairs
slot-forbidden = forbidden
slot-shortest = shortest
slot-linked = linked
slot-reverse = reverse
slot-common = common
slot-keyword = keyword
slot-side = side
slot-table = table
slot-seat = seat
slot-place = place
slot-who = who
slot-member = member
slot-setting = setting
slot-value = value

command-board = Show the board as text (only you can see it)
command-key = Show your key card (only you can see it)
command-help = Show how the game is played (only you can see it)
command-table = More commands for the table

chat-play = Play { $game }

# Answers to one person

deal-title = The deal of this board
deal-check = When the game began, this SHA-256 of the secret was shown where the lobby had been: { $commitment }. With Spyring installed, "spyring board --verify { $file }" deals the whole board again and says whether anything was changed.
deal-untold = This game's deal is still secret: press again once the game is over.
chat-done = Done.
chat-done-before = That was done already, so nothing changed now.
chat-marked = { $said } To guess it, press it again once the board shows the marks that it needs.
chat-idle = There's nothing to do with { $card } now. When it's your team's turn to guess, press a card that's still covered.
chat-no-key = You don't have a key in this game: only spymasters do, once the game has started.
chat-no-board = You don't have a board of your own in this game now: take a chair in a team first, or look at the game's message.
chat-no-pick = Your reactions don't pick a card yet. React to this message with a row's letter and a column's number, then press again.
chat-no-panel = This is over: the game has started, or it was stopped. Look at its newest message.
chat-old-press = This button belongs to an older message. Use the newest message of the game in this channel, or a command.
chat-old-command = This command has changed. Wait a minute, type / and choose it from the list again.
chat-form-closed = You can't fill this in now: look at the game's newest message to see whose turn it is.
chat-slow = The game is too slow to open the form right now. Press again in a moment, or use the command.
chat-fault = That's this bot's fault, not yours: the reference is { $reference }. The game is as it was, so try again in a moment. If that doesn't help, give the reference to the person who runs the bot.
chat-help =
    { $game ->
        [hangman] Start a game at once with /hangman new: everybody can guess. Races, guessing in turn and a person who deals need a table first: take chairs with the buttons of its message, and start.
       *[other] Open a table with /{ $game } new, take chairs with the buttons of its message, and start. Bots take the empty chairs.
    }
    { $how }
    The list of /{ $game } commands says what the others do.
chat-help-codenames = Spymasters see the key with "My key" or /codenames key, and give clues with /codenames clue. { $reactions ->
        [yes] Any reaction on the board adds emoji for its rows and columns, so that you can pick cards with them as well.{" "}
       *[no] {""}
    }Guessers press a card once to mark it and once more to guess it, or use /codenames guess.
chat-help-hangman = Guessers press a letter, use /hangman guess, or mention the bot and write a letter or the word. In a race, each team has a board that only that team sees: it comes by direct message, and with "My board" and /hangman board. The other team can read what you write in the channel. If a person deals, the game asks them for the word or the answers.
chat-help-shiritori = Give a word with /shiritori say or with the button below the game's message, or mention the bot and write the word, in kana, kanji or Latin letters.
