# Slash commands, in English: what they and their options are called, where they differ from lines.

slash-new = new
slash-clue = clue
slash-guess = guess
slash-point = point
slash-unpoint = unpoint
slash-pass = pass
slash-resign = resign
slash-keyword = keyword
slash-solve = solve
slash-hint = hint
slash-word = word
slash-answer = answer
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
slot-word = word
slot-number = number
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
slot-keyword = keyword
slot-side = side
slot-seat = seat
slot-place = place
slot-who = who
slot-member = member
slot-setting = setting
slot-value = value

command-board = Show the board as text, for you alone
command-key = Show your key card, for you alone
command-help = Show how the game is played, for you alone
command-table = More around the table

chat-play = Play { $game }

# Answers to one person

deal-title = How this board was dealt
deal-check = Compare the commitment in the file with the one that the board showed from the start. With Spyring installed, "spyring board --verify { $file }" works the whole board out again and says whether anything was changed.
deal-untold = This game has no record of its deal yet: press again once it is over.
chat-done = Done.
chat-done-before = That was done already: nothing was done again.
chat-marked = { $said } To guess it, press on it again as soon as the board shows the marks that it needs.
chat-idle = Nothing can be done with { $card } now. Press on a card that is still covered when it is your team's turn to guess.
chat-no-key = You are shown no key in this game: only spymasters are, once it has begun.
chat-no-board = You have no board of your own in this game now: take a chair in a team first, or look at the game's message.
chat-no-pick = Your reactions point at no card. Put the letter of a row and the number of a column on this message, then press again.
chat-no-panel = This is over: the game has begun or was stopped. Look at its newest message.
chat-old-press = This button is of an older message. Use the newest message of the game in this channel, or a command.
chat-old-command = This command is no longer known. Wait a minute, type / and choose it from the list again.
chat-form-closed = This cannot be filled in now: look at the game's newest message to see whose turn it is.
chat-slow = The game does not answer quickly enough to open the form. Press again in a moment, or use the command.
chat-fault = That is a fault of this bot, not yours: it has the reference { $reference }. The game is as it was; do it again in a moment. If that does not help, tell whoever runs the bot the reference.
chat-help =
    { $game ->
        [hangman] /hangman new begins a game at once, and whoever guesses is in it. Races, guessing in turn and a person who deals begin with a table: take chairs with the buttons of its message and start.
       *[other] Open a table with /{ $game } new, take chairs with the buttons of its message, and start. Bots fill the empty chairs.
    }
    { $how }
    Everything else is among the commands of /{ $game }: each says what it does.
chat-help-codenames = Spymasters see the key by "My key" or /codenames key, and give clues with /clue. Guessers press on a card once to mark it and once more to guess it, or use /guess. Whoever would rather react puts any reaction on the board: it brings letters and numbers to pick a card by.
chat-help-hangman = Guessers press on a letter, use /guess, or reply to the game's message with a letter or the word. In a race each team has a board that only it sees: it comes by direct message, and is behind "My board" and /hangman board; a letter that you write in the channel is read by the other team, too. Where a person deals, the game asks them for the word or the answers.
