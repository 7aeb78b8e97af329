# Requests besides games, in English: ratings, personal data, help, and a guild's settings.

slash-leaderboard = leaderboard
slash-profile = profile
slash-privacy = privacy
slash-admin = admin
slash-show = show
slash-export = export
slash-delete = delete
slash-clues = clues
slash-language = language
slash-timers = timers
slash-theme = theme
slash-threads = threads
slash-channels = channels
slash-allow = allow
slash-forbid = forbid
slash-anywhere = anywhere
slash-block = block
slash-unblock = unblock
slash-family = family
slash-list = list
slash-packs = packs
slash-add = add
slash-remove = remove
slash-default = default

slot-game = game
slot-role = role
slot-days = days
slot-alone = alone
slot-show = show
slot-against = against
slot-language = language
slot-channel = channel
slot-clock = clock
slot-clue-time = clue-time
slot-guess-time = guess-time
slot-hours = hours
slot-pace = pace
slot-theme = theme
slot-thread = thread
slot-name = name
slot-file = file
slot-words = words
slot-pack = pack
slot-family = family
slot-told = told
slot-remembered = remembered

ask-leaderboard = Show the best players here
ask-profile = Show how someone plays, and with whom
ask-privacy = See, export or delete all data that I store about you
ask-privacy-show = Show all data that I store about you (only you can see it)
ask-privacy-export = Get all data that I store about you as a file (only you can see it)
ask-privacy-clues = Choose whether bots remember your clues, and the cards you picked for clues
ask-privacy-delete = Delete all data that I store about you, after you confirm
ask-help = Show all games and commands (only you can see this)
ask-admin = Settings for everyone here, for managers
ask-admin-show = Show all settings that apply to everyone here
ask-admin-language = Choose the language of all channels, or of one
ask-admin-timers = Set the clock of new tables, and the pace of their bots
ask-admin-stop = Choose who can stop a game, besides managers of the channel
ask-admin-theme = Choose the theme of the boards at new tables
ask-admin-threads = Choose whether each game of a new table gets a thread of its own
ask-admin-channels = Choose the channels for games
ask-admin-channels-allow = Allow games in a channel; then only allowed channels have games
ask-admin-channels-forbid = Take a channel off the list of allowed channels
ask-admin-channels-anywhere = Allow games in every channel again
ask-admin-channels-list = Show the channels where games are allowed
ask-admin-packs = Manage the words that boards are dealt from
ask-admin-packs-add = Add a pack of words from a text file, or from words that you type
ask-admin-packs-remove = Remove a pack; games that use it continue
ask-admin-packs-default = Choose the pack of new tables
ask-admin-packs-list = Show the packs that were added here
ask-admin-packs-block = Never deal some words here, whatever the pack
ask-admin-packs-unblock = Deal blocked words again
ask-admin-packs-family = Leave out words about drink, weapons, crime, death and the like

ask-option-game = the game (default: Codenames); other games count points
ask-option-role = only turns as spymaster, or only turns as guesser
ask-option-days = only this many days, including today (default: all time)
ask-option-alone = games of one person with bots, which count separately
ask-option-show = show it to everybody in this channel (default: only to you)
ask-option-member = the person to show (default: yourself)
ask-option-against = another person, to see the chance of beating a team that plays like them
ask-option-language = the language, or unset for no choice
ask-option-channel = the channel
ask-option-clock = what happens when a turn's time is up
ask-option-clue-time = time for a clue, such as 3m or 90s
ask-option-guess-time = time for guesses, such as 3m or 90s
ask-option-hours = hours for a turn in slow play
ask-option-pace = minimum seconds for a bot's move, such as 2 or 1.5
ask-option-who = the host alone, or anyone at the table
ask-option-theme = dark or light
ask-option-thread = on for a thread for each game, off to play in the channel
ask-option-name = the pack's name (default: the file's name)
ask-option-file = a text file in UTF-8, one card a line
ask-option-family = on to leave such words out
ask-option-remembered = on to remember them, off to delete them now and keep none from now on
ask-option-words = the cards, with commas between them
ask-option-pack = a pack that was added here, english, japanese, or auto for the language's built-in pack

ask-unknown = This command has changed. Wait a minute, type / and choose a command from the list again.
ask-choice = Nothing was changed: write "/{ $line }" with one of { $choices } after it.
chat-not-yours = This button is for the person who asked. Use the command yourself to get your own.

# Profiles

profile-unknown = This person hasn't played a rated game here yet: choose someone on the leaderboard.
profile-home = This is your profile from the community where you've played most. To see another one, ask in a channel there.

# Personal data

