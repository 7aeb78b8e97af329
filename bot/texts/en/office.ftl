# What operators read: the commands beside play, in English.

state-missing = There is no file { $path } with games in it: name one with --state, set DATABASE_URL, or play first.
state-folder = The folder { $path } for the games cannot be made ({ $problem }): name another file with --state.
port-taken = The port { NUMBER($port, useGrouping: 0) } for metrics and health cannot be opened ({ $problem }): set SPYRING_METRICS_PORT to another one, or to 0 for none.

# The commands and their options

cli-run = serve games until a signal ends it, with bots, deadlines and learning
cli-migrate = bring the database to the tables of this version
cli-doctor = look at settings, database, models and tokens, and say what is wrong and what to do; the exit code is 1 where something is
cli-leaderboard = show who plays best in a guild
cli-profile = show how somebody plays, and with whom
cli-games = list your games, or somebody's, with the names that replay takes
cli-replay = tell a game again, with its deal if it is over
cli-export = write all that is stored about a person as JSON
cli-forget = delete a person's data everywhere; games stay, without the name
cli-purge = delete a guild: its rooms, their games, and what was learnt from them
cli-rebuild = compute all ratings and memories anew from the turns
option-state = the SQLite file with the games (DATABASE_URL, or a file in your data folder, unless you say)
option-to = stop at this change of the tables (the newest unless you say)
option-guild = the guild, such as terminal:home (the only one unless you say)
option-board = the game (codenames unless you say); the others are told by points
option-role = only turns as spymaster, or only those as guesser
option-days = only the last days, today included (all time unless you say)
option-alone = the games that one person played with bots, which count apart
option-user = the person: platform:id, such as terminal:ann, or a name
option-against = another player, to show the chance of winning against a team that plays like them
option-game = the game's name, eight letters and digits
option-games-user = the person: platform:id, such as terminal:ann, or a name (you unless you say)
option-last = how many games to list, the newest first (20 unless you say)
option-out = write to this file
option-discord = serve Discord, too, with the token in DISCORD_TOKEN
option-yes = do it without asking

# People, guilds and games that are named

name-of-nobody = Nobody here is called "{ $name }": write platform:id, such as terminal:ann, or a name as the leaderboard shows it.
name-of-several = Several people are called "{ $name }": say which of { $users } is meant.
user-unknown = Nothing is stored about { $user }: check the platform and the id.
guild-none = There is no guild yet: one appears with its first game.
guild-which = There are several guilds: say with --guild which of { $known } is meant.
guild-unknown = There is no guild "{ $guild }": choose one of { $known }.

# What was done

left-as-it-is = Everything is left as it is.
migrate-done = The database has come from { $before } to { $after }.
migrate-nothing = The database is at { $after } already: there is nothing to do.
rebuild-done =
    All ratings and memories are computed anew from { $turns ->
        [one] 1 turn
       *[other] { $turns } turns
    }.
leaderboard-alone = Games that one person played with bots count apart: add --alone to see them.
export-written = All that is stored about { $user } is in { $path }.
forget-sure = Delete all that is stored about { $user }, for ever? [y/N]
forget-done =
    { $user } is forgotten: { $games ->
        [0] no game held the name.
        [one] 1 game stays without the name.
       *[other] { $games } games stay without the name.
    }
forget-bot = { $user } is a bot, about whom no personal data are stored: name a person.
purge-sure = Delete all rooms, games, ratings and memories of { $guild }, and all about people who are nowhere else, for ever? [y/N]
purge-done =
    { $guild } is deleted, with { $games ->
        [one] 1 game
       *[other] { $games } games
    }.
erasure-waits = Another program is reading the database, so its files still hold traces of what you deleted. Spyring clears them within a minute while it runs, or when it next starts.
confirm-nobody = Nobody can be asked here: add --yes if you are sure.

# Lists of games

