# Ratings, leaderboards and profiles, in English.

leaderboard-title =
    { $alone ->
        [yes] Playing alone with bots
       *[no] Leaderboard
    }{ $role ->
        [spymaster] , as spymaster
        [guesser] , as guesser
       *[any] {""}
    }{ $days ->
        [0] {""}
        [one] , today
       *[other] , last { $days } days
    }
leaderboard-empty = Nobody has played a rated turn yet. Rated are games on 25 cards with two teams, or solo.
leaderboard-footer = A rating is points a turn (CoLT), pulled towards the average while turns are few. Provisional ones, of fewer than 20 turns, come last.
leaderboard-place = { $rank }. { $name }

rating-person = { $name }
rating-bot = { $name } (bot)
rating-line = { $name }: { $value }
rating-shown =
    { $rating } ({ $low } to { $high }), { $turns ->
        [one] 1 turn
       *[other] { $turns } turns
    }{ $provisional ->
        [yes] , provisional
       *[no] {""}
    }
rating-record =
    { $shown }{ $games ->
        [0] {""}
        [one] , 1 game, won { $rate } %
       *[other] , { $games } games, won { $rate } %
    }
rating-role =
    { $role ->
        [spymaster] Spymaster
       *[guesser] Guesser
    }

profile-title = Profile of { $name }
profile-empty = No rated turn yet. Rated are games on 25 cards with two teams, or solo.
profile-partners = Plays best with
profile-experts = Understood best by
profile-alone = Alone with bots
profile-expert =
    { $role ->
        [spymaster] { $expert } as guesser
       *[guesser] { $expert } as spymaster
    }
profile-colt =
    { $colt } in { $uses ->
        [one] 1 turn
       *[other] { $uses } turns
    }
profile-against = Against a team that plays like { $name }: { $percent } % to win.
