# Codenames, in English.

team =
    { $team ->
        [blue] Blue
        [red] Red
        [green] Green
        [yellow] Yellow
        [purple] Purple
        [guessers] Guessers
        [dealer] Dealer
        [players] Players
       *[board] The board
    }
team-within =
    { $team ->
        [guessers] the guessers
        [dealer] the dealer's side
        [players] the players
       *[other] team { team }
    }
team-in =
    { $team ->
        [guessers] among the guessers
        [dealer] on the dealer's side
        [players] among the players
       *[other] in team { team }
    }

chair =
    { $role ->
        [spymaster] { team } spymaster
       *[guesser] { $number ->
            [1] { team } guesser
           *[other] { team } guesser { $number }
        }
    }
nobody = nobody
chair-within =
    { $role ->
        [spymaster] the { team } spymaster
       *[guesser] { $number ->
            [1] the { team } guesser
           *[other] { team } guesser { $number }
        }
    }
chair-any =
    { $role ->
        [spymaster] { team } spymaster
       *[guesser] { $count ->
            [1] { team } guesser
           *[other] { team } guessers
        }
    }

chair-role =
    { $role ->
        [spymaster] spymaster
       *[guesser] { $count ->
            [1] guesser
           *[other] guessers
        }
    }

# At the table

codenames-plays =
    a board of { $rows } × { $cols } cards · { $teams ->
        [solo] one team against the board, with
       *[other] { $teams } teams, each
    } a spymaster and { $guessers ->
        [one] a guesser
       *[other] { $guessers } guessers
    }{ $marks ->
        [1] {""}
       *[other] {" "}· { $marks } guessers mark a card before it's guessed
    }{ $keyword ->
        [typed] {" "}· a spymaster types the keyword of the key card
       *[none] {""}
    }{ $ensemble ->
        [default] {""}
       *[other] {" "}· ACE listens to { $ensemble }
    }{ $level ->
        [easy] {" "}· opposing bots are easy: they often err, and play more carelessly when ahead
        [fair] {" "}· opposing bots are fair: they sometimes err, and play more carelessly when ahead
        [strong] {" "}· opposing bots are strong: they play their best
       *[none] {""}
    }{ $names ->
        [no] {" "}· bots give no names as clues
       *[yes] {""}
    }
codenames-rules-1 = All teams look at the same cards. The first team to have all of its cards uncovered wins.
codenames-rules-2 = Only the spymasters see the key. It shows which team each card belongs to, which cards are bystanders, and which one is the assassin.
codenames-rules-3 = When it's your team's turn, your spymaster gives a clue: one word, and the number of your cards that it fits.
codenames-rules-4 = The guessers then uncover cards one by one, at most one more than that number. The turn ends when a card isn't theirs, or when they end it.
codenames-rules-5 = A team that uncovers the assassin is out at once. With two teams, the other one wins.
codenames-rules-example = An example: Blue's clue is "ocean 2". The whale is uncovered already, so the river is left. Below it is what the spymasters see: B is Blue, R is Red, T is a bystander, and K is the assassin.
codenames-own =
    { $role ->
        [spymaster] the key card comes
       *[guesser] the board comes
    }
codenames-instead =
    { $role ->
        [spymaster] "My key" below the board shows the key card
       *[guesser] the game's message shows the board
    }
codenames-note =
    { $role ->
        [spymaster] You're { $seat }. Your key card comes here as soon as there is one: don't show it to anyone.
       *[guesser] You're { $seat }: the game's message shows the board.
    }
codenames-level = Opposing bots play at level { $level }; --level easy, fair or strong changes that. Bots of your own team always play their best.
codenames-level-met = Opposing bots play at level { $level }. Bots of your own team always play their best.
codenames-times = { $clue } for a clue, { $guess } for the guesses of a turn
codenames-clue-time = Time for a clue
codenames-guess-time = Time for the guesses of a turn
codenames-no-take-back = There's no move to take back: only moves since the last clue can be taken back.
codenames-stop-forfeits = Your team has a clue to guess on, or is behind: if you stop the game now, your team loses it. Play on, or stop it anyway.
codenames-which-bot = Bot: teammate learns how you think, ace which model fits, random plays blindly, others follow models

