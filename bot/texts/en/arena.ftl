cli-arena = play tournaments of agents, and make the tables and figures of the research page
option-arena-match = one pair plays many games
option-arena-jobs = run in this many processes; the results are the same with any number
option-arena-cluster = run on the Dask scheduler at this address, such as tcp://10.0.0.5:8786
option-arena-resume = save each result in this file at once, and resume from the results in it
arena-job-failed = The experiment stopped at { $item }: { $reason } Finished results are kept if --resume names a file.
arena-job-error = { $where }: { $said }.
arena-missing = Libraries for experiments are missing ({ $libraries }): run pip install ".[arena]" in the folder that you cloned Spyring into.
arena-worker-died = A process of the experiment died ({ $problem }). If it ran out of memory, choose fewer --jobs. Finished results are kept if --resume names a file.
arena-no-cluster = No Dask scheduler answers at { $address } ({ $problem }): start one with "dask scheduler", and copy the address that it prints.
arena-store-other = { $path } is not a file of arena results: name another file.
arena-store-experiment = { $path } holds results of another experiment, with other options or other data: name another file, or repeat the options of that experiment.
arena-store-line = Line { $line } of { $path } can't be read: delete that line, or name another file.
option-arena-table = Tables 2 to 4 of the ACE paper: every pair of experts, and every agent with and without its partner
option-arena-learn = the learning curve of one agent with every teammate
option-arena-first-lp = the first run of 50 games; run L has the boards with seeds 50 L and up (default: 2000, as in the paper)
option-arena-lps = runs of 50 games
option-arena-role = the agent's chair
option-arena-partner = with or without the teammate's model in the agent's ensemble
option-arena-agent = the agent: ace-repo, ace-paper, teammate (models its teammate), teammate-arms (the same, with clues from its experts), random, best, best-average, average, or an expert's name
option-arena-csv = also write the results as CSV to this new file; a run with --resume replaces it
option-arena-sweep = results of ACE for different constants, numbers of neighbours, or sets of experts
option-arena-over = the variable: c, neighbours, ensemble (every set of experts), or greedy (adds the expert that helps most, one at a time)
option-arena-values = the values of c or neighbours, with commas between them
arena-no-values = Sets of experts have no --values: leave them out, or choose --over c or --over neighbours.
arena-value = The values can't be read ({ $problem }).
option-arena-colt = train the weights of CoLT from scratch, on published games, generated ones, or those of this server
option-seed-arena = a whole number that makes the run repeatable
option-colt-data = published pairs of teams, a .npz file with the arrays difference and win_probability; the first tenth is the test set
option-colt-turns = people's games in this database (default: the one in the settings); shows these people's rating, and the experts that think like them
option-colt-generate = pairs of teams to generate
option-colt-teams = generated teams: paper (like the published ones) or varied (they differ more)
option-colt-csv = write the weights to this new file
colt-pairs = CoLT from { $pairs } pairs of teams; the first { $test } are the test set:
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
        [optimum] the paper's model with the least mean error
        [intercept] with an advantage for the team that moves first
       *[both] the mean of both seatings, without an advantage
    }
colt-experts = The experts most like { $people ->
        [one] one person
       *[other] { $people } people
    } (counted in each role): every expert's share of the credit, the number of people that it fits best, and the CoLT of its turns:
colt-no-turns = Nobody has played a rated turn of Codenames in this database: name another file, or use --generate.
colt-data-file = { $path } isn't a file of pairs: it must be a .npz file with the arrays difference and win_probability.
colt-data-shape = The arrays in { $path } don't fit: difference has a row of 36 numbers for each number of win_probability.
colt-data-values = { $path } has impossible values: rows of difference must sum to 0, and win_probability must lie between 0 and 1.
colt-data-few = { $pairs } pairs are too few: at least { $least } are needed.
colt-points-file = { $path } isn't a file of teams: it must be JSON with the lists colt, winr and wint of equal length.
colt-idle = { $flag } already decides the teams: leave out { $options }.
option-arena-duel = two pairs play the full game, on each board in both seatings
option-arena-blue = a pair: a spymaster, a plus sign and a guesser; exec:"COMMAND" is a program of your own
option-arena-red = the opposing pair
option-arena-boards = boards to play, each in both seatings, so twice as many games
option-arena-first-seed = the seed of the first board; each further board has the next one
option-arena-duel-rules = paper: forced guesses and any clue that isn't on the board; table: the full rules
option-arena-time-limit = seconds for a program's start and for each answer (default: 60 and 10)

