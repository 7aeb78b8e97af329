# What is said on Discord alone, in English.

discord-field = { $name }: { $value }
discord-pointed = { $card } ← { $who }
discord-typed = { $label }: { $line }
discord-command = { $line }
discord-writing = Reply to the board, or mention me, and write what you want to do: a card, a letter or a word that is asked for, or a whole line such as "leave". /help tells more.
discord-aloud = This is secret, and now all in this channel can read it: choose another one, and type it into the form behind the button, or in a direct message to me.
discord-no-game = I do not know which game you mean: answer a message of mine about a game, or write in its channel.
discord-menu = Choose: { $first } to { $last }
discord-key = My key
discord-own = My board
discord-openly = That cannot be done now. Why is for your team alone to read: press "My board", or write it to me in a direct message.
discord-board = Board as text
discord-take = Guess by my reactions
discord-noted = On the board: a filled number is the turn in which a card was picked, a ring a turn whose clue meant it.
discord-moved = This message is no longer the newest: look further down.
discord-moved-away = This game goes on in another place:
discord-thread-name = { $game } { $name }
discord-thread-none = No thread could be made for this game, so it stays in this channel. For the next game to get one, check that the bot has the permission Create Public Threads here.
discord-thread-nowhere = There are no threads in channels of this kind, so this game stays here. To play in a thread, open the next game in a text channel.
discord-thread-closed = Nothing can be posted in the thread of this game (any more), so it goes on here. To keep the next game in its thread, do not lock or delete it, and give the bot the permission Send Messages in Threads.
discord-moved-turn = This board of turn { $turn } is no longer the newest: look further down.
