# Messages of operators' commands, in English.

state-missing = There's no file { $path }: name one with --state, set DATABASE_URL, or play first.
state-is-folder = { $path } is a folder: name a file in it with --state or DATABASE_URL.
state-folder = The folder { $path } for the games can't be created ({ $problem }): name another file with --state.
state-damaged =
    { $known ->
        [empty] { $path } is empty: it has lost its games, or another program created it. Restore a backup: spyring restore { $backup } --state { $path } (or delete the file, and Spyring creates a new one at the next start)
        [yes] The file with the games is damaged, so nothing was changed. Restore its newest backup: spyring restore { $backup } --state { $path }
       *[no] The file with the games is damaged or no database, so nothing was changed. Name another file, or restore a backup: spyring restore { $backup } --state { $path }
    }
state-backup = { $path }
port-taken = The port { NUMBER($port, useGrouping: 0) } for metrics and health can't be opened ({ $problem }): set SPYRING_METRICS_PORT to another port, or to 0 for none.
web-host-unknown = { $host } isn't an address of this machine: use --host 127.0.0.1 for this machine only, or 0.0.0.0 for all of its addresses.
web-port-taken = The port { NUMBER($port, useGrouping: 0) } for HTTP requests can't be opened ({ $problem }): choose another one with --port, or with PORT in the environment.

# The commands and their options

cli-run = serve games, with bots, deadlines and learning, until a signal ends the program
cli-web = do the same as "run" for all platforms with a token, and answer HTTP requests, such as Slack's
cli-migrate = update the database to the tables of this version
cli-backup = copy the SQLite file with the games, even while Spyring is running
cli-restore = replace the SQLite file of games with a backup, while nothing uses the file
cli-doctor = check settings, database, models and tokens, and explain how to fix each fault; the exit code is 1 if it finds a fault
cli-leaderboard = show the best players of a guild
cli-profile = show how a person plays, and with whom
cli-games = list your games, or another person's, with the names for replay
cli-replay = show the course of a game, with its deal if it's over
cli-export = write all stored data about a person as JSON
cli-forget = delete a person's data everywhere; games stay, without the name
cli-purge = delete a guild: its rooms, their games, and what bots learnt from them
cli-rebuild = recompute all ratings and memories from the turns
option-state = the SQLite file with the games (default: DATABASE_URL, or a file in your data folder)
option-to = stop at this migration (default: the newest)
option-backup = the file for the copy (default: a new one next to the database)
option-restore = the backup
option-guild = the guild, such as terminal:home (default: the only one)
option-purge-guild = the guild, such as terminal:home
option-board = the game (default: codenames); other games count points
option-role = only turns as spymaster, or only turns as guesser
option-days = only the last N days, including today (default: all time)
option-alone = only games that one person played with bots; other boards leave them out
option-user = the person: platform:id, such as terminal:ann, or a name
option-against = another player, to show the chance of beating a team that plays like them
option-game = the game's name, eight letters and digits
option-own-user = the person: platform:id, such as terminal:ann, or a name (default: you)
option-last = how many games to list, the newest first (default: 20)
option-out = write to this new file
option-discord = serve Discord, with the token in DISCORD_TOKEN
option-slack = serve Slack, with the tokens in SLACK_BOT_TOKEN and SLACK_APP_TOKEN
option-host = the address for requests: 127.0.0.1 for this machine only (default), 0.0.0.0 for all addresses
option-port = the port for requests (default: PORT in the environment, or 3000)
option-yes = don't ask first

# Names of people, guilds and games

name-of-nobody = Nobody here is called "{ $name }": write platform:id, such as terminal:ann, or a name from the leaderboard.
name-of-several = Several people are called "{ $name }": choose one of { $users }.
user-unknown = Nothing is stored about { $user }: check the platform and the id.
guild-none = There's no guild yet: the first game in a guild creates it.
guild-which = There are several guilds: choose one of { $known } with --guild.
guild-unknown = There's no guild "{ $guild }": choose one of { $known }.

# Results of commands

left-as-it-is = Nothing was changed.
migrate-done = The database was updated from { $before } to { $after }.
migrate-nothing = The database is up to date ({ $after }).
backup-sure = { $path } exists. Replace it with the new backup? [y/N]
backup-done = A sound copy of the games is in { $path }, keys included: keep it where only you can read it.
restore-sure = Replace all games in { $path } with those from the backup, for good? [y/N]
restore-done = The games of { $path } are restored. You can start Spyring.
backup-server = This works for a SQLite file only: for PostgreSQL, use pg_dump -Fc and pg_restore.
backup-missing = There's no file { $path }: name a backup.
backup-itself = { $path } is the other file of this command, or belongs to it: name another file.
backup-no-file = { $path } isn't one of Spyring's files, so it isn't replaced: name another file, or move it away first.
backup-in-use = Spyring or another program is using { $path }: stop it, then run this again.
backup-empty = There are no games in { $path }: name another file.
backup-damaged = The backup { $path } is damaged, so nothing was changed: name an earlier one.
backup-foreign = { $path } isn't a backup of Spyring's games, so nothing was changed: name another file.
backup-full = The disk of { $path } is full, so nothing was changed: make room there, or name a file elsewhere.
rebuild-done =
    All ratings and memories were recomputed, from { $turns ->
        [one] 1 turn
       *[other] { $turns } turns
    }.
export-written = All stored data about { $user } are in { $path }.
forget-sure = Delete all stored data about { $user }, for good? [y/N]
forget-done =
    { $user } is forgotten: { $games ->
        [0] no game had the name.
        [one] 1 game stays, without the name.
       *[other] { $games } games stay, without the name.
    }