identity =
    { $name ->
        [blue] Blue
        [red] Red
        [green] Green
        [yellow] Yellow
        [purple] Purple
        [bystander] Bystanders
       *[assassin] Assassin
    }

# After the letter and the shape of an identity
identity-legend = = { identity }

# The same inside a sentence
identity-word =
    { $name ->
        [blue] blue
        [red] red
        [green] green
        [yellow] yellow
        [purple] purple
        [bystander] bystander
        [assassin] assassin
       *[other] { $name }
    }

list-separator = {", "}
typed-line = "{ $line }"

cards-left =
    { $left ->
        [0] { $total ->
            [1] uncovered
           *[other] all { $total } cards uncovered
        }
       *[other] { $kind ->
            [team] { $left } of { $total } cards to find
           *[other] { $total ->
                [1] 1 card, still covered
               *[other] { $left } of { $total } cards still covered
            }
        }
    }

cards-out = out: { $left } of { $total } cards covered, and they count as bystanders

cards-total =
    { $cards ->
        [one] 1 card
       *[other] { $cards } cards
    }

# Titles and the board

title-deal = Codenames: waiting for the board
title-clue = Turn { $turn }: { team } is waiting for a clue
title-guess =
    Turn { $turn }: { team } guesses on { $word } { $number }{ $left ->
        [-1] {""}
        [one] , 1 guess left
       *[other] , { $left } guesses left
    }
title-over =
    { $reason ->
        [cards]
            { $winner ->
                [board] The board wins: all cards of the other team are uncovered.
               *[other] { winner } wins: all its cards are uncovered.
            }
        [assassin]
            { $winner ->
                [board] The board wins: the team uncovered the assassin.
               *[other] { winner } wins: the other side uncovered the assassin.
            }
       *[resigned]
            { $winner ->
                [board] The board wins: the team resigned.
               *[other] { winner } wins: the other side resigned.
            }
    }
winner =
    { $winner ->
        [blue] Blue
        [red] Red
        [green] Green
        [yellow] Yellow
        [purple] Purple
       *[board] The board
    }
board-alt = A board of { $rows } rows and { $cols } columns: { $cards }
alt-covered = { $place } { $word }
alt-known = { $place } { $word } ({ identity-word })
alt-uncovered = { $place } { $word } = { identity-word }
alt-key = { $place } { identity-word }
log-line = { $turn }. { team }: { $word } { $number } → { $guesses }
footer-drawn = Drawn fairly: the SHA-256 of the secret is { $commitment }
footer-seeded = This board comes from a seed: anyone with the seed can work it out. The SHA-256 of the secret is { $commitment }
footer-told = Dealt from the secret { $secret }. Its SHA-256 was shown here from the start: { $commitment }
footer-typed = This key comes from a keyword that { $seat } typed.
choice-pass = End the turn
choice-unpoint = Take your mark off { $card }
choice-resign = Resign for your team

# Events

key-order = Playing order: { $order }.
event-dealt = { $cards } cards are on the table. Playing order: { $order }.
event-dealt-solo =
    { $cards } cards are on the table. { team } plays alone, and loses if the other side's cards are all uncovered: those are { $other ->
        [blue] blue.
       *[red] red.
    }
event-dealt-typed = { $dealt } The key comes from a keyword that { $seat } typed.
event-clue = { $seat } gives the clue { $word } { $number }.
event-clue-warned = { $clue } Careful: { $warning }
event-pointed = { $seat } marks { $card }.
event-unpointed = { $seat } takes the mark off { $card }.
event-uncovered =
    { $seat } uncovers { $card }: { $identity ->
        [bystander] a bystander.
        [assassin] the assassin!
        [blue] a blue card.
        [red] a red card.
        [green] a green card.
        [yellow] a yellow card.
       *[purple] a purple card.
    }
event-eliminated =
    { $reason ->
        [assassin] { team } uncovered the assassin and is out. Its cards count as bystanders now.
       *[resigned] { team } resigns and is out. Its cards count as bystanders now.
    }
event-lost =
    { $reason ->
        [assassin] { team } has uncovered the assassin.
       *[resigned] { team } resigns.
    }
