# What operators read: the commands beside play, in English.

state-missing = There's no file { $path } with games: name one with --state, set DATABASE_URL, or play first.
state-is-folder = { $path } is a folder: name a file in it with --state or DATABASE_URL.
state-folder = The folder { $path } for the games can't be made ({ $problem }): name another file with --state.
state-damaged =
    { $known ->
        [empty] { $path } is empty, so it has lost its games, or something else made it. Put a backup in its place: spyring restore { $backup } --state { $path } (or delete the file, and Spyring makes a new one at the next start)
        [yes] The file with the games is damaged, so nothing was changed. This puts the newest backup beside it in its place: spyring restore { $backup } --state { $path }
       *[no] The file with the games is damaged, or holds something else, so nothing was changed. Name another file, or put a backup in its place: spyring restore { $backup } --state { $path }
    }
state-backup = { $path }
port-taken = The port { NUMBER($port, useGrouping: 0) } for metrics and health can't be opened ({ $problem }): set SPYRING_METRICS_PORT to another one, or to 0 for none.
web-host-unknown = Requests by HTTP can't be taken at { $host }, because that's no address of this machine: give --host 127.0.0.1 for this machine alone, or 0.0.0.0 for all of its addresses.
web-port-taken = The port { NUMBER($port, useGrouping: 0) } for requests by HTTP can't be opened ({ $problem }): choose another one with --port, or with PORT in the environment.

# The commands and their options

cli-run = serve games until a signal ends it, with bots, deadlines and learning
cli-web = serve games on platforms that send their requests by HTTP, such as Slack, besides all that "run" does
cli-migrate = bring the database to the tables of this version
cli-backup = copy the SQLite file with the games, also while they are served
cli-restore = put a backup in the place of the SQLite file with the games, while nothing uses it
cli-doctor = check settings, database, models and tokens, and say what to do about each fault; the exit code is 1 if there is one
cli-leaderboard = show the best players of a guild
cli-profile = show how somebody plays, and with whom
cli-games = list your games, or somebody's, with the names for replay
cli-replay = show a game again, with its deal if it's over
cli-export = write everything that is stored about a person as JSON
cli-forget = delete a person's data everywhere; games stay, without the name
cli-purge = delete a guild: its rooms, their games, and what bots learnt from them
cli-rebuild = compute all ratings and memories again from the turns
option-state = the SQLite file with the games (DATABASE_URL, or a file in your data folder, unless you say)
option-to = stop at this migration (the newest unless you say)
option-backup = the file for the copy (a new one beside the database unless you say)
option-restore = the backup
option-guild = the guild, such as terminal:home (the only one unless you say)
option-board = the game (codenames unless you say); other games count points
option-role = only turns as spymaster, or only turns as guesser
option-days = only the last days, with today (all time unless you say)
option-alone = games that one person played with bots, which count apart
option-user = the person: platform:id, such as terminal:ann, or a name
option-against = another player, to show the chance of beating a team that plays like them
option-game = the game's name, eight letters and digits
option-own-user = the person: platform:id, such as terminal:ann, or a name (you unless you say)
option-last = how many games to list, the newest first (20 unless you say)
option-out = write to this new file
option-discord = serve Discord too, with the token in DISCORD_TOKEN
option-slack = serve Slack too, with the tokens in SLACK_BOT_TOKEN and SLACK_APP_TOKEN
option-host = the address to take requests at: 127.0.0.1 for this machine alone (which is usual), 0.0.0.0 for all
option-port = the port to take requests at: PORT in the environment, or else 3000
option-yes = don't ask first

# People, guilds and games that are named

name-of-nobody = There's nobody called "{ $name }" here: write platform:id, such as terminal:ann, or a name from the leaderboard.
name-of-several = Several people are called "{ $name }": choose one of { $users }.
user-unknown = Nothing is stored about { $user }: check the platform and the id.
guild-none = There's no guild yet: one appears with its first game.
guild-which = There are several guilds: choose one of { $known } with --guild.
guild-unknown = There's no guild "{ $guild }": choose one of { $known }.

# What was done

left-as-it-is = Nothing was changed.
migrate-done = The database went from { $before } to { $after }.
migrate-nothing = The database is at { $after } already, so there's nothing to do.
backup-sure = { $path } exists. Replace it by the new backup? [y/N]
backup-done = A sound copy of the games is in { $path }, keys included: keep it where only you can read it.
restore-sure = Replace all games in { $path } by those of the backup, forever? [y/N]
restore-done = The games of { $path } are back, so Spyring can be started.
backup-server = Only a SQLite file is backed up and restored here: for PostgreSQL, use pg_dump -Fc and pg_restore.
backup-missing = There's no file { $path }: name the file of a backup.
backup-itself = { $path } belongs to the other file that's named here: name another file.
backup-no-file = { $path } isn't a file of Spyring's, so it isn't replaced: name another file, or move that one elsewhere first.
backup-in-use = Spyring or another program has { $path } open: end it, and run this again.
backup-empty = There are no games in { $path }: name another file.
backup-damaged = The backup { $path } is damaged, so nothing was changed: name an earlier one.
backup-foreign = { $path } isn't a backup of Spyring's games, so nothing was changed: name another file.
backup-full = The disk of { $path } is full, so nothing was changed: make room there, or name a file elsewhere.
rebuild-done =
    All ratings and memories are computed again, from { $turns ->
        [one] 1 turn
       *[other] { $turns } turns
    }.
