# What the database cannot do, in English.

store-full = Nothing was changed, because the disk with the games is full. Free some space on it, or ask whoever runs this bot to, and do it again.
store-read-only = Nothing was changed, because the games can be read now but not written. Make their database writable, or ask whoever runs this bot to, and do it again.
store-busy = Nothing was changed, because too many are at work on the games just now. Do it again in a moment.
store-lost = Nothing was changed, because the database with the games does not answer. Do it again in a minute; if that does not help, tell whoever runs this bot.
store-broken = Nothing was changed, because the files of the database with the games cannot be opened, read or written. Check that their folder exists and may be written, and that the disk is sound, or tell whoever runs this bot.
store-refused = Nothing was changed, because the database with the games does not let this program in. Check the user, the password and the database's name in DATABASE_URL, or tell whoever runs this bot.
store-behind = Nothing was changed, because the database with the games lacks tables that this version needs. Run "spyring migrate" and do it again, or ask whoever runs this bot to.
store-unsure = It is not known whether this was done, because the database went away at that moment. Look at the game in a minute; if it was not done, do it again: nothing is counted twice.

store-address = DATABASE_URL is the address of no database that games can be kept in: write sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE.
store-address-slashes = DATABASE_URL has a slash too few: write sqlite:///FILE for a file in this folder, and sqlite:////FOLDER/FILE for one elsewhere.
store-address-option = DATABASE_URL has an option that is not known here, { $option }: leave it out.
store-address-port = { $port } in DATABASE_URL is no port: write a whole number from 1 to 65535, such as 5432, or leave it out.
store-address-ssl = In DATABASE_URL, sslmode must be one of { $known }.
store-driver = Games are kept in PostgreSQL only where its driver is installed: run pip install ".[postgres]" in the folder that Spyring was cloned into, or let DATABASE_URL begin with sqlite:///.
store-newer = The database was made by a newer version of this program: install that one, or let DATABASE_URL name another database.
store-foreign = The database holds tables of another program, or was not made by "spyring migrate": let DATABASE_URL name an empty database.
store-revision = There is no change of the database called "{ $revision }": choose one of { $known }, or leave --to out.
