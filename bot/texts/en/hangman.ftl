# Hangman, in English.

hangman-team =
    { $team ->
        [dealer] The dealer
        [blue] Blue
        [red] Red
       *[guessers] The guessers
    }
hangman-chair =
    { $team ->
        [dealer] The dealer
        [blue] Blue { $number }
        [red] Red { $number }
       *[guessers] Guesser { $number }
    }
hangman-chair-within =
    { $team ->
        [dealer] the dealer
        [blue] Blue guesser { $number }
        [red] Red guesser { $number }
       *[guessers] guesser { $number }
    }
hangman-chair-any =
    { $team ->
        [dealer] The dealer
        [blue] Blue
        [red] Red
       *[guessers] { $count ->
            [1] Guesser
           *[other] Guessers
        }
    }

hangman-chair-role =
    { $role ->
        [dealer] dealer
       *[guesser] { $count ->
            [1] guesser
           *[other] guessers
        }
    }

# The table around the game

hangman-plays =
    { $dealer ->
        [word] a word that a player sets
        [thought] a word that a player thinks of
       *[bot] a word of { $length } letters{ $kind ->
            [any] {""}
           *[some] {" "}({ $category })
        }
    } · { $lives ->
        [0] any number of wrong guesses
        [one] 1 wrong guess loses
       *[other] { $lives } wrong guesses lose
    } · { $mode ->
        [race] two teams race, each on a board of its own
        [turns] players guess in turn
       *[together] everyone guesses together
    }{ $dealer ->
        [honest] {""}
        [word] {""}
        [thought] {""}
       *[bot] {" "}· the dealer cheats
    }
hangman-rules-1 = The dealer has a secret word, and the board shows a dot for each of its letters.
hangman-rules-2 = The guessers choose one letter at a time, and the board shows each place where it is in the word.
hangman-rules-3 = Each letter that isn't in the word costs a life and adds to the gallows, and so does a wrong word.
hangman-rules-4 = The guessers win when all letters are found, or when they try the whole word and it's right.
hangman-rules-5 = The dealer wins when no life is left.
hangman-rules-example = An example: the word has 6 letters, and A, N, P and T are found. I, O and S were wrong, so 5 of 8 lives are left.
hangman-own =
    { $role ->
        [dealer] the dealer's questions come
       *[guesser] the team's board comes
    }
hangman-instead =
    { $role ->
        [dealer] the buttons below the game's message work for the dealer, too
       *[guesser] "My board" below the game's message shows the team's board
    }
hangman-note =
    { $role ->
        [dealer] You're { $seat }. When it's time to set the word or to answer, you're asked here. Don't tell anyone the word before the end.
       *[guesser] You're { $seat }. Your team's board comes here when the game starts, because the other team can't see it.
    }
hangman-times = { $guess } for a guess or an answer
hangman-guess-time = Time for a guess or an answer
hangman-no-take-back = Hangman has no take-back, because nobody can forget an answer: play on.
hangman-stop-forfeits = There has been a wrong guess: if you stop the game now, your side loses it. Play on, or stop it anyway.

# Titles and the board

hangman-title-word =
    { $dealer ->
        [person] Hangman: waiting for the dealer's word
        [day] Hangman: the word of the day
       *[bot] Hangman: the dealer is choosing a word
    }
hangman-title-guess = Hangman: guess a letter, or the whole word
hangman-title-race = Hangman: a race, and each team sees only its own board
hangman-title-turn = Turn { $turn }: { $seat } guesses a letter, or the whole word
hangman-title-answer = Hangman: is it { $asked }? The dealer answers
hangman-over =
    { $end ->
        [found] The guessers win: the word is found.
        [lives] The dealer wins: no life is left.
        [expired] The dealer wins: time is up.
        [unknown] The dealer wins: the word isn't in the dictionary.
       *[left] The guessers win: the dealer didn't answer in time.
    }
hangman-over-race =
    { $winner ->
        [blue] Blue wins: it needed the fewest guesses.
        [red] Red wins: it needed the fewest guesses.
        [dealer] The dealer wins: no team found its word.
        [left] Nobody wins: the dealer didn't set a word in time.
       *[nobody] It's a draw: both teams needed the same number of guesses.
    }
