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
rating-counts = レーティングの対象は、カード25枚の2チーム戦かソロです。
leaderboard-empty = レーティングの対象になったターンはまだありません。{ rating-counts }
leaderboard-alone = ボットだけと遊んだゲームは別に数えます。オプション「ひとり」（alone）で見られます。
leaderboard-footer = レーティング（CoLT）は1ターンあたりの得点で、1点高いと100ゲーム中およそ73ゲームに勝ちます。少ないターンではよく分からないので、{ $turns }ターンから表示します。{ rating-counts }
leaderboard-place = { $rank }. { $name }

rating-person = { $name }
rating-bot = ボットの{ $name }
rating-line = { $name }：{ $value }
rating-record = { $games }、{ $rating }
rating-games =
    { $games ->
        [0] 終わったゲームなし
       *[other] { $games }ゲーム中{ $wins }勝
    }{ $streak ->
        [0] {""}
        [1] {""}
       *[other] （{ $streak }連勝中）
    }
rating-shown =
    レーティング{ $rating }（{ $place ->
        [best] ここで一番
        [above] ここでは上位
        [middle] ここでは中ほど
        [below] ここでは下位
       *[few] 平均的なチームに勝つ確率は約{ $percent }％
    }）
rating-none = レーティングなし（あと{ $turns }ターン）
rating-whole = { $record }［{ $interval }］
rating-interval = { $turns }ターンで{ $low }〜{ $high }
rating-role =
    { $role ->
        [spymaster] スパイマスター
       *[guesser] 諜報員
    }

profile-title = { $name }のプロフィール
profile-empty = レーティングの対象になったターンはまだありません。{ rating-counts }
profile-rated = { rating-counts }ボットはどの盤からも学びます。
profile-partners = 相性の良い相手
profile-experts = 最もよく通じるエキスパート
profile-leanings = teammateの見立て
profile-leaning =
    { $known ->
        [yes] { $leanings }
        [early] { $least }ターン目からお伝えします
       *[no] ほかの人と目立って違うところはなし
    }（{ $turns }ターン）
profile-clues =
    ボットは、ここでのあなたのゲームから、ヒントとカードの組を{ $count }組覚えています{ $clue ->
        [none] {""}
       *[other] （例：「{ $clue }」で「{ $card }」）
    }。
profile-alone = ボットだけと遊んだ成績
profile-expert =
    { $role ->
        [spymaster] 諜報員の{ $expert }
       *[guesser] スパイマスターの{ $expert }
    }
profile-colt = { $colt }（{ $uses }ターン）
profile-against = { $name }さんと同じ腕前のチームに勝つ確率：{ $percent }％

side-title = { $game }のランキング
side-empty = ここではまだ誰も最後まで遊んでいません。一回遊ぶと、ここに載ります。
side-days =
    { $game ->
        [shiritori] 「今日の始まりの音」連勝
       *[other] 「今日の言葉」連続正解
    }：{ $days }日{ $best ->
        [0] 。
       *[other] （最高{ $best }日）。
    }
side-score =
    { $played }回中{ $won }回勝ち{ $streak ->
        [0] {""}
        [1] {""}
       *[other] 、{ $streak }連続
    }{ $best ->
        [0] {""}
        [1] {""}
       *[other] （最高{ $best }連続）
    }、{ $points }点
side-footer =
    { $game ->
        [shiritori] 勝った人には、自分が出した言葉一つにつき1点（一回10点まで）が入ります。
       *[other] 言葉が当たると、文字を当てた全員に10点から間違いの数を引いた点（最低1点）が入ります。
    }
side-unrated = 役割、日数、ひとり遊びの区別は、ターンがレーティングの対象になるゲームにしかありません。{ $game }では外してください。

# What bots have learnt in a game

leaning =
    { $direction }を人より{ $sign ->
        [more] 重視
       *[less] 軽視
    }
leaning-direction =
    { $direction ->
        [minilm] 一緒に話題になるもの
        [associations] 言葉からの連想
        [piece] 単語の見た目
        [gloss] 辞書の説明
        [wordnet] ものの種類
        [sense] 単語の意味
        [any] ヒントに最も近いと多くの人が思うもの
       *[together] 決まった言い方
    }
learnt-title = ボットが学んだこと
learnt-share = ここで見せる
learnt-leaning =
    { $own ->
        [yes] あなた
       *[no] { $who }
    }は{ $direction }を{ $sign ->
        [more] よく手がかりにします
       *[less] あまり手がかりにしません
    }{ $role ->
        [none] 。
        [spymaster] （ヒント「{ $clue }」で「{ $card }」が当たりました）。
       *[guesser] （「{ $clue }」で「{ $card }」を選びました）。
    }
learnt-nothing =
    { $own ->
        [yes] {""}
       *[no] { $who }：
    }まだありません。お伝えするのはひとつの役割で{ $least }ターン目からで、これまでに{ $turns }ターンから学びました。
learnt-usual =
    { $own ->
        [yes] {""}
       *[no] { $who }：
    }{ $turns }ターンから学んだところ、ヒントの受け取り方にほかの人と目立って違うところはありません。
learnt-absent =
    { $own ->
        [yes] このゲームから、ボットはあなたについて何も学びません。これまでに学んだことはプロフィールで見られます。
       *[no] { $who }：このゲームから、ボットは何も学びません。
    }
learnt-unshared = 見せるものは、もうありません。
learnt-never = このゲームから、ボットは何も学びません。
learnt-openly = 本人だけへの答えです。最後の盤のボタンか、スラッシュコマンドを使ってください。

report-pair = { $giver }と{ $picker }は、前にも「{ $clue }」で「{ $card }」を当てています。
report-clue-news =
    お知らせ：今後、どのカードがヒントに合ったかを、ここのボットが覚えます。使うのはここだけで、180日たつと忘れます。{ $platform ->
        [terminal] 「spyring forget」で、保存されているほかのデータと一緒に削除できます。
       *[other] 自分の分を覚えてほしくないときは「/privacy clues」を使ってください。
    }
