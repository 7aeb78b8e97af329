cli-arena = let agents play tournaments, and make the tables and figures of the research page
option-arena-match = one pair plays many games
option-arena-jobs = run in this many processes; the results are the same with any number
option-arena-cluster = run on the Dask scheduler at this address, such as tcp://10.0.0.5:8786
option-arena-resume = keep each result in this file as soon as it is there, and go on from those that it holds
arena-job-failed = The experiment has stopped at { $item }: { $reason } What was finished is kept if --resume names a file.
arena-job-error = { $where }: { $said }.
arena-missing = Libraries for experiments are missing ({ $libraries }): run pip install ".[arena]" in the folder that you cloned Spyring into.
arena-worker-died = A process of the experiment has died ({ $problem }). If memory has run out, choose fewer --jobs. What was finished is kept if --resume names a file.
arena-no-cluster = No Dask scheduler answers at { $address } ({ $problem }): start one with "dask scheduler", and copy the address that it prints.
arena-store-other = { $path } holds something else than results of the arena: name another file.
arena-store-experiment = { $path } holds results of another experiment, with other options or other data: name another file, or repeat the options of that experiment.
arena-store-line = Line { $line } of { $path } can't be read: delete that line, or name another file.
option-arena-table = Tables 2 to 4 of the ACE paper: every pair of experts, and every agent with and without its partner
option-arena-learn = one agent beside every teammate, and how soon it has learnt
option-arena-first-lp = the first run of 50 games; run L has the boards of seeds 50 L and up (2000 unless you say, as in the paper)
option-arena-lps = runs of 50 games
option-arena-role = the agent's chair
option-arena-partner = whether the agent listens to the model that its teammate thinks with
option-arena-agent = the agent: ace-repo, ace-paper, teammate (models its teammate), teammate-arms (the same, with clues of its experts), random, best, best-average, average, or an expert's name
option-arena-csv = write the figures to this new file, too, as CSV; a run that --resume goes on with replaces it
option-arena-sweep = ACE over its constant, the neighbours of a word that count, or the experts that it listens to
option-arena-over = what changes: c, neighbours, ensemble (every set of experts), or greedy (one more expert at a time, the one that helps most)
option-arena-values = the values of c or neighbours, with commas between them
arena-no-values = Sets of experts have no --values: leave them out, or choose --over c or --over neighbours.
arena-value = The values can't be read ({ $problem }).
option-arena-colt = train the weights of CoLT from scratch, on published games, generated ones, or those of this server
option-seed-arena = a whole number that makes the run repeatable
option-colt-data = published pairs of teams, a .npz file with the arrays difference and win_probability; the first tenth is kept for the test
option-colt-turns = the games of people in this database (that of the settings unless you name a file): a rating for them, and the experts who think as they do
option-colt-generate = pairs of teams to generate
option-colt-teams = generated teams: paper, like those of the published data, or varied, which differ more
option-colt-csv = write the weights to this new file
colt-pairs = CoLT, trained on { $pairs } pairs of teams but for the first { $test }, which it is tested on:
colt-own = The teams play as people do here: { $teams ->
        [one] one team has
       *[other] { $teams } teams have
    } played { $turns } rated { $turns ->
        [one] turn
       *[other] turns
    }.
colt-fit =
    { $fit ->
        [table-1] the paper's Table 1
        [paper] gradient descent with the paper's rate and number of steps
        [optimum] the paper's model at its least mean error
        [intercept] with an advantage for the team that moves first
       *[both] the mean of the games in both seatings, with no advantage
    }
colt-experts = How { $people ->
        [one] one person thinks
       *[other] { $people } people think
    } (each in each role): every expert's share of the credit, the number of those whom it fits best, and the CoLT of its turns:
