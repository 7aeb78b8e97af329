# Chairs

nim-seat = { $seat }
nim-chair = { $team } taker
nim-chair-within = the { $team } taker
nim-chair-any = { $team } taker
nim-chair-role = taker

# The table

nim-plays = a heap of { $heap } counters
nim-rules-1 = A heap of counters lies on the table.
nim-rules-2 = In turn, each player takes one to three of them.
nim-rules-3 = The player who takes the last one wins.
nim-rules-4 = One number of counters is a trap, which only Blue sees.
nim-rules-5 = A player who leaves exactly that number loses at once.
nim-own = the trap comes
nim-instead = only you can see the trap
nim-note = You're { $seat }. You see the trap here when it's your turn.
nim-times = { $guess } to take
nim-guess-time = Time to take
nim-no-take-back = There's no move to take back: play on.
nim-stop-forfeits = If you stop the game now, you lose it. Play on, or stop it anyway.

# The game

nim-title = Heap of { $heap }: { $seat } takes
nim-over = { $seat } wins
nim-heap = { $heap } counters
nim-trap = The trap is { $trap }
nim-take = take { $count }
nim-laid = The trap is laid.
nim-taken = { $seat } takes { $count }.
nim-expired = { $seat } was too slow.
nim-recap = { $seat } wanted to leave { $left }.
nim-reason = { $seat } has won
nim-too-many = The heap and the rules allow { $most } at most: take fewer.
nim-take-form = Type the number of counters that you take, like "take 2".
nim-seeded = The trap follows from a seed.

# Commands and options

command-nim-new = Open a table of Nim with a trap
command-nim-take = Take counters from the heap
option-nim-heap = counters
option-nim-count = the number of counters to take
option-nim-first = take first
slash-take = take
slot-heap = heap
slot-count = count
chat-help-nim = Take one to three counters with /nim take, or press a button.
value-game-nim = Nim