privacy-title = Your stored data
privacy-part =
    { $part ->
        [account] Your name here, your language, and whether direct messages reach you
        [seats] Chairs that you've had
        [acts] Your actions at tables, with times
        [moves] Moves of finished games from your chairs
        [messages] Private messages with boards
        [turns] Turns with you, rated or not
        [credits] Turns that bots have learnt from
        [evidence] Turns that show how you understand clues, as numbers
        [clues] Clues with the cards that went with them, as bots remember them here
        [memory] Your way of playing, as bots have learnt it
        [ratings] Ratings
        [results] Games won and lost
        [scores] Scores of games that aren't rated
       *[other] { $part }
    }
privacy-count =
    { $count ->
        [one] 1 entry
       *[other] { $count } entries
    }
privacy-why = All of this is for playing, for showing ratings, and for bots to learn how you think. Nothing else that you write is read or stored.
privacy-rights = Get it all as a file with /privacy export, or delete it with /privacy delete.
privacy-nothing = Nothing is stored about you yet: that begins with your first game.
privacy-export-title = Your data
privacy-export = The file has everything that is stored about you, as JSON. It leaves out what is secret in games that are under way. In a channel, it has the clues that bots remember here; in a direct message to me, the clues from all communities.
privacy-clues-title = Clues that bots remember
privacy-clues =
    { $remembered ->
        [off] Bots have forgotten every clue and card from turns in which you gave the clue or picked the card, everywhere, and for the other person, too. From now on, they remember none from such turns. Finished games keep their moves.
       *[on] From now on, bots remember which cards went with a clue when you give the clue or pick a card for it. They use that only in the community where you played, and delete it after 180 days.
    }
privacy-delete-title = Delete your data
privacy-delete = You leave all games that are still open. Your name, ratings and scores, and all that bots have learnt about you or remember of your clues, are deleted forever, everywhere. Finished games stay, without your name. If you've seen the key of a game that's under way, a code that is deleted when the game ends keeps you from guessing in it. Messages of finished games that are drawn again lose your name; others stay as they are. Nothing happens unless you press the button.
privacy-delete-sure = Delete all my data
privacy-deleted =
    Everything that was stored about you is deleted. { $games ->
        [0] No game had your name.
        [one] 1 game stays, without your name.
       *[other] { $games } games stay, without your name.
    }

# Help

help-title = Word games with a teammate that learns how you think
help-what = Play together in a channel; bots take the empty chairs.
help-game =
    { $game ->
        [codenames] Open a table with /codenames new, take chairs with the buttons of its message, and start. Spymasters see the key card with "My key" below the board, and give clues with /codenames clue. Guessers press a card once to mark it and once more to guess it, or use /codenames guess.
        [hangman] Start a game at once with /hangman new. Everybody can guess: press a letter, use /hangman guess, or mention me and write the letter or the word. Races, guessing in turn and a person who deals need a table first: take chairs with the buttons of its message, and start.
        [shiritori] Open a table with /shiritori new and start, or play a bot at once with /shiritori new order:bot. Give a word with /shiritori say or with the form below the board, or mention me and write the word.
       *[other] Open a table with /{ $game } new. The list of commands says what each one does.
    }
help-more = Besides games
help-command = /{ $name }
help-footer = Answers to commands are only for you. Type / to see every command and what it does.
hello-games = You can play { $games } here.
hello-start = Start a game
hello-privacy = Press the button, or type / to see all commands. I don't read or store anything else that you write; see what I do store with /privacy show.

# A guild's settings

admin-only = Only managers can change the settings for everyone here: ask one of them.
admin-title = Settings for everyone here
admin-name = { $name }
admin-part =
    { $part ->
        [language] Language
        [channels] Channels
        [clock] Clock
        [clue-time] { codenames-clue-time }
        [guess-time] Time for guesses and words
        [hours] { blank-hours }
        [bot] { blank-bot }
        [pace] { blank-pace }
        [stop] { blank-stop }
        [join] { blank-join }
        [theme] { blank-theme }
        [thread] A thread for each game
       *[packs] Words
    }
admin-guild = every channel here
admin-place = #{ $name }
admin-language-own =
    { $language ->
        [none] not chosen
        [en] English
        [ja] Japanese
       *[other] { $language }
    }{ $rooms ->
        [0] {""}
        [one] , and 1 channel has chosen its own
       *[other] , and { $rooms } channels have chosen their own
    }
admin-language-set =
    { $language ->
        [unset] No language is chosen for { $where } now.
        [en] The language of { $where } is now English.
        [ja] The language of { $where } is now Japanese.
       *[other] The language of { $where } is now { $language }.
    } Answers to one person are in that person's own language.