event-turn-ended =
    { $end ->
        [wrong-card] That ends the turn.
        [limit] That was the last guess of the turn.
        [passed] { $seat } ends the turn.
        [expired] Time is up: the turn ends.
        [resigned] The turn ends.
       *[game-over] The game is over.
    }
event-turn-started = Turn { $turn }: { team } plays.

# Commands

command-new = Open a table
command-clue = Give a clue: one word, and how many cards it fits
command-guess = Uncover a card
command-mark = Mark a card: your team sees it, and a bot that has marked it too then uncovers it
command-unmark = Take your mark off a card
command-pass = End the turn, after at least one guess
command-resign = Resign for your team
command-why = Show what bots meant by a clue of the last game, and how likely each card was
command-learnt = Show what bots have learnt about you, after a game
option-why-clue = the clue's word, or the number of its turn (default: the last clue)
command-keyword = Type the keyword that the key card comes from
option-word = one word: it can't be a form of a word on a covered card
option-number = 1 to 9; 0 for none of our cards; or unlimited
option-card = a covered card: its word, or its place, such as B3
option-keyword = any text; the same text gives the same key
option-rows = rows of the board
option-cols = columns of the board
option-teams = teams at the table
option-guessers = guessers in each team
option-marks = marks needed: how many guessers must mark a card before it can be guessed
option-clues = clues that break the rules: refuse them, warn of them, or allow them
option-substrings = hidden letters: whether a clue may contain a card's letters by chance, for example brain for rain
option-typed = typed key: a spymaster types the keyword that the key card comes from
option-ensemble = the language models that ACE listens to here, such as fusion,minilm; or default
option-level = level of opposing bots: how well teammate and stranger play against you; bots of your own team always play their best
option-names = names as clues: whether the bots teammate and stranger may give names, such as titanic or mozart
option-solo = one team against the board
option-team = the team you play in

# Impossible options

board-teams =
    { $teams ->
        [one] 1 team can't play
       *[other] { $teams } teams can't play
    }: choose { $least } to { $most } teams.
board-sides = A board can't have { $rows } x { $cols } cards: choose { $least } to { $most } rows and { $least } to { $most } columns.
board-too-small = A board of { $rows } x { $cols } cards is too small for { $teams } teams: the next larger one that works is { $next_rows } x { $next_cols }.
solo-teams = A solo game uses a key for 2 teams, not { $teams }: leave the teams out, or play without solo.
solo-team = In a solo game you play as blue or red, not { $team }.
guessers-none = Each team needs at least one guesser.
marks-guessers = { $marks } guessers can't mark a card in a team with { $guessers } { $guessers ->
        [one] guesser
       *[other] guessers
    }: choose 1 or 2 marks, and no more marks than guessers.
digits-range = The number must be a whole number from 0 to 2^512 - 1, as a SHA-512 digest is.
pack-alike = The pack { $pack } has both "{ $other }" and "{ $word }", which are the same when you type them: leave one of them out.
pack-runs-out = The pack { $pack } has { $words ->
        [one] 1 word
       *[other] { $words } words
    } left that may be dealt here, and the board needs { $cards }: choose a larger pack or a smaller board.

# Actions that are impossible now

seat-reserved = Only the game itself acts as { $seat }: choose another chair.
no-such-chair = There's no chair "{ $seat }" at this table: choose one that the lobby shows.
no-such-action = That can't be done in this game: choose something else.
game-over = The game is over: start another one to play on.
not-dealt = The board hasn't been dealt yet: wait a moment.
other-turn = That was meant for turn { $turn }, but it's turn { $now } now: look at the board and choose again.
only-chance-deals = Only chance deals a board.
no-deal-now = There's nothing to deal now.
deal-secret-size = A deal needs { $bytes } secret bytes.
keyword-from-guesser = The keyword gives the key away, so a guesser can't type it: let a spymaster type it.
no-keyword-now = This table isn't waiting for a keyword: play on.
keyword-text = This keyword can't be written as UTF-8: type plain text.
only-clock-expires = Only the clock can end a turn because time is up.
no-turn-runs = No turn is under way: wait for the next one.
team-out = { team } is out of the game: from now on you can only watch.
not-your-turn = It is { team }'s turn: wait for yours.
only-spymaster-clues = Only the spymaster gives clues: guess, or wait for your turn.
clue-stands = Your team has its clue already: now the guessers guess.
only-guessers-guess = Only guessers mark or uncover cards and end the turn: leave that to them.
no-clue-yet = There's no clue yet: wait for your spymaster.
pass-before-guess = Guess at least once before you end the turn.
already-marked = You've marked { $card } already: guess it once enough of your team have marked it, or mark another card.
not-marked = You haven't marked { $card }, so there's no mark to take off.
already-uncovered = { $card } is uncovered already: choose a covered card.
no-such-place = There's no card { $place } on a board of { $cards } cards: choose one that's on it.
too-few-marks = { $card } has { $marked } of the { $needed } marks that it needs. These can still mark it: { $rest }.

