# What can be asked for besides games, in English: ratings, one's own data, help, and a guild's settings.

slash-leaderboard = leaderboard
slash-profile = profile
slash-privacy = privacy
slash-admin = admin
slash-show = show
slash-export = export
slash-delete = delete
slash-language = language
slash-timers = timers
slash-theme = theme
slash-threads = threads
slash-channels = channels
slash-allow = allow
slash-forbid = forbid
slash-anywhere = anywhere
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

ask-leaderboard = Show who plays best on this server
ask-profile = Show how somebody plays, and with whom
ask-privacy = See, take with you or delete what is stored about you
ask-privacy-show = Show what is stored about you, for you alone
ask-privacy-export = Get all that is stored about you as a file, for you alone
ask-privacy-delete = Delete all that is stored about you; you are asked once more before
ask-help = Show what can be played here and which commands there are, for you alone
ask-admin = Settings of this server, for those who manage it
ask-admin-show = Show all settings of this server
ask-admin-language = Choose the language of this server, or of one channel
ask-admin-timers = Set the clock of new tables, and the pace of their bots
ask-admin-stop = Choose who may stop a game, besides those who manage the channel
ask-admin-theme = Choose the background for which boards of new tables are drawn
ask-admin-threads = Choose whether games of new tables get a thread of their own
ask-admin-channels = Where games may be opened
ask-admin-channels-allow = Let games be opened in a channel, and only in those allowed
ask-admin-channels-forbid = Take a channel off the list of those allowed
ask-admin-channels-anywhere = Let games be opened in every channel again
ask-admin-channels-list = Show where games may be opened
ask-admin-packs = Words that boards are dealt from
ask-admin-packs-add = Add a pack of words from a text file, or from words that you type
ask-admin-packs-remove = Remove a pack; games that are played with it go on
ask-admin-packs-default = Choose the pack of new tables
ask-admin-packs-list = Show the packs of this server

ask-option-game = the game (Codenames unless you say); the others are told by points
ask-option-role = only turns as spymaster, or only those as guesser
ask-option-days = only the last days, today included (all time unless you say)
ask-option-alone = the games that one person played with bots, which count apart
ask-option-show = show it to all in this channel (only to you unless you say)
ask-option-member = whose profile (yours unless you say)
ask-option-against = somebody else, to see the chance of winning against a team that plays like them
ask-option-language = the language, or unset to leave it open
ask-option-channel = the channel
ask-option-clock = what happens when a turn's time is up
ask-option-clue-time = time for a clue, such as 3m or 90s
ask-option-guess-time = time for guesses, such as 3m or 90s
ask-option-hours = hours of a turn in slow play
ask-option-pace = seconds that a bot seems to think at least, such as 2 or 1.5
ask-option-who = the host alone, or anyone at the table
ask-option-theme = dark or light
ask-option-thread = on for a thread for each game, off to play in the channel
ask-option-name = what the pack is called (the file's name unless you say)
ask-option-file = a text file in UTF-8, one card a line
ask-option-words = the cards, with commas between them
ask-option-pack = a pack of this server, or english

ask-unknown = This can no longer be asked for. Wait a minute, type / and choose a command from the list again.
chat-not-yours = This button is for the person who asked. Use the command yourself to get your own.

# Profiles

profile-unknown = This person has not played a rated game on this server yet: choose somebody whom the leaderboard shows.
profile-home = This is your profile on the server where you have played most. Ask on another server to see the one there.

# One's own data

privacy-title = What is stored about you
privacy-part =
    { $part ->
        [account] Your name here, language, and whether direct messages reach you
        [seats] Chairs that you sat in
        [acts] What you did at tables, and when
        [moves] Moves of finished games from your chairs
        [messages] Private messages with boards
        [turns] Rated turns with you
        [credits] What bots learnt from which turn
        [memory] What bots remember of playing with you
        [ratings] Ratings
        [results] Games won and lost
        [scores] Scores of games that are not rated
       *[other] { $part }
    }
privacy-count =
    { $count ->
        [one] 1 entry
       *[other] { $count } entries
    }
privacy-why = All of this serves to play, to show ratings, and to let bots learn how you think. What you write elsewhere is neither read nor stored.
privacy-rights = /privacy export gives you all of it as a file, /privacy delete deletes it.
privacy-nothing = Nothing is stored about you: that begins with your first game.
privacy-export-title = Your data
privacy-export = The file holds all that is stored about you, as JSON. What is secret in a game that still runs is not in it.
privacy-delete-title = Delete your data
privacy-delete = You leave all games that are still open. Your name, ratings, scores and all that bots have learnt of you are deleted for ever, on every server. Finished games stay without your name. Where you have seen the key of a game that still runs, a code that is deleted with its end keeps you from guessing in it. Messages that stand in channels already are not changed. Nothing happens unless you press the button.
privacy-delete-sure = Delete all my data
privacy-deleted =
    All that was stored about you is deleted. { $games ->
        [0] No game held your name.
        [one] 1 game stays without your name.
       *[other] { $games } games stay without your name.
    }

# Help

help-title = Word games with a teammate that learns how you think
help-what = Play together in a channel; bots take the chairs that stay empty.
help-game =
    { $game ->
        [codenames] /codenames new opens a table. Take chairs with the buttons of its message and start. Spymasters see the key card by "My key" below the board and give clues with /clue. Guessers press on a card once to mark it and once more to guess it, or use /guess.
        [hangman] /hangman new begins a game at once, and whoever guesses is in it: press on a letter, use /guess, or reply with the letter or the word. Races, guessing in turn and a person who deals begin with a table: take chairs with the buttons of its message and start.
       *[other] /{ $game } new opens a table. Each command of /{ $game } says what it does.
    }
help-more = Besides games
help-command = /{ $name }
help-footer = Answers to commands are for you alone. Type / to see every command with what it does.
hello-games = Here you can play { $games }.
hello-start = Start a game
hello-privacy = Press the button, or type / to see all commands. What you write elsewhere is neither read nor stored; /privacy show tells you what is.

# A guild's settings

admin-only = Only those who may manage this server can change its settings: ask one of them.
admin-title = Settings of this server
admin-name = { $name }
admin-part =
    { $part ->
        [language] Language
        [channels] Channels
       *[packs] Words
    }
admin-guild = this server
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
        [unset] The choice of a language for { $where } is taken back.
        [en] The language of { $where } is English now.
        [ja] The language of { $where } is Japanese now.
       *[other] The language of { $where } is { $language } now.
    } Answers to one person alone are in that person's own.