hangman-pattern = { $pattern }
hangman-gallows-alt =
    A gallows, { $parts } of { $all } parts drawn; { $left ->
        [one] 1 life is left.
       *[other] { $left } lives are left.
    }
hangman-gallows-saved = A figure stands free, its arms up.
hangman-guessed = Guessed
hangman-letters = { $letters }
hangman-none = nothing yet
hangman-guesses =
    { $guesses ->
        [one] 1 guess
       *[other] { $guesses } guesses
    }
hangman-uncovered = Uncovered
hangman-places = { $uncovered } of { $length }
hangman-lives = Lives
hangman-lives-left = { $left } of { $lives }
hangman-unlimited =
    no limit, { $wrong ->
        [one] 1 wrong guess
       *[other] { $wrong } wrong guesses
    }
hangman-left = Words left
hangman-count = { $words }, score { $score }
hangman-words = Left: { $words }
hangman-word-was = The word was { $word }.
hangman-word-fits = The dealer never had to choose: { $word } fits every answer.
hangman-word-may-be = Only the dealer knows the word: { $word } fits every answer.
hangman-last = Last
hangman-try =
    { $seat }: { $kind ->
        [word] the word { $text }
        [hint] a hint, { $text }
       *[letter] { $text }
    } – { $result ->
        [good] good
       *[sorry] sorry
    }
hangman-log =
    { $number }. { $said }{ $alive ->
        [-1] {""}
        [one] , 1 word left
       *[other] , { $alive } words left
    }
hangman-footer =
    { $language ->
        [ja] The words are Japanese, written in kana.{" "}
        [en] {""}
       *[any] {""}
    }{ $dealer ->
        [honest] The dealer is honest: it draws a word at the start and keeps it.
        [cheating] The dealer cheats: it settles on no word, and every answer fits at least one.
        [stubborn] The dealer is stubborn: it says no whenever a word without the letter is left.
        [largest] The dealer cheats: it keeps as many words as it can.
        [optimal] The dealer cheats as well as it can: it settles on no word, and every answer fits at least one.
        [word] A player sets the word.
       *[thought] A player thinks of a word, and answers.
    }
hangman-footer-daily =
    { $language ->
        [ja] The words are Japanese, written in kana.{" "}
        [en] {""}
       *[any] {""}
    }The word of { $day }: everyone here guesses the same one.
hangman-choice-hint = A hint, for a life
hangman-choice-none = There's no { $letter }
hangman-choice-solve =
    { $right ->
        [yes] Yes, that's the word
       *[no] No, it's another word
    }
hangman-form-solve = Solve: try the whole word
hangman-form-word = Word: type the secret word

# Events

hangman-event-word =
    The word is chosen: it has { $length ->
        [one] 1 letter.
       *[other] { $length } letters.
    }
hangman-event-guess = { $seat } guesses { $letter }.
hangman-event-solve = { $seat } tries the word { $word }.
hangman-event-good = Good: { $letter } is at { $places }.
hangman-event-sorry = Sorry: there's no { $letter }.
hangman-event-hint = { $seat } buys a hint with a life: { $letter } is at { $places }.
hangman-event-solved =
    { $right ->
        [yes] That's the word!
       *[no] That isn't the word.
    }
hangman-event-tried = { $seat } has guessed.
hangman-event-hinted = { $seat } buys a hint with a life.
hangman-event-result =
    { $result ->
        [good] That was right.
       *[sorry] That was wrong.
    }
hangman-event-passed = Time is up: { $seat } passes.
hangman-event-told = The dealer thought of { $word }.
hangman-event-ended =
    { $end ->
        [found] The word is found.
        [lives] No life is left.
        [expired] Time is up.
        [beaten] The other team is too far ahead to catch.
        [unknown] The dictionary doesn't have this word.
       *[left] The dealer didn't answer in time.
    }