arena-duel =
    { $games } games, each board in both seatings: { $blue } won { $win_rate } of them against { $red }
    (95% interval { $low } to { $high }), in { $seconds } seconds.
arena-forecast = From the turns of both pairs, CoLT predicts { $colt } and the exact model { $exact }.
arena-forfeit =
    { $games ->
        [one] { $games } game
       *[other] { $games } games
    } forfeited by the { $role } of { $by }, first with seed { $first_seed }: { $reason }

arena-pair-parts = "{ $pair }" is not a pair: write a spymaster, a plus sign and a guesser, such as ace+gloss.
arena-pair-ambiguous = "{ $pair }" has two meanings: put the command in quotation marks, such as exec:'./agent a+b'+gloss.
arena-exec-quotes = The quotation marks in "{ $command }" do not match: close each of them.
arena-exec-empty = There is no command after exec: write the program to run, such as exec:"python agent.py".
arena-exec-posix = Programs cannot play on this system, because Spyring could not end them safely: use Linux or macOS.
arena-store-busy = Another run is writing to { $path }: wait until it ends, or name another file.
option-arena-report = measure everything on the research page, and rewrite the page
option-arena-figures = draw the figures of the research page
option-arena-report-bench = the folder with the data of the ACE paper: its models, tables and teams
option-arena-report-lps = runs of 50 games with each teammate; a static pair plays three times as many, as in the paper (default: 580)
option-arena-page = the page whose blocks the report rewrites; the results go to research.json next to it
option-arena-results = the results of a report
option-arena-figures-to = the folder for the figures
arena-report-written = Written: { $page }, and all results in research.json next to it.
arena-page-block = The page lacks the block { $name }, or has it twice: mark its place with <!-- begin { $name } --> and <!-- end { $name } -->.
arena-page-unknown = The page has a block { $name } that no report writes: delete it, or correct its name.
arena-results-unreadable = { $path } isn't a report's file of results: choose its research.json.
arena-teammate-unreadable = { $path } isn't a file of benchmarks.teammate_page: restore it from the repository.

option-arena-ladder = a round robin of agents on frozen boards: ratings, with one page of results
option-ladder-folder = a folder with a NAME.toml file for each agent, with a line such as spymaster = "ace"; a new folder gets Spyring's agents
option-ladder-suite = development: as often as you like; final: once, when nothing will change any more
option-ladder-boards = boards for each pair of agents, in both seatings (default: 120)

ladder-written = Written to { $path }, with CSV and pictures next to it.
ladder-folder = { $path } cannot be used: { $reason }. Name a folder that you may write to.
ladder-lonely = { $path } has only one agent: add a file for another one.
ladder-name = { $path } cannot be an agent's file: use lower-case letters, digits, dots and hyphens, such as my-agent.toml.
ladder-file = { $path } is not an agent's file: write spymaster = "NAME", and optionally guesser = "NAME".
ladder-no-teammate = Every guesser shares a model with one of these: { $spymasters }. Name a guesser in the file of one of them.
ladder-final-played = The final suite can be played only once, and { $path } has its results. Play the development suite, or name another folder.
ladder-final-others = The final suite was begun with other agents or another number of boards: finish it with those.
arena-without-first = CoLT without the first games, by their number: { $figures }
arena-half-learnt = The agent reaches half of its gain in game { $game } of a run.
arena-never-half = The agent never reaches half of its gain in a run.
