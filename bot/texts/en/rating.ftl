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
rating-counts = Games on 25 cards with two teams, or solo, are rated.
leaderboard-empty = Nobody has played a rated turn yet. { rating-counts }
leaderboard-alone = Games of one person with bots count separately: add the option alone to see them.
leaderboard-footer = The rating (CoLT) is in points a turn: one point more wins about 73 of 100 games. It's shown from { $turns } turns on, because fewer don't say much. { rating-counts }
leaderboard-place = { $rank }. { $name }

rating-person = { $name }
rating-bot = the bot { $name }
rating-line = { $name }: { $value }
rating-record = { $games }; { $rating }
rating-games =
    { $games ->
        [0] no finished game yet
        [one] won { $wins } of 1 game
       *[other] won { $wins } of { $games } games
    }{ $streak ->
        [0] {""}
        [one] {""}
       *[other] , { $streak } in a row
    }
rating-shown =
    rating { $rating }, { $place ->
        [best] the best here
        [above] above most here
        [middle] in the middle here
        [below] below most here
       *[few] about { $percent }% to beat an average team
    }
rating-none =
    unrated ({ $turns ->
        [one] 1 more turn
       *[other] { $turns } more turns
    })
rating-whole = { $record } ({ $interval })
rating-interval = { $low } to { $high } from { $turns } turns
rating-role =
    { $role ->
        [spymaster] Spymaster
       *[guesser] Guesser
    }

profile-title = Profile of { $name }
profile-empty = No rated turn yet. { rating-counts }
profile-rated = { rating-counts } Bots learn from every board.
profile-partners = Plays best with
profile-experts = Understood best by
profile-leanings = As the bot teammate sees them
profile-leaning =
    { $known ->
        [yes] goes { $leanings }
        [early] nothing to show before { $least } turns
       *[no] nothing stands out from other people
    }; from { $turns ->
        [one] 1 turn
       *[other] { $turns } turns
    }
profile-clues =
    Bots remember { $count ->
        [one] 1 clue with a card
       *[other] { $count } pairs of a clue and a card
    } from your games here{ $clue ->
        [none] {""}
       *[other] , such as "{ $clue }" for "{ $card }"
    }.
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
profile-against = Against a team that plays like { $name }: { $percent }% to win.

side-title = Leaderboard: { $game }
side-empty = Nobody here has finished a game yet: start one, and this page fills.
side-days =
    { $game ->
        [shiritori] Games of the day won in a row
       *[other] Words of the day solved in a row
    }: { $days }{ $best ->
        [0] .
       *[other] , at best { $best }.
    }
side-score =
    { $played ->
        [one] won { $won } of 1 game
       *[other] won { $won } of { $played } games
    }{ $streak ->
        [0] {""}
        [one] {""}
       *[other] , { $streak } in a row
    }{ $best ->
        [0] {""}
        [one] {""}
       *[other] {" "}(best { $best })
    }; { $points ->
        [one] 1 point
       *[other] { $points } points
    }
side-footer =
    { $game ->
        [shiritori] The winner gets a point for each of their words, up to ten a game.
       *[other] A found word is worth ten points to everyone who guessed a letter of it, less one for each wrong guess, but at least one.
    }
side-unrated = { $game } has no ratings, so leave out role, days and alone.

# Lessons of a game

leaning =
    { $sign ->
        [more] more
       *[less] less
    } than most by { $direction }
leaning-direction =
    { $direction ->
        [minilm] what is talked about together
        [associations] what a word brings to mind
        [piece] how words look
        [gloss] what dictionaries say of words
        [wordnet] kinds of things
        [sense] what words mean
        [any] what most people find closest to the clue
       *[together] phrases
    }
learnt-title = Bots have learnt
learnt-share = Share it here
learnt-leaning =
    { $own ->
        [yes] { $sign ->
            [more] You go by { $direction }
           *[less] You rarely go by { $direction }
        }{ $role ->
            [none] .
            [spymaster] : for your clue "{ $clue }" your team uncovered "{ $card }".
           *[guesser] : for "{ $clue }" you took "{ $card }".
        }
       *[no] { $sign ->
            [more] { $who } goes by { $direction }
           *[less] { $who } rarely goes by { $direction }
        }{ $role ->
            [none] .
            [spymaster] : for the clue "{ $clue }" the team uncovered "{ $card }".
           *[guesser] , and took "{ $card }" for "{ $clue }".
        }
    }
learnt-nothing =
    { $own ->
        [yes] {""}
       *[no] { $who }:{" "}
    }Nothing to show yet: that needs { $least } turns in a role, and bots have learnt from { $turns } so far.
learnt-usual =
    { $own ->
        [yes] {""}
       *[no] { $who }:{" "}
    }After { $turns } turns, nothing stands out from how other people understand clues.
learnt-absent =
    { $own ->
        [yes] Bots learn nothing about you from this game. Your profile says what they have learnt before.
       *[no] { $who }: Bots learn nothing from this game.
    }
learnt-unshared = You have nothing to share any more.
learnt-never = Bots learn nothing from this game.
learnt-openly = That is for you alone: press the button on the last board, or use the slash command.

report-pair = Once again, { $giver } and { $picker } used "{ $clue }" for "{ $card }".
report-clue-news =
    New: from now on, bots here remember which cards went with a clue. They use it only here, and forget it after 180 days. { $platform ->
        [terminal] The command "spyring forget" deletes it with all other data about you.
       *[other] If you want none of yours remembered, use "/privacy clues" with "off".
    }