export-written = Everything that is stored about { $user } is in { $path }.
forget-sure = Delete everything that is stored about { $user }, forever? [y/N]
forget-done =
    { $user } is forgotten: { $games ->
        [0] no game had the name.
        [one] 1 game stays, without the name.
       *[other] { $games } games stay, without the name.
    }
forget-bot = { $user } is a bot, and no personal data are stored about bots: name a person.
purge-sure = Delete all rooms, games, ratings and memories of { $guild }, and everything about people who play nowhere else, forever? [y/N]
purge-done =
    { $guild } is deleted, with { $games ->
        [one] 1 game
       *[other] { $games } games
    }.
erasure-waits = Another program is reading the database, so its files still have traces of the deleted data. Spyring clears them within a minute while it runs, or when it starts next.
confirm-nobody = There's nobody here to ask: add --yes if you're sure.

# Lists of games

games-line = { $game }  { $at }  { $kind }: { $state }
games-line-plays = {"          "}{ $plays } · with { $others }
games-nobody = nobody else
games-state =
    { $status ->
        [lobby] not started
        [running] under way, in turn { $turn }
       *[stopped] stopped before its end
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
        [stopped] The game was stopped before its end, so its deal stays secret.
       *[other] The deal is shown when the game is over.
    }

# What the doctor finds

doctor-program = Spyring { $version } on Python { $python }
doctor-settings = all { $number } settings can be read
doctor-setting-unknown = { $name } isn't a setting: compare it with .env.example.
doctor-database = { $name } answers
doctor-store =
    { $fault ->
        [full] The disk of the database is full ({ $code }): make room.
        [read-only] The database can be read but not written ({ $code }): make it writable.
        [busy] Other programs hold the database, or it has no connection free ({ $code }): find and stop them, then try again.
        [lost] The database doesn't answer ({ $code }): check the host and port in DATABASE_URL, and whether the server runs.
        [moved] The file, or its log, was deleted, moved, replaced or emptied meanwhile: run this again.
        [foreign] The file is another program's database ({ $code }): name another file with --state or DATABASE_URL.
        [refused] The database doesn't let this program in ({ $code }): check user, password and name in DATABASE_URL.
        [behind] The database lacks tables or columns ({ $code }): run "spyring migrate".
       *[broken] The files of the database can't be opened, read or written ({ $code }): check that the folder exists and can be written, that the file is a database, and that the disk is sound.
    }
doctor-sound = the pages of the file are sound, and its indexes match its tables
doctor-large = The file has over { $megabytes } MB, so its pages aren't looked through here: "spyring backup" does that in the copy.
doctor-no-file = { $path } doesn't exist yet: "spyring play", "spyring run" or "spyring migrate" makes it
doctor-migrated = the tables are from this version ({ $head })
doctor-behind = The tables are from an earlier version ({ $current }, not { $head }): run "spyring migrate".
doctor-writable = a test record was written and deleted again
doctor-clock = it is { $now } here, and the database agrees
doctor-skew =
    The clocks of this machine and of the database are { $seconds ->
        [one] 1 second
       *[other] { $seconds } seconds
    } apart, and deadlines depend on them: set both from the network (NTP).
doctor-past = The last game changed at { $newest }, which is in the future by this machine's clock: set the clock.
doctor-folder = Nothing can be written to { $folder }: make the folder writable, or keep the games elsewhere (DATABASE_URL).
doctor-readers = Other users of this machine can read { $path }, keys and all: set its mode to 600 unless you want that.
doctor-readers-env = Other users of this machine can read { $path }, tokens and passwords too: set its mode to 600.
doctor-disk = { $megabytes } MB are free in { $folder }
doctor-disk-little = Only { $megabytes } MB are free in { $folder }: make room before the games need it.
doctor-disk-full = Only { $megabytes } MB are free in { $folder }, which is too little: make room, or move the database.
doctor-models = { $names } can be loaded
doctor-models-broken = Files that come with Spyring are missing or damaged: install it again.
doctor-pack = the pack { $name } has { $words } words
doctor-fonts = a picture of a board can be drawn
doctor-fonts-broken = Pillow or its font doesn't work, so no picture can be drawn: install Spyring again.
doctor-port-off = metrics and health have no port: SPYRING_METRICS_PORT opens one
doctor-port = the port { NUMBER($port, useGrouping: 0) } for metrics and health is free
doctor-port-wrong = The port for metrics and health can't be opened until { $name } is a port: see settings above.
doctor-port-taken = The port { NUMBER($port, useGrouping: 0) } for metrics and health is taken ({ $problem }): unless "spyring run" itself has it, set SPYRING_METRICS_PORT to another one.
doctor-token = { $name } is set and has the right form
doctor-token-unset = { $name } isn't set
doctor-token-malformed = { $name } is set but doesn't look like such a token: copy it again from the platform.
doctor-workers =
    a process that thinks for the bots of every game starts and answers; "spyring run" starts { $number ->
        [one] 1 of them
       *[other] { $number } of them
    }
doctor-workers-broken = A process that thinks for the bots of { $game } didn't start, or was too slow: see the log, raise SPYRING_THINK_SECONDS, or use a larger machine.
