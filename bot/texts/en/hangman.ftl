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

# What the table around the game says

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
        [turns] guesses in turn
       *[together] all guess together
    }{ $dealer ->
        [honest] {""}
        [word] {""}
        [thought] {""}
       *[bot] {" "}· the dealer cheats
    }
hangman-rules-1 = The dealer has a secret word, and the board shows a dot for each of its letters.
hangman-rules-2 = The guessers choose one letter at a time, and all places are shown where it stands in the word.
hangman-rules-3 = Each letter that is not in the word costs a life and adds to the gallows, and so does a wrong word.
hangman-rules-4 = The guessers win when all letters are found, or when they try the whole word and it is right.
hangman-rules-5 = The dealer wins when no life is left.
hangman-rules-example = An example: the word has 6 letters, of which A, N, P and T are found. I, O and S were wrong, so 5 of 8 lives are left.
hangman-own =
    { $role ->
        [dealer] what the dealer has to say is asked
       *[guesser] the team's board comes
    }
hangman-instead =
    { $role ->
        [dealer] the buttons below the game's message are the dealer's, too
       *[guesser] "My board" below the game's message shows the team's board
    }
hangman-note =
    { $role ->
        [dealer] You sit as { $seat }: when you have to set the word or to answer, you are asked here. Tell nobody the word before the end.
       *[guesser] You sit as { $seat }. Your team's board comes here when the game begins: the other team may not see it.
    }
hangman-times = { $guess } for a guess or an answer
hangman-guess-time = Time for a guess or an answer
hangman-no-take-back = Nothing is taken back in hangman, for an answer cannot be unheard: play on.

# Titles and the board

hangman-title-word =
    { $dealer ->
        [person] Hangman: waiting for the dealer's word
       *[bot] Hangman: the word is being drawn, and then the letters can be guessed
    }
hangman-title-guess = Hangman: guess a letter, or the whole word
hangman-title-race = Hangman: a race, each team on a board that only it sees
hangman-title-turn = Turn { $turn }: { $seat } guesses a letter, or the whole word
hangman-title-answer = Hangman: is it { $asked }? The dealer answers
hangman-over =
    { $end ->
        [found] The guessers win: the word is found.
        [lives] The dealer wins: no life is left.
        [expired] The dealer wins: the time is up.
        [unknown] The dealer wins: the word is not in the dictionary.
       *[left] The guessers win: the dealer did not answer in time.
    }
hangman-over-race =
    { $winner ->
        [blue] Blue wins: it needed the fewest guesses.
        [red] Red wins: it needed the fewest guesses.
        [dealer] The dealer wins: no team found its word.
        [left] Nobody wins: the dealer did not set a word in time.
       *[nobody] A draw: both teams needed the same number of guesses.
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
        [honest] The dealer is honest: the word was drawn at the start.
        [cheating] The dealer cheats: no word is fixed, and every answer fits one.
        [stubborn] The dealer is stubborn: it says no whenever a word is left without the letter.
        [largest] The dealer cheats: it keeps as many words as it can.
        [optimal] The dealer cheats as well as can be: no word is fixed, and every answer fits one.
        [word] A player sets the word.
       *[thought] A player thinks of a word, and answers.
    }
hangman-footer-daily =
    { $language ->
        [ja] The words are Japanese, written in kana.{" "}
        [en] {""}
       *[any] {""}
    }The word of { $day }: everybody here guesses the same one.
hangman-choice-hint = A hint, for a life
hangman-choice-none = No { $letter }
hangman-choice-solve =
    { $right ->
        [yes] Yes, that is the word
       *[no] No, another word
    }
hangman-form-solve = Solve: try the whole word
hangman-form-word = Word: type the secret word

# What happened

hangman-event-word =
    The word is chosen: it has { $length ->
        [one] 1 letter.
       *[other] { $length } letters.
    }
hangman-event-guess = { $seat } guesses { $letter }.
hangman-event-solve = { $seat } tries the word { $word }.
hangman-event-good = Good: { $letter } stands at { $places }.
hangman-event-sorry = Sorry: there is no { $letter }.
hangman-event-hint = { $seat } buys a hint with a life: { $letter } stands at { $places }.
hangman-event-solved =
    { $right ->
        [yes] That is the word!
       *[no] That is not the word.
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
        [beaten] The other team can no longer be caught up with.
        [unknown] The dictionary does not have this word.
       *[left] The dealer did not answer in time.
    }
hangman-event-over =
    { $winner ->
        [dealer] The dealer wins.
        [guessers] The guessers win.
        [blue] Blue wins.
        [red] Red wins.
       *[nobody] It is a draw.
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
command-hangman-hint = Have a letter shown; it costs a life
command-hangman-word = As the dealer: type the secret word, or tell the one that is not known here
command-hangman-answer = As the dealer: say where the letter stands, such as 2 5, or none
option-hangman-letter = a letter that nobody has guessed yet
option-hangman-solution = the whole word
option-hangman-word = the secret word, for nobody else to see
option-hangman-places = places from 1, such as 2 5; none if the letter is not there; or yes or no to a whole word
option-hangman-length = letters of the word
option-hangman-lives = wrong guesses until the game is lost; 0 for no limit
option-hangman-dealer = who answers: honest, cheating, stubborn, largest or optimal; word and thought need a player
option-hangman-mode = how to play: together, in turns, or a race of two teams, each of which sees only its own board
option-hangman-guessers = guessers in each team
option-hangman-category = the kind of words
option-hangman-hints = whether a letter can be bought with a life
option-hangman-verbose = words left: show how many there are, and which ones if they are few
option-hangman-daily = the word of the day, once a day for everybody here; it sets all else but the guessers

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
        [places] where { $asked } stands, such as 2 5, or none; or help
        [verdict] yes or no; or help
       *[guess] a letter, the whole word, or help
    }

