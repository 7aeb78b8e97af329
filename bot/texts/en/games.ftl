# What the door answers, whichever game is played.

no-game-here = There is no game in this room yet: open one with { TYPED("new") }.
no-such-game = There is no game called "{ $game }": look at its name again.
game-gone = This game is not here any more: open a new one with { TYPED("new") }.
room-reserved =
    The game in this room has just ended. For { $minutes ->
        [one] another minute
       *[other] another { $minutes } minutes
    } only its players ({ $who }) can open the next one here: join them, wait a little, or open yours in another channel.
room-busy = A game is still under way in this room: join it, or stop it first.
daily-running =
    The word of the day is being guessed already: guess along. The next word comes at midnight UTC, in { $hours ->
        [one] 1 hour
       *[other] { $hours } hours
    }.
daily-over =
    The word of the day has been played already. The next one comes at midnight UTC, in { $hours ->
        [one] 1 hour
       *[other] { $hours } hours
    }: until then open a game without the word of the day.
daily-stopped = It is the word of { $day }: until that day is over (UTC), whoever opens the word of the day goes on from here.
daily-not-set = The word of the day has a table of its own: open one with it, when no other game is under way here.
game-went-on = The game has gone on: look at the board and choose again.
press-unseen = Your first press has been taken, but this board did not show it yet: look at the newest board, and press once more.
no-bot-sits = No bot sits in the chair { $seat }.
line-empty = Nothing was typed: say what you would like to do.
line-longest = A line has at most { $most } characters: say it shorter.
line-characters = That line holds characters that cannot be typed, such as a line break: leave them out.

# Options of a new table.

game-unknown = There is no game called "{ $name }": play one of { $known }.
option-unknown = There is no option called "{ $name }": set one of { $known }.
option-integer = The option { $name } cannot be "{ $found }": give a whole number from { $least } to { $most }.
option-choice = The option { $name } cannot be "{ $found }": choose one of { $choices }.
