# The terminal's own sentences, in English.

# Around a view

terminal-field = { $name }: { $value }
terminal-cut-words = In full: { $words }
terminal-seat =
    { $team } { $role }{ $number ->
        [1] {""}
       *[other] {" "}{ $number }
    }
terminal-pointed = Marks on { $card }: { $who }.
terminal-form = { $label }. Type { $usage }.
terminal-choice = { $line } – { $label }
terminal-more-choices = ... and { $more } more: Tab shows them all.
terminal-now-clue = For two cards that ocean fits, type ocean 2. New here? Type rules.
terminal-now-guess = Type a card: its word, or its place, such as B3. New here? Type rules.
terminal-now-mark = Type a card to mark it: a guess needs enough marks. New here? Type rules.
terminal-now-type = Type { $expected }. New here? Type rules.

# Commands of the terminal itself

terminal-help-head = You can type these commands; words in capitals stand for your choice:
terminal-help-bare = When the game asks for a clue or a card, you can leave out the first word.
terminal-help-keyboard =
    { $game ->
        [shiritori] A line that isn't one of these commands is a word of the chain.
       *[other] You can type just a letter, a word, or a letter's places.
    }
terminal-help-script =
    { $game ->
        [shiritori] A line that isn't one of these commands is a word of the chain.
       *[other] A line that isn't one of these commands is a guess of its first letter.
    }
terminal-help-tab = Tab completes what you type.
terminal-help-prefix = If several people can act, start a line with a chair to say who acts: "{ $seat }:".
terminal-order-board = show the board
terminal-order-key = show or hide the key, if your chair sees it
terminal-order-left = show how many cards are left
terminal-order-log = show the clues so far
terminal-order-rules = show the rules of the game
terminal-order-help = show this list
terminal-order-go = let the bots that are waiting for you go on; an empty line does the same
terminal-order-takeback = take back the last move, if every other team agrees; bots refuse once a card is uncovered
terminal-order-agree = agree to take back the move
terminal-order-refuse = let the move stand
terminal-order-stop = stop the game for good
terminal-order-quit = leave the game; if games are saved, the next start continues it

# Refusals

terminal-no-key = Only spymasters can see the key, so { $seat } can't: play without it.
terminal-seat-unknown = { $seat } isn't a person's chair here: start the line with one of { $seats }, or with none.
terminal-seat-apart = You can't see what { $seat } sees: hand over the keyboard when it's their turn.
terminal-nothing-waits = No bot is waiting for you: type a move, or help.
terminal-type-something = Type { $expected }.
terminal-namesake = "{ $word }" is also a card: to choose the card, type "{ $line }".
terminal-nothing-typed = You typed nothing: type the { $name }, or press Ctrl-D to leave.
terminal-log-empty = There's no clue yet.
terminal-board-empty = The board hasn't been dealt yet: wait a moment.
terminal-try-again = To let the bots try again, send any line; to leave, type quit.
terminal-stuck = Nobody at this table can act, so the game stops here. This is a bug: please report it with these lines.

# The interactive game

terminal-hand-over = Hand the keyboard to the { $seat }.
terminal-hand-over-to = Hand the keyboard to { $who }.
terminal-alone = Press Enter when nobody else is looking.
terminal-read = Press Enter when you have read this, then hand over the keyboard.{" "}
terminal-meanwhile = Since you last looked:
terminal-prompt = { $seat }>{" "}
terminal-expects-form = { $usage }, or help
terminal-expects-card = a card, or help
terminal-expects-go = a card, Enter to let the bots go on, or help
terminal-expects-line = anything, or help
terminal-expects-beside = { $said }; Enter lets the bot go on
terminal-secret-prompt = { $name } (shown as asterisks):{" "}
terminal-confirm-guess = Uncover { $subject }? [Y/n]{" "}
terminal-confirm-solve = Try { $subject } as the whole word? [Y/n]{" "}
terminal-confirm-namesake = "{ $word }" is also a card. Do you mean the card? [y/N]{" "}
terminal-confirm-near = { $said } [Y/n]{" "}
terminal-confirm-anyway = Do it anyway? [y/N]{" "}
terminal-anyway = To do it anyway, type: { TYPED($line) }
terminal-numbered = { $number }: { $label }
terminal-which-number = Which one? Type a number from 1 to { $most }, or Enter for none:{" "}
terminal-confirm-concede = Give up? Then you're out of this game. [y/N]{" "}
terminal-confirm-resign = Resign for your team? [y/N]{" "}
terminal-confirm-stop = Stop the game for good? If your side is losing, it loses the game. [y/N]{" "}
terminal-again = Press Enter to let the bots try again.{" "}
terminal-not-done = Nothing was done.
terminal-key-hidden = The key is hidden; type key to see it.
terminal-thinking = thinking ...
terminal-leave = Leave the game? [y/N]{" "}
terminal-left = You left the game.

# The end

terminal-verify = Anyone can check with these lines that the board wasn't changed: see docs/fair-deal.md.