hangman-event-over =
    { $winner ->
        [dealer] The dealer wins.
        [guessers] The guessers win.
        [blue] Blue wins.
        [red] Red wins.
       *[nobody] It's a draw.
    }
hangman-event-team =
    { $team ->
        [blue] Blue: { $said }
       *[red] Red: { $said }
    }

# Commands

command-hangman-new = Open a table of hangman
command-hangman-guess = Guess a letter
command-hangman-solve = Try the whole word; a wrong one costs a life
command-hangman-hint = Show a letter; it costs a life
command-hangman-word = As the dealer: type the secret word, or the word you thought of if I don't know it
command-hangman-answer = As the dealer: say where the letter is, such as 2 5, or none
option-hangman-letter = a letter that nobody has guessed yet
option-hangman-solution = the whole word
option-hangman-word = the secret word; nobody else sees it
option-hangman-places = places from 1, such as 2 5; none if the letter isn't in the word; or yes or no to a whole word
option-hangman-length = letters of the word
option-hangman-lives = wrong guesses allowed, or 0 for no limit
option-hangman-dealer = the dealer: honest, cheating, stubborn, largest or optimal; word and thought need a player
option-hangman-mode = play together, in turns, or as a race: two teams that see only their own board
option-hangman-guessers = guessers in each team
option-hangman-category = the kind of words
option-hangman-hints = whether a life can buy a letter
option-hangman-no-hints = play without hints; by default (--hints) a life can buy a letter
option-hangman-verbose = number of words left: show it, and the words themselves if they're few
option-hangman-daily = the word of the day, once a day for everyone here; you can only choose the guessers

# At a keyboard

hangman-seat =
    { $team ->
        [dealer] dealer
        [blue] blue guesser{ $number ->
            [0] {""}
           *[other] {" "}{ $number }
        }
        [red] red guesser{ $number ->
            [0] {""}
           *[other] {" "}{ $number }
        }
       *[guessers] guesser{ $number ->
            [0] {""}
           *[other] {" "}{ $number }
        }
    }
hangman-expects =
    { $what ->
        [word] a word
        [places] where { $asked } is, such as 2 5, or none; or help
        [verdict] yes or no; or help
       *[guess] a letter, the whole word, or help
    }

# Impossible options

hangman-no-word-of-length =
    This list has no word of { $length ->
        [one] 1 letter
       *[other] { $length } letters
    }: choose another length or another category.
hangman-race-dealer = In a race a person would have to answer for two boards at once: choose the dealer word, or a bot as dealer.
hangman-daily-date = "{ $found }" isn't a day: write it like 2026-01-31.
hangman-daily-dealer = The dealer of the word of the day is honest, not { $dealer }: choose honest.
hangman-daily-fixed = The word of the day is the same game for everyone, so you can't choose { $name }: leave it out, or leave out the word of the day.

# Illegal actions, which cost nothing

hangman-board-over = Your team's board has ended: wait for the end of the game.
hangman-no-word-yet = There's no word yet: wait for the dealer.
hangman-not-your-turn = { $seat } guesses now: wait for your turn.
hangman-waiting = The dealer hasn't answered { $asked } yet, so this didn't count: guess again in a moment.
hangman-only-dealer = Only the dealer sets the word and answers: guess a letter, or try the whole word.
hangman-dealer-guesses = The dealer doesn't guess: leave that to the guessers.
hangman-letter-guessed = { $letter } has been guessed already (this costs nothing): choose another letter.
hangman-solve-length =
    { $word } doesn't fit: type a word of { $length ->
        [one] 1 letter.
       *[other] { $length } letters.
    }
hangman-solve-again = { $word } has been tried already, and it's wrong: try another word.
hangman-solve-misfit = { $word } doesn't fit the board: look at the letters that are known, and try again.
hangman-solve-unknown = { $word } isn't in the dictionary of this game: try another word.
hangman-hints-off = Hints are off at this table: guess a letter.
hangman-hint-thought = There are no hints when a player thinks of the word: guess a letter.
hangman-hint-last-life = A hint costs a life, and this is your last one: guess a letter.
hangman-word-stands = The word is set already: now the guessers guess.
hangman-no-word-wanted = This dealer doesn't need your word: to type one, set the dealer to word.
hangman-word-length = Type a word of { $least } to { $most } letters.
hangman-word-unlisted = An honest dealer chooses a word from the list with the table's length: type one of those.
hangman-told-length =
    Your answers were for a word of { $length ->
        [one] 1 letter
       *[other] { $length } letters
    }, and this word has another length: check it. If it's right, stop the game, or go on with another word that fits the board.