# Options that no table can be set with

hangman-no-word-of-length =
    This list has no word of { $length ->
        [one] 1 letter
       *[other] { $length } letters
    }: choose another length or another category.
hangman-race-dealer = A race has two boards, which is too much for a person who thinks of a word and answers: choose the dealer word, or one that is a bot.
hangman-daily-date = "{ $found }" is no day: write it as 2026-01-31.
hangman-daily-dealer = The word of the day is drawn by an honest dealer, not by { $dealer }: choose the dealer honest.
hangman-daily-fixed = Every word of the day is guessed in the same way, so { $name } cannot be chosen: leave it out, or leave out the word of the day.

# Actions that cannot be done now, and cost nothing

hangman-board-over = Your team's board is done: wait for the end of the game.
hangman-no-word-yet = There is no word yet: wait for the dealer.
hangman-not-your-turn = { $seat } guesses now: wait for your turn.
hangman-waiting = The dealer has not answered { $asked } yet: wait a moment.
hangman-only-dealer = Only the dealer sets the word and answers: guess a letter, or try the whole word.
hangman-dealer-guesses = The dealer does not guess: leave that to the guessers.
hangman-letter-guessed = { $letter } has been guessed already, which costs nothing: choose another letter.
hangman-solve-length =
    { $word } does not fit: type a word of { $length ->
        [one] 1 letter.
       *[other] { $length } letters.
    }
hangman-solve-again = { $word } has been tried already: it is another word.
hangman-solve-misfit = { $word } does not fit the letters that are known: look at the board and try again.
hangman-solve-unknown = { $word } is not in the dictionary of this game: try another word.
hangman-hints-off = Hints are off at this table: guess a letter.
hangman-hint-thought = There are no hints where a player thinks of the word: guess a letter.
hangman-hint-last-life = A hint costs a life, and this is the last one: guess a letter.
hangman-word-stands = The word is set already: now the guessers guess.
hangman-no-word-wanted = This dealer needs no word: set the dealer to word if you want to type one.
hangman-word-length = Type a word of { $least } to { $most } letters.
hangman-word-unlisted = An honest dealer draws a word of the list, as long as the table asks for: take one of those.
hangman-told-length =
    You have answered for a word of { $length ->
        [one] 1 letter
       *[other] { $length } letters
    }, and this is none: look at your word again. If it is right, stop the game, or go on with another word that fits the board.
hangman-told-denied = You have answered that this is not the word, and no answer can be taken back: stop the game, or go on with another word that fits the board.
hangman-told-misfit =
    { $stands ->
        [none] { $letter } is not in this word, and you have answered { $said }.
       *[other] { $letter } stands at { $stands } in this word, and you have answered { $said ->
            [none] that it is not there
           *[other] { $said }
        }.
    } No answer can be taken back: go on with another word that fits the board, or stop the game.
hangman-told-known = This word is known here: go on answering, and see whether it is found.
hangman-nothing-asked = Nothing waits for your answer: wait for a guess.
hangman-no-place =
    There is no place { $place }: count from 1 to { $length }.
hangman-answer-misfit = No word fits this answer for { $letter }: give another.
hangman-answer-unknown = No word that is known here fits this answer for { $letter }: look at your word again. If it is right, tell the word with { TYPED("word") }, and you win.
hangman-no-other-word = No other word that is known here fits: if it is not { $word }, tell yours with { TYPED("word") }, and you win.

# Lines that cannot be read, which cost nothing

hangman-letter-missing = Type a letter, such as { TYPED("guess e") }.
hangman-letter-several = "{ $text }" is more than one letter: guess one, or try a whole word with { TYPED("solve") }, such as { TYPED("solve planet") }.
hangman-letter-digit = { $digit } is a digit: guess a letter.
hangman-letter-accent = Words have no accents here: for { $letter } guess { $plain }.
hangman-letter-unknown =
    { $letter } is no letter of this game: { $script ->
        [kana] guess one of the kana that are offered.
       *[latin] guess one from a to z.
    }
hangman-word-letters =
    { $script ->
        [kana] Write the word in the kana of this list, without blanks.
       *[latin] Write the word in letters from a to z, without accents or blanks.
    }
hangman-word-kana = The kana of this game lack { $letters }: choose a word without.
hangman-solve-missing = Type the word that you think it is, such as { TYPED("solve planet") }.
hangman-word-missing = Type the word itself as well: { TYPED("word") }, a blank, and then the word.
hangman-answer-missing = Say where { $letter } stands, such as { TYPED("answer 2 5") }, or { TYPED("answer none") }.
hangman-answer-letter = You are asked for { $asked }, not for { $letter }: say where that stands.
hangman-place = "{ $found }" is no place: count from 1, such as { TYPED("answer 2 5") }, or say { TYPED("answer none") }.

# What bots would do, and what they tell after the game

hangman-advice = { $seat } would guess { $guess }.
hangman-patience = { $seat } guesses by itself { $when }, unless somebody guesses before.
hangman-recap = Before guess { $guess } the guessers could still have won for certain, with { $letter }.

# What values are called that can be chosen

value-dealer-honest = honest: draws one word and keeps to it
value-dealer-cheating = cheating: keeps no word, only all that fit
value-dealer-stubborn = stubborn: says no while it can
value-dealer-largest = largest: keeps as many words as it can
value-dealer-optimal = optimal: cheats as well as can be
value-dealer-word = word: a player types the secret word
value-dealer-thought = thought: a player thinks of a word and answers
value-mode-together = together: anybody guesses at any time
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
