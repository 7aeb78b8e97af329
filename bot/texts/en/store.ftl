# What the database cannot do, in English.

store-full = Nothing was changed, because the disk with the games is full. Free some space on it, or ask whoever runs this bot to, and try again.
store-read-only = Nothing was changed, because the games can be read now but not written. Make their database writable, or ask whoever runs this bot to, and try again.
store-busy = Nothing was changed, because the database with the games is busy right now. Try again in a moment.
store-lost = Nothing was changed, because the database with the games doesn't answer. Try again in a minute. If that doesn't help, tell whoever runs this bot.
store-broken = Nothing was changed, because the files of the database with the games can't be opened, read or written. Check that their folder exists and can be written, and that the disk is sound, or tell whoever runs this bot.
store-damaged = Nothing was changed, because the file with the games is damaged. Put a backup in its place with "spyring restore", or ask whoever runs this bot to.
store-moved = Nothing was changed, because an earlier copy took the place of the database with the games while this program runs, or its file or log was deleted, moved, replaced or emptied. Put the same file back, or end the program, restore a backup if the database is a file, and start it again. If you don't run this bot, tell whoever does.
store-refused = Nothing was changed, because the database with the games doesn't let this program in. Check the user, the password and the database's name in DATABASE_URL, or tell whoever runs this bot.
store-behind = Nothing was changed, because the database with the games lacks tables that this version needs. Run "spyring migrate" and try again, or ask whoever runs this bot to.
store-unsure = The database went away at that moment, so I don't know whether this was done. Look at the game in a minute, and if it wasn't done, try again: nothing counts twice.

store-address = DATABASE_URL isn't the address of a database for games: write sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE.
store-address-slashes = DATABASE_URL has a slash too few: write sqlite:///FILE for a file in this folder, and sqlite:////FOLDER/FILE for one elsewhere.
store-address-option = DATABASE_URL has an option that isn't known here, { $option }: leave it out.
store-address-port = The port { $port } in DATABASE_URL isn't a port: write a whole number from 1 to 65535, such as 5432, or leave it out.
store-address-binding = In DATABASE_URL, channel_binding must be one of { $known }, or be left out.
store-address-ssl = In DATABASE_URL, sslmode must be one of { $known }.
store-driver = PostgreSQL needs its driver: run pip install ".[postgres]" in the folder that you cloned Spyring into, or let DATABASE_URL start with sqlite:///.
store-sqlite-driver = SQLite needs its driver in a version that fits this program: aiosqlite { $installed } is installed. Run pip install "{ $needed }" in the same environment.
store-newer = A newer version of this program made the database: install that version, or let DATABASE_URL name another database.
store-foreign = Nothing was changed, because the database has another program's tables, or "spyring migrate" didn't make it: name another file with --state, or let DATABASE_URL name an empty database.
store-revision = There's no migration called "{ $revision }": choose one of { $known }, or leave --to out.