# Clues

clue-number = A clue's number can't be { $number }: choose 1 to 9, 0, or unlimited.
clue-empty = Type a word for the clue.
clue-several-words = A clue is one word, and "{ $clue }" is several: choose one, or join them with a hyphen if they're one word.
clue-not-a-word = "{ $clue }" isn't a word: use letters, or at least two digits; hyphens and apostrophes can stand inside.
clue-too-long = This clue is longer than 40 characters: choose a shorter word.
clue-mixed-alphabets = "{ $clue }" mixes letters of several alphabets: write it in one alphabet.
breach-same = "{ $clue }" is the card { $card }
breach-contains = "{ $clue }" contains a word on the card { $card }
breach-contained = "{ $clue }" is part of the card { $card }
breach-inflection = "{ $clue }" is a form of a word on the card { $card }
breach-stem = "{ $clue }" has the same stem as a word on the card { $card }
clue-same = { breach-same }: choose another clue.
clue-contains = { breach-contains }: choose another clue.
clue-contained = { breach-contained }: choose another clue.
clue-inflection = { breach-inflection }: choose another clue.
clue-stem = { breach-stem }: choose another clue.
warned-same = { breach-same }. At this table the clue stands.
warned-contains = { breach-contains }. At this table the clue stands.
warned-contained = { breach-contained }. At this table the clue stands.
warned-inflection = { breach-inflection }. At this table the clue stands.
warned-stem = { breach-stem }. At this table the clue stands.

clue-unknown = "{ $word }" is unknown to { $bots }, so you'd get a blind guess: change the clue, or give it anyway.
clue-misspelled = Bots take "{ $word }" for "{ $heard }": change the clue, or give it anyway.
clue-heard = Bots take "{ $word }" for "{ $heard }".
clue-blind = "{ $word }" is unknown to { $bots }: expect one blind guess, and no more.

# Unreadable lines

line-unknown = "{ $verb }" isn't a command here: type one of { $verbs }.
line-near = "{ $verb }" isn't a command here. Did you mean "{ $near }"?
line-too-long = "{ $verb }" is typed alone: leave out "{ $rest }".
clue-missing = Type a word and a number, such as "ocean 2".
clue-word-missing = Add a word to { $number }, such as "ocean { $number }".
clue-number-unread = A clue's number can't be { $number }: type one word, then 1 to 9, 0, or unlimited, such as "{ $word } 2".
clue-number-missing = Add a number to { $word }: how many cards it fits, such as "{ $word } 2".
keyword-missing = The keyword itself is missing: type { TYPED("keyword") }, a space, and then the keyword.
card-missing = Name a card: its word, or its place, such as B3.
card-near = There's no card { $card } on this board. Did you mean { $near }?
card-unknown = There's no card { $card } on this board: type a card's word, or its place, such as B3.
deal-not-hexadecimal = A deal's secret is made of hexadecimal digits: write 0 to 9 and a to f.

# Sentences of bots

advice-guess = { $seat } would uncover { $card }. To agree, mark it too, or let the bots go on.
advice-guess-too = { $seat } would uncover { $card }. To agree, mark it too.
advice-pass = { $seat } would end the turn. To agree, let the bots go on.
advice-pass-too = { $seat } would end the turn.
advice-join = If you let the bots go on, they help you uncover { $card }.
patience-guess = { $seat } uncovers { $card } { $when }, unless someone guesses or passes first. To agree at once, mark { $card } too.
patience-point = { $seat } marks { $card } too { $when }, unless someone guesses or passes first.
patience-open = { $seat } hasn't marked a card. It marks one or ends the turn { $when }, unless someone guesses or passes first.
recap-moments = Decisive turns, with the estimated chance to win before and after:
recap-moment =
    { $line }{ $count ->
        [0] {""}
       *[other] {" "}(missed: { $missed })
    }: { team } went from { $before }% to { $after }%.