forget-bot = { $user } is a bot, and no personal data are stored about bots: name a person.
purge-sure = Delete all rooms, games, ratings and memories of { $guild }, and all data about people who play nowhere else, for good? [y/N]
purge-done =
    { $guild } is deleted, with { $games ->
        [one] 1 game
       *[other] { $games } games
    }.
erasure-waits = Another program is reading the database, so its files still contain traces of the deleted data. Spyring erases them within a minute if it's running, else at its next start.
confirm-nobody = This command asks you first, and needs a terminal for that: add --yes if you're sure.

# Lists of games

games-line = { $game }  { $at }  { $kind }: { $state }
games-line-plays = {"          "}{ $plays } · with { $others }
games-nobody = nobody else
games-state =
    { $status ->
        [lobby] not started
        [running] under way, in turn { $turn }
       *[stopped] stopped unfinished
    }
games-none = { $user } hasn't played here yet: start a game with "spyring play".
games-older =
    { $older ->
        [one] There's 1 older game
       *[other] There are { $older } older games
    }: list more with --last.
games-replay = To see a game again: { $command }

# Replays

replay-title =
    { $kind } { $game }: { $status ->
        [lobby] not started
        [running] under way
        [stopped] stopped
       *[over] over
    }.
replay-line = { $at }  { $said }
replay-key = The key, by rows: { $rows }
replay-keyword = Dealt from the keyword: { $keyword }
replay-secret = Dealt from the secret: { $secret }
replay-not-over =
    { $status ->
        [stopped] The game was stopped unfinished, so its deal stays secret.
       *[other] The deal is shown when the game is over.
    }

# Findings of the doctor

doctor-program = Spyring { $version } on Python { $python }
doctor-settings = all { $number } settings can be read
doctor-setting-unknown = { $name } isn't a setting: compare it with .env.example.
doctor-database = { $name } answers
doctor-store =
    { $fault ->
        [full] The disk of the database is full ({ $code }): make room.
        [read-only] The database can be read but not written ({ $code }): make it writable.
        [busy] Other programs have locked the database, or no connection is free ({ $code }): find and stop them, then try again.
        [lost] The database doesn't answer ({ $code }): check the host and port in DATABASE_URL, and that the server is running.
        [moved] The file or its log was deleted, moved, replaced or emptied during the check: run this again.
        [foreign] The file is another program's database ({ $code }): name another file with --state or DATABASE_URL.
        [refused] The database refuses access ({ $code }): check user, password and name in DATABASE_URL.
        [behind] The database lacks tables or columns ({ $code }): run "spyring migrate".
       *[broken] The files of the database can't be opened, read or written ({ $code }): check that the folder exists and can be written, that the file is a database, and that the disk is sound.
    }
doctor-sound = the pages of the file are sound, and its indexes match its tables
doctor-large = The file is larger than { $megabytes } MB, so its pages weren't checked: "spyring backup" checks them.
doctor-no-file = { $path } doesn't exist yet: "spyring play", "spyring run" or "spyring migrate" creates it
doctor-migrated = the tables are from this version ({ $head })
doctor-behind =
    { $current ->
        [nothing] The database has no tables of Spyring yet: run "spyring migrate".
       *[other] The tables are from an earlier version ({ $current }, not { $head }): run "spyring migrate".
    }
doctor-writable = a test record was written and deleted again
doctor-clock = it is { $now } here, and the database agrees
doctor-skew =
    The clocks of this machine and of the database are { $seconds ->
        [one] 1 second
       *[other] { $seconds } seconds
    } apart, and deadlines depend on them: set both from the network (NTP).
doctor-past = The last game changed at { $newest }, which is in the future by this machine's clock: set the clock.
doctor-folder = Nothing can be written to { $folder }: make the folder writable, or keep the games elsewhere (DATABASE_URL).
doctor-readers = Other users of this machine can read { $path } with all key cards: set its mode to 600 unless you want that.
doctor-readers-env = Other users of this machine can read { $path }, tokens and passwords too: set its mode to 600.
doctor-disk = { $megabytes } MB is free in { $folder }
doctor-disk-little = Only { $megabytes } MB is free in { $folder }: make room before the games need it.
doctor-disk-full = Only { $megabytes } MB is free in { $folder }, which is too little: make room, or move the database.
doctor-models = { $names } can be loaded
doctor-models-broken = Files of Spyring are missing or damaged: install it again.
doctor-pack = the pack { $name } has { $words } words
doctor-plugins = { $names } can be loaded
doctor-fonts = a picture of a board can be drawn
doctor-fonts-broken = Pillow or its font doesn't work, so no picture can be drawn: install Spyring again.
doctor-port-off = metrics and health have no port: SPYRING_METRICS_PORT opens one
doctor-port = the port { NUMBER($port, useGrouping: 0) } for metrics and health is free
doctor-port-wrong = The port for metrics and health can't be opened because { $name } isn't a port: see settings above.
doctor-port-taken = The port { NUMBER($port, useGrouping: 0) } for metrics and health is taken ({ $problem }): unless "spyring run" itself has it, set SPYRING_METRICS_PORT to another one.
doctor-token = { $name } is set and has the right form
doctor-token-unset = { $name } isn't set
doctor-token-malformed = { $name } is set but doesn't look like a token: copy it again from the platform.
doctor-workers =
    a worker process for the bots starts and answers for every game; "spyring run" starts { $number ->
        [one] 1 of them
       *[other] { $number } of them
    }
doctor-workers-broken = The worker process for the bots of { $game } didn't start or was too slow: see the log, raise SPYRING_THINK_SECONDS, or use a larger machine.