games-line = { $game }  { $at }  { $kind }: { $state }
games-line-plays = {"          "}{ $plays } · with { $others }
games-nobody = nobody else
games-state =
    { $status ->
        [lobby] not begun
        [running] under way, in turn { $turn }
       *[stopped] stopped before its end
    }
games-none = { $user } has played no game here yet: "spyring play" begins one.
games-older =
    { $older ->
        [one] There's 1 older game
       *[other] There are { $older } older games
    }: --last lists more.
games-replay = To see a game again: { $command }

# Replays

replay-title =
    { $kind } { $game }: { $status ->
        [lobby] not begun
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
        [stopped] The game was stopped before its end: its deal is not told.
       *[other] The deal is told when the game is over.
    }

# What the doctor finds

doctor-program = Spyring { $version } on Python { $python }
doctor-settings = all { $number } settings can be read
doctor-setting-unknown = { $name } is no setting: compare it with .env.example.
doctor-database = { $name } answers
doctor-store =
    { $fault ->
        [full] The disk of the database is full ({ $code }): make room.
        [read-only] The database can be read but not written ({ $code }): make it writable.
        [busy] The database is held by others or has no connection free ({ $code }): look for what holds it, and try again.
        [lost] The database does not answer ({ $code }): check the host and port in DATABASE_URL, and whether the server runs.
        [refused] The database does not let this program in ({ $code }): check user, password and name in DATABASE_URL.
        [behind] The database lacks tables or columns ({ $code }): run "spyring migrate".
       *[broken] The files of the database cannot be opened, read or written ({ $code }): check that the folder exists and may be written, that it is a database, and that the disk is sound.
    }
doctor-no-file = { $path } does not exist yet: it is made by "spyring play", "spyring run" or "spyring migrate"
doctor-migrated = the tables are those of this version ({ $head })
doctor-behind = The tables are of an earlier version ({ $current } instead of { $head }): run "spyring migrate".
doctor-writable = something could be written and taken away again
doctor-clock = it is { $now } here, and the database agrees
doctor-skew =
    The clocks of this machine and of the database are { $seconds ->
        [one] 1 second
       *[other] { $seconds } seconds
    } apart: let both set theirs from the network (NTP), for deadlines depend on it.
doctor-past = The last game changed at { $newest }, which is still to come by this machine's clock: set the clock.
doctor-folder = Nothing can be written into { $folder }: make it a folder that can be written, or keep the games elsewhere (DATABASE_URL).
doctor-readers = Others on this machine can read { $path }, keys and all: set its mode to 600 unless you want that.
doctor-disk = { $megabytes } MB are free in { $folder }
doctor-disk-little = Only { $megabytes } MB are free in { $folder }: make room before the games need it.
doctor-disk-full = Only { $megabytes } MB are free in { $folder }, which is too little: make room, or move the database.
doctor-models = { $names } can be loaded
doctor-models-broken = Files that come with Spyring are missing or damaged: install it again.
doctor-pack = the pack { $name } has { $words } words
doctor-fonts = a picture of a board can be drawn
doctor-fonts-broken = No picture can be drawn, because Pillow or its font cannot be used: install Spyring again.
doctor-port-off = metrics and health have no port: SPYRING_METRICS_PORT opens one
doctor-port = the port { NUMBER($port, useGrouping: 0) } for metrics and health is free
doctor-port-wrong = No port can be opened for metrics and health before { $name } is a port: see settings above.
doctor-port-taken = The port { NUMBER($port, useGrouping: 0) } for metrics and health is taken ({ $problem }): if that is not "spyring run" itself, set SPYRING_METRICS_PORT to another one.
doctor-token = { $name } is set and has the right form
doctor-token-unset = { $name } is not set
doctor-token-malformed = { $name } is set but has not the form of such a token: copy it again from the platform.
doctor-workers =
    a process that thinks for the bots of every game starts and chooses; there will be { $number ->
        [one] 1
       *[other] { $number }
    }
doctor-workers-broken = No process could be started that thinks for the bots of { $game }, or it was too slow: see the log, raise SPYRING_THINK_SECONDS, or use a larger machine.