recap-clue = Turn { $turn }: { $seat }, using { $expert }, meant { $targets } with { $word } { $number }.
recap-clue-chances = Turn { $turn }: { $seat } meant { $targets } with { $word } { $number }.
recap-chances = The brackets show the bot's estimate of each card's chance to be found.
recap-target = { $card } ({ why-percent })
recap-clue-random = Turn { $turn }: { $seat }, using { $expert }, meant no card with { $word } { $number }.
recap-guess =
    Turn { $turn }: { $seat }{ $expert ->
        [none] {""}
       *[other] , using { $expert },
    } thought that { $word } { $number } was closest to { $cards }.
recap-guess-unknown =
    Turn { $turn }: { $seat }{ $expert ->
        [none] {""}
       *[other] , using { $expert },
    } didn't know { $word }.
recap-slip-clue = Turn { $turn }: { $seat } made a slip: it knew a better clue.
recap-slip-guess = Turn { $turn }: { $seat } made a slip: it picked { $cards } before a likelier card.
recap-surprise-clue = Turn { $turn }: { $seat } didn't expect anyone to pick { $cards }.
recap-surprise-guess = Turn { $turn }: { $seat } was surprised that { $cards } didn't belong to its team.

# Packs

pack-too-few =
    The pack { $pack } has { $count ->
        [one] 1 word
       *[other] { $count } words
    }, and { $needed } are needed: add words{ $needed ->
        [9] .
       *[other] , or choose a smaller board.
    }
pack-faults =
    The pack { $pack } has { $count } faults:
    { $faults }
pack-faults-next =
    { $fault }
    { $rest }
pack-faults-more = And { $count ->
        [one] 1 more like these.
       *[other] { $count } more like these.
    }
pack-duplicate = Line { $line }: "{ $word }" is on line { $first_line } already: leave one of them out.
pack-one-line = The pack { $pack } is all on one line: write one card a line, or put commas between words that you type.
pack-column = Line { $line }: "{ $word }" is more than one card: write one card a line, without further columns.
pack-control = Line { $line }: "{ $word }" has characters that can't be seen: delete them.
pack-character = Line { $line }: "{ $word }" has { $character }, which a card can't have: leave it out.
pack-no-letter = Line { $line }: "{ $word }" has no letter: write a word.
pack-too-long = Line { $line }: "{ $word }" is { $width } cells wide, and a card shows { $widest }: choose a shorter word.
pack-characters = Line { $line }: "{ $word }…" has { $count } characters, and a card has at most { $most }: choose a shorter word.
pack-too-many = The pack { $pack } has { $count } words, and a pack has at most { $most }: leave some out, or split it into several packs.
pack-mix-too-many = These packs have { $words } words together, and boards are dealt from at most { $most }: name fewer or smaller packs.
pack-missing = There's no pack file at { $path }: name { $embedded }, or a text file with one word a line.
pack-not-text = { $path } can't be read as UTF-8 text: save the pack as UTF-8.

# Models and tables

asset-missing = { $path } is missing: name a bench folder that has board_words.txt, clue_words.txt, neighbours/ and similarities/.
asset-unreadable = { $path } can't be read: it's damaged, or not in the expected format.
asset-shape = { $path } has { $found } where { $expected } is expected: use tables from the same bench.
asset-word = { $path } lacks or misnames the word "{ $word }": use files from the same bench.
asset-unknown-expert = There's no expert called "{ $name }": choose one of { $known }.
ensemble-unknown = There's no language model called "{ $found }" here: name some of { $known } with commas between them, or default.
bot-unknown = There's no bot called "{ $name }": choose one of { $known }.

# Why: each card's chance for a clue, after the game

