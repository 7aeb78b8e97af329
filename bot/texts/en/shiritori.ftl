# Shiritori, in English.

shiritori-chair = Player { $number }
shiritori-chair-within = player { $number }
shiritori-chair-any =
    { $count ->
        [1] Player
       *[other] Players
    }
shiritori-chair-role =
    { $count ->
        [1] player
       *[other] players
    }
shiritori-seat = player { $number }

# The table around the game

shiritori-plays =
    { $words } · { $order ->
        [turns] players give words in turn
        [free] the first to answer gives the next word
       *[bot] you against { $strength ->
            [random] the random bot
            [greedy] the greedy bot
           *[solver] the solver
        }
    } · { $lives ->
        [0] wrong words cost nothing
        [1] a wrong word loses
       *[other] { $lives } wrong words lose
    }{ $day ->
        [none] {""}
       *[other] {" "}· the opening sound of { $day }
    }{ $changed ->
        [0] {""}
       *[other] {" "}· house rules: { $rules }
    }
shiritori-rules-1 = Players give words, and each word begins with the last sound of the word before it.
shiritori-rules-2 = No word is used twice. Words are compared by their sounds, so another spelling is the same word.
shiritori-rules-3 = No word may end in ン, because no word begins with it.
shiritori-rules-4 = A small kana counts as a large one, and a long mark at the end doesn't count: ウールー ends in ル.
shiritori-rules-5 = A wrong word puts you out, unless the table plays with more lives. The last player left wins.
shiritori-rules-example = An example: しりとり ends in リ, りす begins with リ and ends in ス, and すいか begins with ス.
shiritori-own = your words come
shiritori-instead = the board shows all words
shiritori-note = You're { $seat }. The board shows all words.
shiritori-times = { $guess } for a word
shiritori-guess-time = Time for a word
shiritori-no-take-back = Shiritori has no take-back, because everyone has read the word: play on.
shiritori-stop-forfeits = The next word is yours, or you're out: if you stop the game now, you lose it. Play on, or stop it anyway.
shiritori-which-bot = The bots: random plays any word, greedy leaves you the fewest answers, and solver searches for a sure win.

# Titles and the board

shiritori-title-turn = Shiritori, word { $number }: { $seat }'s turn
shiritori-title-free = Shiritori: anyone may give the next word
shiritori-over = { $seat } wins.
shiritori-over-nobody = Nobody wins: no word was given.
shiritori-sound =
    { $where ->
        [end] … { $sound }
       *[start] { $sound } …
    }
shiritori-sound-free = Any word
shiritori-chain-alt =
    { $words ->
        [one] The chain, 1 word.
       *[other] The chain, { $words } words.
    } The last ones: { $chain }
shiritori-chain-word = { $word } ({ $seat })
shiritori-status =
    { $out ->
        [yes] out · { $words ->
            [one] 1 word
           *[other] { $words } words
        }
       *[no] { $words ->
            [one] 1 word
           *[other] { $words } words
        }{ $all ->
            [0] {""}
            [1] {""}
           *[other] {" "}· { $lives ->
                [one] 1 life
               *[other] { $lives } lives
            }
        }
    }
shiritori-last-failure = The last wrong word: { $said }
shiritori-footer =
    { $language ->
        [ja] Japanese words
       *[en] English words
    }{ $forbidden ->
        [none] {""}
       *[other] {" "}· no word { $where ->
            [end] begins with
           *[start] ends in
        } { $forbidden }
    } · { $lives ->
        [0] wrong words cost nothing
        [1] a wrong word loses
       *[other] { $lives } wrong words lose
    }{ $day ->
        [none] {""}
       *[other] {" "}· the opening sound of { $day }
    }
shiritori-choice-hint = A hint
shiritori-choice-concede = Give up
shiritori-form-say = Word: continue the chain

# Events

