# Said on chat platforms, in English.

chat-field = { $name }: { $value }
chat-columns-alt = Columns { $first } to { $last } of a board: { $cells }
chat-pointed = { $card } ← { $who }
chat-pointed-again = To guess a marked card, press it again.
chat-typed = { $label }: { $line }
chat-command = { $line }
chat-writing = Reply to the board, or mention me, and write what you want to do: a card, a letter or a word that is asked for, or a whole line such as "leave". /help tells more.
chat-anyway = Do it all the same
chat-anyway-typed = To do it all the same, write: { TYPED($line) }
chat-aloud = This is secret, and now all in this channel can read it: choose another one, and type it into the form behind the button, or in a direct message to me.
chat-no-game = I do not know which game you mean: answer a message of mine about a game, or write in its channel.
chat-menu = Choose: { $first } to { $last }
chat-form-part = { $label } ({ $number })
chat-said = { $said }
chat-key = My key
chat-own = My board
chat-openly = That cannot be done now. Why is for your team alone to read: press "My board", or write it to me in a direct message.
chat-board = Board as text
chat-record = Check the deal
chat-take = Guess by my reactions
chat-noted = On the board: a filled number is the turn in which a card was picked, a ring a turn whose clue meant it.
chat-moved = This message is no longer the newest: look further down.
chat-moved-away = This game goes on in another place:
chat-moved-turn = This board of turn { $turn } is no longer the newest: look further down.