admin-timers-none = Nothing was named to be set: give at least one of { $names }.
admin-tables = New tables begin with these settings:
admin-tables-set = New tables begin with this now; tables that are open stay as they are.
admin-stop-set =
    { $who ->
        [anyone] Anyone at the table may stop a game at new tables.
       *[host] Only the host may stop a game at new tables, besides those who manage the channel.
    }
admin-theme-set =
    { $theme ->
        [light] Boards of new tables are drawn for light backgrounds.
       *[dark] Boards of new tables are drawn for dark backgrounds.
    }
admin-threads-set =
    { $thread ->
        [on] Each game of new tables gets a thread of its own when it begins.
       *[off] Games of new tables are played in their channel.
    }
admin-places-all = Games may be opened in every channel.
admin-places = Games may be opened in: { $rooms }.
admin-place-allowed = #{ $name } is on the list of channels for games.
admin-place-forbidden = #{ $name } is off the list of channels for games.
admin-place-not-listed = This channel is not on the list of those allowed. Use /admin channels list to see which are; as soon as one is allowed, all others are not.
admin-places-many = { $most } channels are on the list already: forbid one first, or allow every channel with /admin channels anywhere.
admin-packs = Packs: { $packs }. New tables use { $pack }.
admin-pack-size =
    { $words ->
        [one] 1 word
       *[other] { $words } words
    }
admin-pack-added =
    The pack { $pack } is there, with { $words ->
        [one] 1 word
       *[other] { $words } words
    }. Name it when you open a table, or make it the default with /admin packs default.
admin-pack-removed = The pack { $pack } is removed. Games that are played with it go on.
admin-pack-which = Send the words either as a file or typed, one of the two.
admin-pack-nameless = Say what the pack is to be called with the option "name".
admin-pack-name = "{ $name }" cannot be the name of a pack: use letters, digits, spaces and hyphens, at most { $most } characters.
admin-pack-large = The file is larger than { $most } KB: make it smaller, or several packs of it.
admin-pack-not-text = { $file } is no text in UTF-8: save it as plain text in UTF-8, one card a line.
admin-pack-file-lost = The file could not be fetched: send it again in a moment.
admin-pack-embedded = The pack { $pack } is always there and cannot be replaced or removed: choose another name.
admin-packs-many = There are { $most } packs already: remove one first.

# What the door says

room-not-allowed = Games are not played in this channel here. Open one in: { $rooms }.
guild-pack-unknown = There is no pack "{ $pack }" here: choose one of { $known }.
guild-pack-gone = The pack { $pack } has just been removed: choose another one.

# What values are called that can be chosen

value-game-codenames = Codenames
value-game-hangman = hangman
value-role-spymaster = spymasters
value-role-guesser = guessers
value-language-en = English
value-language-ja = Japanese
value-language-unset = unset: left open
value-who-host = { value-stop-host }
value-who-anyone = { value-stop-anyone }