shiritori-event-word = { $seat }: { $word }.
shiritori-event-failed =
    { $seat }: { $fault ->
        [no-word] no word.
        [forbidden] { $where ->
            [end] { $word } begins with a sound that no word may begin with.
           *[start] { $word } ends in a sound that no word may end in.
        }
        [misfit] { $word } doesn't { $sound ->
            [none] follow the word before it.
           *[other] { $where ->
                [end] end in
               *[start] begin with
            } { $sound }.
        }
        [short] { $word } is too short.
        [unlisted] { $word } isn't in the word list.
       *[used] { $word } was used before.
    }
shiritori-event-hint = A hint for { $seat }: these win for sure: { $words }.
shiritori-event-lost = A hint for { $seat }: every word loses against an opponent who makes no mistake.
shiritori-event-no-hint = A hint for { $seat }: no word is proved to win yet.
shiritori-event-out =
    { $reason ->
        [word] { $seat } is out.
        [conceded] { $seat } gives up.
       *[expired] Time is up: { $seat } is out.
    }
shiritori-recap =
    The solver proved a win for { $words } instead of word { $number }, { $played }.

# Commands

command-shiritori-new = Open a table of shiritori, the Japanese word chain
command-shiritori-say = Continue the chain
command-shiritori-hint = Ask which words win for sure
command-shiritori-concede = Give up
option-shiritori-word = a word in kana, kanji or Latin letters
option-shiritori-order = order of play: in turn, free (the first to answer) or bot (you alone against a bot)
option-shiritori-strength = the bot: random plays any word, greedy leaves few answers, solver searches for a sure win
option-shiritori-players = players
option-shiritori-words = Japanese nouns, or English words
option-shiritori-lives = wrong words that put a player out; 0: they cost nothing
option-shiritori-long-vowel = a long mark at the end: drop it, or read it as the vowel before it
option-shiritori-small-kana = small kana: large (シャ ends in ヤ), or keep (シャ is one sound)
option-shiritori-voiced-marks = voiced marks: strict, or lax (カ is also ガ, and ハ is also バ and パ)
option-shiritori-pairs = ヂ is also ジ, ヅ is also ズ, and ヲ is also オ
option-shiritori-forbidden = sounds that no word may end in (in reverse: begin with), such as ン ル; or none
option-shiritori-shortest = characters of the shortest word, in kana
option-shiritori-linked = sounds that link two words
option-shiritori-reverse = a new word ends with the first sound of the word before it
option-shiritori-common = only common words count
option-shiritori-hints = players may ask which words win for sure
option-shiritori-daily = the opening sound of the day, once a day for everyone here

# At a keyboard

shiritori-expects =
    { $sound ->
        [none] a word, or help
       *[other] a word for { $sound }, or help
    }
option-shiritori-words-file = nouns, english, or a UTF-8 file with one word a line (default: nouns)
option-shiritori-file = a file of words, as --words
option-shiritori-first = the player who gives the first word (default: human)
option-shiritori-rule = a house rule, such as lives=3, linked=2 or order=free; may be repeated
option-shiritori-chair-who = who sits in a chair, such as player2=solver or player2=human; may be repeated
cli-shiritori = find out who wins with a list of words, or find its longest chain
option-shiritori-solve = find out who wins, and with which first words
option-shiritori-longest = find the longest chain in a list
option-shiritori-after = the sound that the first word begins with: a kana, or a letter for English words (default: any)
option-shiritori-budget = seconds that the answer may take (default: 10)
shiritori-solved =
    { $winner ->
        [first] The first player wins with { $words }{ $more ->
            [0] .
           *[other] {" "}and { $more } more.
        }
        [second] The second player wins: every first word loses.
       *[unknown] The winner isn't known yet: give it more time.
    }
shiritori-solved-more = Other words may win, too: give it more time to find out.
shiritori-longest-none = There is no chain.
shiritori-longest-chain =
    { $length ->
        [one] The longest chain found has 1 word:
       *[other] The longest chain found has { $length } words:
    }
shiritori-longest-words = { $words }
shiritori-longest-bound =
    No chain has more than { $bound ->
        [one] 1 word.
       *[other] { $bound } words.
    }

# Impossible options

