# Messages on chat platforms, in English.

chat-field = { $name }: { $value }
chat-columns-alt = Columns { $first } to { $last } of a board: { $cells }
chat-pointed = { $card } ← { $who }
chat-pointed-again = To guess a marked card, press it again.
chat-typed = { $label }: { $line }
chat-command = { $line }
chat-writing =
    { $direct ->
        [yes] Write here
       *[no] In a game, { $platform ->
            [slack] mention me
           *[other] reply to the board, or mention me,
        } and write
    } what you want to do: a card, a letter, a word, or a whole line such as "leave". There's more in /help.
chat-not-answered =
    { $platform ->
        [slack] Slack
        [discord] Discord
       *[other] { $platform }
    } had a problem, and my answer to you was lost. If the board doesn't show what you did, do it once more.
chat-anyway = Do it anyway
chat-anyway-typed = To do it anyway, write: { TYPED($line) }
chat-verb-first = Write "{ $verb }" before it: { $verb } and then your text.
chat-aloud = That's secret, and now everybody in this channel can read it. Choose another one, and type it into the form behind the button, or in a direct message to me.
chat-next-game = Thanks for playing! For the next game with the same people write { TYPED("rematch") }, or start another one here.
chat-other-game = There's no game of { $asked } here, but one of { $here }: its commands begin with /{ $command }.
chat-no-game =
    I don't know which game you mean. { $can_open ->
        [yes] Mention me in its channel, or start one here with /codenames new, /hangman new or /shiritori new.
       *[no] Reply to one of my messages about it, or write in its channel. To start one, go to a channel of a server and type /codenames new, /hangman new or /shiritori new there.
    }
chat-start = Start { $game }
chat-welcome =
    Hello! I run word games: { $games }. Bots take the empty chairs. { $can_open ->
        [yes] Press a button to start one, or type /codenames new, /hangman new or /shiritori new.
       *[no] To start one, go to a channel of a server and type /codenames new, /hangman new or /shiritori new there.
    }
chat-many-words = There are too many words, from "{ $words }" on: write fewer, or put an option's name before its value, such as rows:4.
chat-person = The option { $name } can't be "{ $found }": mention a person, with @ and their name.
chat-channel = The option { $name } can't be "{ $found }": name a channel, with # and its name.
chat-menu = Choose: { $first } to { $last }
chat-form-part = { $label } ({ $number })
chat-said = { $said }
chat-key = My key
chat-own = My board
chat-openly = That can't be done now. Only your team may see why: press "My board", or write it to me in a direct message.
chat-board = Board as text
chat-record = Check the deal
chat-why = Why?
chat-learnt = What did it learn about me?
chat-take = Guess with my reactions
chat-letters = Upper-case letters are uncovered cards, lower-case letters covered ones.
chat-noted = On the board, a filled number is the turn in which a card was picked, and a number in a ring is a turn whose clue meant the card.
chat-moved = There's a newer message: look further down.
chat-moved-away = This game continues in another place:
chat-moved-turn = This board is from turn { $turn }, and there's a newer one: look further down.
