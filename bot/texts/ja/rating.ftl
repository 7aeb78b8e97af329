# Ratings, leaderboards and profiles, in Japanese.

leaderboard-title =
    { $alone ->
        [yes] ボットだけと遊んだ成績
       *[no] ランキング
    }{ $role ->
        [spymaster] （スパイマスター）
        [guesser] （諜報員）
       *[any] {""}
    }{ $days ->
        [0] {""}
        [1] ：今日
       *[other] ：最近{ $days }日間
    }
leaderboard-empty = レーティングの対象になったターンはまだありません。対象は、カード25枚の2チーム戦かソロです。
leaderboard-footer = レーティングは1ターンあたりの得点（CoLT）で、ターンが少ないうちは平均に近づけて表示します。20ターン未満の暫定値は最後に並びます。
leaderboard-place = { $rank }. { $name }

rating-person = { $name }
rating-bot = { $name }（ボット）
rating-line = { $name }：{ $value }
rating-shown =
    { $rating }（{ $low }〜{ $high }）、{ $turns }ターン{ $provisional ->
        [yes] 、暫定
       *[no] {""}
    }
rating-record =
    { $shown }{ $games ->
        [0] {""}
       *[other] 、{ $games }ゲーム、勝率{ $rate }％
    }
rating-role =
    { $role ->
        [spymaster] スパイマスター
       *[guesser] 諜報員
    }

profile-title = { $name }のプロフィール
profile-empty = レーティングの対象になったターンはまだありません。対象は、カード25枚の2チーム戦かソロです。
profile-partners = 相性の良い相手
profile-experts = 最もよく通じるエキスパート
profile-alone = ボットだけと遊んだ成績
profile-expert =
    { $role ->
        [spymaster] 諜報員の{ $expert }
       *[guesser] スパイマスターの{ $expert }
    }
profile-colt = { $colt }（{ $uses }ターン）
profile-against = { $name }さんと同じ腕前のチームに勝つ確率：{ $percent }％