shiritori-no-playable-word = No word of this list can be played by these rules: choose other rules or another list.
shiritori-forbidden = "{ $found }" isn't a sound: write one kana or letter for each, such as ン ル, or none.
shiritori-forbidden-language =
    No word leads to "{ $found }": the words of this table are written in { $language ->
        [en] the letters a to z
       *[ja] kana
    }. Choose from these.
shiritori-forbidden-joined =
    If small kana count as large, { $found } isn't one sound: forbid { $edge }, or set small-kana to keep.
shiritori-forbidden-many = That's too many sounds: name { $most } at most.
shiritori-daily-date = "{ $found }" isn't a day: write it like 2026-01-31.
shiritori-daily-fixed = The opening sound of the day is played by the same rules everywhere: leave the house rules out, or leave out the day.
shiritori-rule-unknown = "{ $text }" isn't a house rule: write a name and a value, such as lives=3. Choose from { $known }.
shiritori-sound-unknown =
    "{ $found }" isn't a sound: name one { $language ->
        [en] letter, such as e.
       *[ja] kana, such as ル.
    }
shiritori-file-encoding = Line { $line } of { $name } isn't UTF-8: save the file as UTF-8.
shiritori-file-empty = { $name } has no words: write one word a line.
shiritori-file-kana = Line { $line }: "{ $word }" isn't written in kana: write its reading after a comma, such as 林檎,リンゴ.
shiritori-file-letters = Line { $line }: "{ $word }" isn't one word in the letters a to z.
shiritori-file-long = Line { $line } is too long: a word has { $longest } characters at most.

# Illegal actions, which cost nothing

shiritori-concede-sure = Do you really give up? Then you're out of this game. If not, give a word that continues the chain.
shiritori-hints-off = Hints are off at this table: choose a word.
shiritori-hint-again = There was already a hint this turn: choose a word.
shiritori-you-are-out = You're out: wait for the end of the game.
shiritori-not-your-turn = { $seat } gives the next word: wait for your turn.
shiritori-own-word = You gave the last word: let someone else give the next.
shiritori-which-reading = { $word } can be read as { $readings }: choose the reading that you mean, or type it.
shiritori-refused =
    { $fault ->
        [no-word] Type a word.
        [forbidden] { $where ->
            [end] { $word } begins with a sound that no word may begin with: choose another word.
           *[start] { $word } ends in a sound that no word may end in: choose another word.
        }
        [misfit] { $word } doesn't fit: the next word { $where ->
            [end] ends in
           *[start] begins with
        } { $sound }.
        [short] { $word } is too short: choose a longer word.
        [unlisted] { $word } isn't in the word list: check it, or choose another word.
       *[used] { $word } was used before: choose another word.
    }
shiritori-word-signs = Type one word, without punctuation. This one doesn't count.
shiritori-word-talk =
    { $language ->
        [en] { $word } isn't one word in the letters a to z, so it doesn't count.
       *[ja] { $word } can't be read as a Japanese word, so it doesn't count.
    } To give it anyway, write say before it.
shiritori-talk-unlisted = { $word } isn't in the word list, so it doesn't count. { shiritori-talk-instead }
shiritori-talk-misfit = { $word } doesn't continue the chain, so it doesn't count. { shiritori-talk-instead }
shiritori-talk-instead =
    { $words ->
        [one] To give it anyway, write say before it.
       *[other] Choose one word.
    }
shiritori-word-long = That's too long for a word: type one of { $longest } characters at most.

# Values of options

value-order-turns = in turn
value-order-free = free: the first to answer
value-order-bot = bot: you against a bot
value-strength-random = random: any word
value-strength-greedy = greedy: leaves the fewest answers
value-strength-solver = solver: searches for a sure win
value-words-nouns = Japanese nouns
value-words-english = English words
value-long-vowel-drop = drop: ー at the end doesn't count
value-long-vowel-vowel = vowel: ー is the vowel before it
value-small-kana-large = large: シャ ends in ヤ
value-small-kana-keep = keep: シャ is one sound
value-voiced-marks-strict = strict: カ isn't ガ
value-voiced-marks-lax = lax: カ is also ガ