why-title = Turn { $turn }, { team }: { $word } { $number }
why-win = { team }'s chance to win, by an estimate: { $before }% before the turn, { $after }% after it.
why-turn = { $turn }. { $word }
why-heard =
    { $by ->
        [word] The chance that a person picks each card first:
        [form] "{ $clue }" is read as a form of "{ $word }". The chance that a person picks each card first:
        [spelling] "{ $clue }" is read as another spelling of "{ $word }". The chance that a person picks each card first:
        [parts] "{ $clue }" is read as "{ $word }". The chance that a person picks each card first:
       *[unsure] Only pieces of "{ $clue }" are known, so this is a guess at what a person picks first:
    }
why-percent =
    { $percent ->
        [0] <1%
       *[other] { $percent }%
    }
why-card = { $glyph } { $card }
why-chance =
    { why-percent } · { identity-word }{ $pick ->
        [0] {""}
       *[other] {" "}· pick { $pick }
    }
why-other =
    { $card } { why-percent }{ $pick ->
        [0] {""}
       *[other] {" "}· pick { $pick }
    }
why-others =
    { $count ->
        [one] The other card
       *[other] The other { $count }
    }: { $cards }
why-footer = A pick's number is its place in the turn. The chances come from a model of people's picks, not from the bots' thoughts.
why-no-clue = No clue was given in this game, so there are no chances to show: ask after a game with clues.
why-which = No clue of this game is called "{ $clue }": name one of { $known }, by its number or its word.
why-unknown = No model knows "{ $clue }", so there are no chances to show: ask for another clue.

# Names of values

value-clues-strict = strict: refuse them
value-clues-warn = warn: warn of them
value-clues-off = off: allow them
value-substrings-allow = allow: it's legal
value-substrings-refuse = refuse: it breaks the rules
value-level-easy = easy: they often err, and play more carelessly when ahead
value-level-fair = fair: they sometimes err, and play more carelessly when ahead
value-level-strong = strong: as well as they can
value-names-auto = auto: unless the family filter is on
value-names-yes = yes: they may
value-names-no = no: they give other words
value-number-unlimited = unlimited
value-team-blue = blue
value-team-red = red
value-team-green = green
value-team-yellow = yellow
value-team-purple = purple

# Your own models

cli-models = list language models, or fetch, add, check, export or remove them
option-models-fetch = fetch models from gensim-data
option-models-add = add a model from a file or folder
option-models-check = compare a model's nearest neighbours with ranked lists
option-models-export = write a model to a file in word2vec's format
option-models-list = list all models; the same as no TASK
option-models-remove = delete a model that you fetched or added
option-models-names = models of gensim-data; those of the paper are
option-models-words = a UTF-8 file with more words to keep, one a line, besides those of the games
option-models-path = word2vec (text or binary) or GloVe text, also as .gz; or a folder with vectors.npy and words.txt
option-models-called = the model's name here (default: the file's)
option-models-model = the model's name
option-models-against = JSON: each card with its neighbours, nearest first
option-models-export-path = the new file to write, compressed if its name ends in .gz
option-models-binary = write the numbers as bytes instead of text
models-embedded = embedded
models-line-fetchable = { $name }: not here yet, a download of { $megabytes } MB ("spyring models fetch { $name }")
models-line = { $name }: { $words } words, { $dimensions } dimensions, { $kilobytes } KB ({ $source })
models-added = { $name } is ready: { $words } words, { $dimensions } dimensions.
models-unread =
    { $count ->
        [one] Left out: 1 row with { $reason }, { $place } ("{ $text }").
       *[other] Left out: { $count } rows with { $reason }; the first is { $place } ("{ $text }").
    }
