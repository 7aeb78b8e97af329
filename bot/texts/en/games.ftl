# Answers that all games share, in English.

no-game-here = No game here yet. Start one with /codenames new, /hangman new or /shiritori new.
no-such-game = There's no game called "{ $game }": check its name.
question-early = The game is still under way, and the answer would help a guesser: ask again when it's over.
question-unknown = The last game here was { game-name }, which can't answer "{ $line }": ask it where another game has ended.
game-gone = This game isn't here any more: open a new one with { TYPED("new") }.
room-reserved =
    The game here ended just now. For { $minutes ->
        [one] another minute
       *[other] another { $minutes } minutes
    }, only its players ({ $who }) can open the next one here: join them, wait a little, or open yours in another channel.
room-busy = A game is still under way here: join it, or stop it first.
table-code-unknown = There's no table with the code { $code }: look at "Settings" on the board of the table, and copy the code from there.
share-tables-person = You're the host of { $most } tables that are still under way, which is the limit: finish one of them, or stop it in its channel (/codenames stop, /hangman stop or /shiritori stop), and open the next one then.
share-tables-host = The host of this table has { $most } tables that are still under way, which is the limit: finish one of them, or open a table of your own with { TYPED("new") }.
share-tables-guild = { $most } tables are under way here, which is the limit for one place: play at one of them, or wait until one has ended.
share-lines =
    You've sent more than { $most } commands, presses and messages within a minute. Nothing was changed. Wait { $seconds ->
        [one] 1 second
       *[other] { $seconds } seconds
    }, then go on.
table-rooms-many = This table is already in { $most } channels, which is the limit: play in one of them.
daily-running =
    { $game ->
        [shiritori] The game of the day is under way already: go and see it there. The next opening sound
       *[other] Today's word is under way already: guess along. The next word
    } comes at midnight UTC, in { $hours ->
        [one] 1 hour
       *[other] { $hours } hours
    }.
daily-over =
    { $game ->
        [shiritori] The opening sound of the day has been played already.
       *[other] The word of the day has been played already.
    } The next one comes at midnight UTC, in { $hours ->
        [one] 1 hour
       *[other] { $hours } hours
    }: until then, open a game { $game ->
        [shiritori] that isn't the daily one.
       *[other] without the word of the day.
    }
daily-stopped =
    { $game ->
        [shiritori] This was the game of { $day }: until that day is over (UTC), anybody who opens the game of the day continues from here.
       *[other] This was the word of { $day }: until that day is over (UTC), anybody who opens the word of the day continues from here.
    }
daily-not-set =
    { $game ->
        [shiritori] The opening sound of the day needs a table of its own: open one with it when no other game is under way here.
       *[other] The word of the day needs a table of its own: open one with it when no other game is under way here.
    }
game-went-on = The game has moved on: look at the board and choose again.
press-unseen = Your first press counts, but this board didn't show it yet: look at the newest board, and press once more.
press-twice = You pressed twice within a second, so the second press didn't count: press again if you meant it.
search-slow = I couldn't work that out in time: ask again in a moment.
no-bot-sits = There's no bot in the chair { $seat }.
line-empty = You typed nothing: say what you'd like to do.
line-longest = A line has at most { $most } characters: make it shorter.
line-characters = That line has characters that can't be typed, such as a line break: leave them out.

# Options of a new table.

game-unknown = There's no game called "{ $name }": play one of { $known }.
option-unknown = There's no option called "{ $name }": set one of { $known }.
option-integer = The option { $name } can't be "{ $found }": give a whole number from { $least } to { $most }.
option-choice = The option { $name } can't be "{ $found }": choose one of { $choices }.