colt-no-turns = Nobody has played a rated turn of Codenames in this database: name another file, or use --generate.
colt-data-file = { $path } isn't a file of pairs: it must be a .npz file with the arrays difference and win_probability.
colt-data-shape = The arrays in { $path } don't fit: difference has a row of 36 numbers for each number of win_probability.
colt-data-values = { $path } holds values that can't be: rows of difference sum to 0, and win_probability lies between 0 and 1.
colt-data-few = { $pairs } pairs are too few: at least { $least } are needed.
colt-points-file = { $path } isn't a file of teams: it must be JSON with the lists colt, winr and wint, equally long.
colt-idle = { $flag } says already which teams there are: leave out { $options }.
option-arena-duel = two pairs play the full game, on each board in both seatings
option-arena-blue = a pair: a spymaster, a plus sign and a guesser; exec:"COMMAND" is a program of your own
option-arena-red = the pair that it plays against
option-arena-boards = boards to play; each is played in both seatings, so there are twice as many games
option-arena-first-seed = the seed of the first board; each further board has the next one
option-arena-duel-rules = paper: forced guesses and any clue off the board; table: the full rules
option-arena-time-limit = seconds that a program has to start and for each answer (60 and 10 unless you say)

arena-duel =
    { $games } games, each board in both seatings: { $blue } won { $win_rate } of them against { $red }
    (95% interval { $low } to { $high }), in { $seconds } seconds.
arena-forecast = From how both played, CoLT foresees { $colt } and the exact model { $exact }.
arena-forfeit =
    { $games ->
        [one] { $games } game
       *[other] { $games } games
    } forfeited by the { $role } of { $by }, first with seed { $first_seed }: { $reason }

arena-pair-parts = "{ $pair }" is not a pair: write a spymaster, a plus sign and a guesser, such as ace+gloss.
arena-pair-ambiguous = "{ $pair }" can be read in two ways: put the command in quotation marks, such as exec:'./agent a+b'+gloss.
arena-exec-quotes = The quotation marks in "{ $command }" do not match: close each of them.
arena-exec-empty = After exec: there is no command: write the program to run, such as exec:"python agent.py".
arena-exec-posix = Programs cannot play on this system, because they could not be ended safely: use Linux or macOS.
arena-store-busy = Another run is writing to { $path }: wait for its end, or name another file.
option-arena-report = measure everything on the research page, and write the page anew
option-arena-figures = draw the figures of the research page
option-arena-report-bench = the folder with the data of the ACE paper: its models, tables and teams
option-arena-report-lps = runs of 50 games beside each teammate; a static pair plays three times as many, as in the paper (580 unless you say)
option-arena-page = the page, whose blocks are written anew; the results go beside it, into research.json
option-arena-results = the results that a report has written
option-arena-figures-to = the folder for the figures
arena-report-written = { $page } has its new figures, and research.json beside it all results.
arena-page-block = The page lacks the block { $name }, or has it twice: mark its place by <!-- begin { $name } --> and <!-- end { $name } -->.
arena-page-unknown = The page has a block { $name } that no report writes: delete it, or correct its name.
arena-results-unreadable = { $path } isn't what a report has written: choose its research.json.
arena-teammate-unreadable = { $path } isn't what benchmarks.teammate_page has kept: take it from the repository again.

option-arena-ladder = a round robin of agents on frozen boards: ratings, with one page of results
option-ladder-folder = a folder with a file NAME.toml for each agent, such as spymaster = "ace"; a new one gets the shipped agents
option-ladder-suite = development: as often as you like; final: once, when nothing will be changed any more
option-ladder-boards = boards that every two agents play, in both seatings (120 unless you say)

ladder-written = Written to { $path }, with CSV and pictures beside it.
ladder-folder = { $path } cannot be used: { $reason }. Name a folder that you may write to.
ladder-lonely = { $path } has one agent only: add a file for another one.
ladder-name = { $path } cannot be an agent's file: use small letters, digits, dots and hyphens, such as my-agent.toml.
ladder-file = { $path } is not an agent's file: it holds spymaster = "NAME", and maybe guesser = "NAME".
ladder-no-teammate = There's no guesser that thinks differently from { $spymasters }: name a guesser in the file of one of them.
ladder-final-played = The final suite has been played, as { $path } tells: it is played once. Play the development suite, or name another folder.
ladder-final-others = The final suite was begun by other agents, or on another number of boards: finish it with those.
arena-without-first = CoLT without so many first games: { $figures }
arena-half-learnt = Half of what is gained in a run is there in game { $game }.
arena-never-half = Half of what is gained in a run is there in no game.