models-place-line = line { $number }
models-place-word = word { $number }
models-fault-width = more or fewer numbers than { $dimensions }
models-fault-comma = commas (write 0.5, not 0,5, and put spaces between the numbers)
models-fault-number = something that isn't a finite number
models-fault-parts = a word of several parts
models-fault-encoding = a word that isn't UTF-8 (save the file as UTF-8)
models-fault-twice = a repeated word
models-fault-language = a word in a language other than English
models-removed = { $name } is deleted.
models-exported = { $name } is written to { $path }.
models-overlap = overlap@10 { $at_10 }, @50 { $at_50 }, @300 { $at_300 } ({ $compared } of { $cards } cards compared)
models-unknown = There's no model called "{ $name }" that you fetched or added: choose one of { $known }, or add one with "spyring models add".
models-none = There's no model called "{ $name }", because none is fetched or added yet: use "spyring models fetch" or "spyring models add".
models-not-fetchable = gensim-data has no model called "{ $name }": choose one of { $known }, or add a file with "spyring models add".
models-name = A model can't be called "{ $name }": choose up to 64 of a to z, 0 to 9, dots, hyphens and underscores, and no name of a bot.
models-exists = There's a model called { $name } already: choose another name with --name, or delete that one with "spyring models remove { $name }".
models-embedded-stay = { $name } is an embedded model and stays: leave it out of SPYRING_ENSEMBLE if bots shouldn't listen to it.
models-damaged = The files of the model { $name } are damaged: delete it with "spyring models remove { $name }", and fetch or add it again.
models-disk = { $path } can't be written ({ $problem }): make room on the disk, or name another folder with SPYRING_MODELS, and try again. Nothing half-written remains.
models-no-file = There's nothing at { $path }: name a file of vectors, or a folder with vectors.npy and words.txt.
models-unreadable = { $path } can't be read ({ $problem }): it's damaged, or you aren't allowed to. Get the file again.
models-pickle = { $path } is a pickle, which could run any code, so it isn't loaded: save the model with gensim's save_word2vec_format, and add that file.
models-zip = { $path } is a zip archive: unpack it, and add the file of vectors in it.
models-utf16 = { $path } is UTF-16: save it as UTF-8.
models-nothing = { $path } is empty: get the file again.
models-commas = { $path } has commas in its first row: write decimals with a point (0.5) and put spaces between the word and its numbers.
models-header = { $path } says in its first line that it has { $count } words of { $dimensions } numbers: there must be at least one word, and 1 to 10,000 numbers.
models-count = { $path } has { $found } words where its first line promises { $expected }: get the file again, or correct the first line.
models-behind = { $path } goes on after the last of the { $count } words that its first line promises (byte { $offset }): get the file again, or correct the first line.
models-blank = { $path }, word { $row }: "{ $word }" has a space, which ends a word in a binary file. Write it with underscores, or save the model as text.
models-mostly-unread = { $path } isn't added: only { $read } of { $rows } rows can be read. { $unread } Correct the file, or get it again.
models-format = { $path } isn't a file of vectors that can be read: add word2vec text or binary, or GloVe text, where each line is a word and its numbers with spaces between them.
models-byte = { $path }, word { $row } (byte { $offset }): a word and its numbers are expected here. The file is damaged or cut off, or its first line doesn't fit: get it again.
models-folder = { $path } is missing: a folder of vectors has vectors.npy and words.txt.
models-array = { $path } isn't a two-dimensional array of numbers, float16 or float32 (found: { $found }): save such an array with numpy.
models-lengths = { $path } has { $words } words and { $rows } vectors: one word a line is needed for each vector.
models-empty = { $path } has none of the words that are needed: name another file.
models-same = { $path } isn't added: its words ({ $words }) all have the same numbers, so no word is nearer to another. Get the file again.
models-words-file = { $path } isn't UTF-8 at byte { $offset }: save the words as UTF-8.
models-neighbours = { $path } isn't JSON that gives each card a list of its neighbours: name such a file.
models-no-card = The model knows none of the cards in the file: compare it with lists in its own language.
models-offline = { $address } can't be reached: check your connection and try again. The next try continues this download.
models-http = { $address } was refused with HTTP { $status }: try again later, or check SPYRING_MODELS_URL.
models-address = "{ $address }" isn't an address: begin SPYRING_MODELS_URL with http:// or https://.
models-catalogue = There's no catalogue of gensim-data at { $address }: check SPYRING_MODELS_URL, or try again later.
models-described = The catalogue of gensim-data doesn't describe { $name } as expected: check SPYRING_MODELS_URL, or choose another model.
models-checksum = { $file } arrived damaged (its checksum is wrong) and is deleted: try again.
models-few-words = The models in SPYRING_ENSEMBLE share only { $shared } clue words, and { $needed } are needed: leave one out, or fetch it with more words.