admin-timers-none = There's nothing to set: give at least one of { $names }.
admin-tables = New tables start with these settings:
admin-value =
    { $name ->
        [clue-time] { table-time }
        [guess-time] { table-time }
       *[other] { $value ->
            [off] no
            [on] yes
            [advisory] says that time is up
            [enforced] ends the turn when time is up
            [slow] gives hours for a turn
            [host] { $name ->
                [join] people whom the host chooses
               *[stop] the host
            }
            [anyone] { $name ->
                [join] anyone
               *[stop] anyone at the table
            }
           *[other] { $value }
        }
    }
admin-tables-set = New tables start with this from now on; open tables stay as they are.
admin-stop-set =
    { $who ->
        [anyone] At new tables, anyone at the table can stop a game.
       *[host] At new tables, only the host and managers of the channel can stop a game.
    }
admin-theme-set =
    { $theme ->
        [light] Boards of new tables have the light theme.
       *[dark] Boards of new tables have the dark theme.
    }
admin-threads-set =
    { $thread ->
        [on] At new tables, each game gets a thread of its own when it starts.
       *[off] At new tables, games are played in their channel.
    }
admin-places-all = Games are allowed in every channel.
admin-places = Games are allowed in: { $rooms }.
admin-place-allowed = #{ $name } is now on the list of allowed channels.
admin-place-forbidden = #{ $name } is no longer on the list of allowed channels.
admin-place-not-listed = This channel isn't on the list of allowed channels: see the list with /admin channels list. Once a channel is on the list, all others are off limits for games.
admin-places-many = There are { $most } channels on the list already: forbid one first, or allow every channel with /admin channels anywhere.
admin-packs =
    Packs: { $packs }. { $pack ->
        [auto] New tables use the built-in pack of the language (auto).
       *[other] New tables use { $pack }.
    }
admin-pack-size =
    { $words ->
        [one] 1 word
       *[other] { $words } words
    }
admin-pack-added =
    The pack { $pack } is ready, with { $words ->
        [one] 1 word
       *[other] { $words } words
    }. Name it when you open a table, or make it the default with /admin packs default.
admin-pack-undrawn =
    Boards with these cards are shown as text, because pictures don't have all their letters: { $cards }{ $more ->
        [0] .
       *[other] {" "}and { $more } more.
    }
admin-pack-removed = The pack { $pack } is removed. Games that use it continue.
admin-pack-missing = Send the words, too: type them after "words:" with commas between them, or send a file where that's possible.
admin-pack-which = Send the words either as a file or typed, not both.
admin-pack-nameless = The pack has no name yet: add one with the option "name".
admin-pack-name = A pack can't be called "{ $name }": use letters, digits, spaces and hyphens, at most { $most } characters.
admin-pack-large = The file is larger than { $most } KB: make it smaller, or split it into several packs.
admin-pack-not-text = { $file } isn't plain text in UTF-8: save it as that, one card a line.
admin-pack-file-lost = The file couldn't be loaded: send it again in a moment.
admin-pack-embedded = The pack { $pack } is built in and can't be replaced or removed: choose another name.
admin-left-out =
    { $family ->
        [on] The family filter is on: words about drink, weapons, crime, death and the like aren't dealt, and bots give no names as clues unless a table asks for them.
       *[off] The family filter is off.
    } { $count ->
        [0] No word is blocked.
        [one] 1 word is blocked: { $words }.
       *[other] { $count } words are blocked: { $words }{ $more ->
            [0] .
           *[other] { " " }and { $more } more.
        }
    }
admin-words-none = Name at least one word; put commas between several.
admin-word-long = "{ $word }" is too long for a card: name words, with commas between them.
admin-blocked-many = At most { $most } words can be blocked here: unblock some first.
admin-not-blocked = "{ $word }" isn't blocked: /admin packs list shows the words that are.
admin-packs-many = There are { $most } packs already: remove one first.

# Refusals

room-not-allowed = Games aren't allowed in this channel. Open one in: { $rooms }.
guild-pack-unknown = There's no pack "{ $pack }" here: choose one of { $known }.
guild-pack-gone = The pack { $pack } was removed a moment ago: choose another one.

# Labels of values

value-game-codenames = Codenames
value-game-hangman = hangman
value-game-shiritori = shiritori
value-role-spymaster = spymasters
value-role-guesser = guessers
value-language-en = English
value-language-ja = Japanese
value-language-unset = unset: no choice
value-who-host = { value-stop-host }
value-who-anyone = { value-stop-anyone }