hangman-told-denied = You answered that this isn't the word, and an answer can't be taken back: stop the game, or go on with another word that fits the board.
hangman-told-misfit =
    { $stands ->
        [none] { $letter } isn't in this word, but you answered { $said }.
       *[other] { $letter } is at { $stands } in this word, but you answered { $said ->
            [none] that it isn't in it
           *[other] { $said }
        }.
    } An answer can't be taken back: go on with another word that fits the board, or stop the game.
hangman-told-known = I know this word: go on answering, and see whether it's found.
hangman-nothing-asked = Nobody is waiting for your answer: wait for a guess.
hangman-no-place =
    There's no place { $place }: count from 1 to { $length }.
hangman-answer-misfit = No word fits this answer for { $letter }: give another answer.
hangman-answer-unknown = I know no word that fits this answer for { $letter }: check your word. If it's right, type { TYPED("word") } and the word, and you win.
hangman-no-other-word = I know no other word that fits: if it isn't { $word }, type { TYPED("word") } and your word, and you win.

# Invalid lines, which cost nothing

hangman-letter-missing = Type a letter, such as { TYPED("guess e") }.
hangman-letter-several = "{ $text }" is more than one letter: guess one, or try a whole word with { TYPED("solve") }, such as { TYPED("solve planet") }.
hangman-letter-digit = { $digit } is a digit: guess a letter.
hangman-letter-accent = Words have no accents here: for { $letter } guess { $plain }.
hangman-letter-unknown =
    { $letter } isn't a letter of this game: { $script ->
        [kana] guess one of the kana on offer.
       *[latin] guess one from a to z.
    }
hangman-word-letters =
    { $script ->
        [kana] Write the word in the kana of this list, without spaces.
       *[latin] Write the word in letters from a to z, without accents or spaces.
    }
hangman-word-kana = This game doesn't have the kana { $letters }: choose a word without them.
hangman-solve-missing = Type the whole word, such as { TYPED("solve planet") }.
hangman-word-missing = The word itself is missing: type { TYPED("word") }, a space, and then the word.
hangman-answer-missing = Say where { $letter } is, such as { TYPED("answer 2 5") }, or { TYPED("answer none") }.
hangman-answer-letter = The question is about { $asked }, not { $letter }: say where { $asked } is.
hangman-place = "{ $found }" isn't a place: count from 1, such as { TYPED("answer 2 5") }, or say { TYPED("answer none") }.

# Bots: advice, and the recap of a game

hangman-advice = { $seat } would guess { $guess }.
hangman-patience = { $seat } guesses { $when }, unless someone guesses first.
hangman-recap-unproved = The dealer found no guess that missed a sure win, but can't prove that there was none.
hangman-recap = Before guess { $guess }, the guessers could still have won for sure, with { $letter }.

# Values of options

value-dealer-honest = honest: draws one word and keeps it
value-dealer-cheating = cheating: settles on no word
value-dealer-stubborn = stubborn: says no while it can
value-dealer-largest = largest: keeps as many words as it can
value-dealer-optimal = optimal: cheats as well as it can
value-dealer-word = word: a player types the secret word
value-dealer-thought = thought: a player thinks of a word and answers
value-mode-together = together: anyone guesses at any time
value-mode-turns = turns: one guess each, in turn
value-mode-race = race: two teams, two boards
value-category-words = words of all kinds
value-category-animals = animals
value-category-body = the body
value-category-food = food
value-category-plants = plants
value-category-nature = nature
value-category-things = things
value-category-people = people
value-category-kana = Japanese in kana
value-hints-on = on
value-hints-off = off
