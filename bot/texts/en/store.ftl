# Faults of the database, in English.

store-full = Nothing was changed, because the disk with the games is full. Free some space on it, or tell the bot's operator, then try again.
store-read-only = Nothing was changed, because the database with the games is read-only now. Make it writable, or tell the bot's operator, then try again.
store-busy = Nothing was changed, because the database with the games is busy right now. Try again in a moment.
store-lost = Nothing was changed, because the database with the games doesn't answer. Try again in a minute. If that doesn't help, tell the bot's operator.
store-broken = Nothing was changed, because the files of the database with the games can't be opened, read or written. Check that their folder exists and can be written, and that the disk is sound, or tell the bot's operator.
store-damaged = Nothing was changed, because the file with the games is damaged. Restore a backup with "spyring restore", or tell the bot's operator.
store-moved = Nothing was changed, because an older copy replaced the database with the games while this program was running, or its file or log was deleted, moved, replaced or emptied. Put the same file back, or end the program, restore a backup if the database is a file, and start it again. If you don't run this bot, tell its operator.
store-refused = Nothing was changed, because the database with the games refuses access. Check the user, the password and the database's name in DATABASE_URL, or tell the bot's operator.
store-behind = Nothing was changed, because the database with the games lacks tables of this version. Run "spyring migrate" and try again, or tell the bot's operator.
store-unsure = The connection to the database broke at that moment, so I don't know whether this was done. Look at the game in a minute, and if it wasn't done, try again: nothing counts twice.

store-address = DATABASE_URL isn't the address of a database for games: write sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE.
store-address-slashes = DATABASE_URL lacks a slash: write sqlite:///FILE for a file in this folder, and sqlite:////FOLDER/FILE for one elsewhere.
store-address-option = DATABASE_URL has an unknown option, { $option }: leave it out.
store-address-port = The port { $port } in DATABASE_URL isn't a port: write a whole number from 1 to 65535, such as 5432, or leave it out.
store-address-binding = In DATABASE_URL, channel_binding must be one of { $known }, or be left out.
store-address-ssl = In DATABASE_URL, sslmode must be one of { $known }.
store-driver = PostgreSQL needs its driver: run pip install ".[postgres]" in the folder that you cloned Spyring into, or begin DATABASE_URL with sqlite:///.
store-sqlite-driver = This program doesn't work with aiosqlite { $installed }, the installed driver of SQLite. Run pip install "{ $needed }" in the same environment.
store-newer = A newer version of this program created the database: install that version, or set DATABASE_URL to another database.
store-foreign = Nothing was changed, because the database has another program's tables, or "spyring migrate" didn't create it: name another file with --state, or set DATABASE_URL to an empty database.
store-revision = There's no migration called "{ $revision }": choose one of { $known }, or leave --to out.
