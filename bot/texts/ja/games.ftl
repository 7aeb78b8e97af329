# What the door answers, whichever game is played, in Japanese.

no-game-here = ここにはまだゲームがありません。{ TYPED("new") }で卓を開いてください。
no-such-game = 「{ $game }」というゲームはありません。名前をもう一度確かめてください。
game-gone = このゲームはもうありません。{ TYPED("new") }で新しいゲームを開いてください。
room-reserved = ここのゲームは終わったばかりです。あと{ $minutes }分は、遊んでいた人だけが次のゲームを開けます（{ $who }）。そちらに参加するか、少し待つか、別のチャンネルで開いてください。
room-busy = ここではゲームが進行中です。参加するか、先に中止してください。
table-code-unknown = コード{ $code }の卓はありません。その卓の盤の「設定」で確かめて、コードをそのまま写してください。
table-rooms-many = この卓は、すでに上限の{ $most }チャンネルにあります。そのどれかで遊んでください。
daily-running =
    { $game ->
        [shiritori] 今日のしりとりはもう始まっています。そちらをご覧ください。次の始まりの音
       *[other] 今日の言葉はもう始まっています。一緒に当ててください。次の言葉
    }は協定世界時の午前0時、約{ $hours }時間後です。
daily-over =
    { $game ->
        [shiritori] 今日のしりとりはもう終わりました。次の始まりの音は協定世界時の午前0時、約{ $hours }時間後です。それまでは、dailyを付けずに始めてください。
       *[other] 今日の言葉はもう終わりました。次の言葉は協定世界時の午前0時、約{ $hours }時間後です。それまでは、今日の言葉ではないゲームを始めてください。
    }
daily-stopped =
    { $game ->
        [shiritori] { $day }の今日のしりとりです。その日のうち（協定世界時）に今日のしりとりを開くと、この続きから遊べます。
       *[other] { $day }の今日の言葉です。その日のうち（協定世界時）に今日の言葉を開くと、この続きから遊べます。
    }
daily-not-set =
    { $game ->
        [shiritori] 今日の始まりの音には専用の卓が必要です。ここで進行中のゲームがないときに、今日の始まりの音の卓を開いてください。
       *[other] 今日の言葉には専用の卓が必要です。ここで進行中のゲームがないときに、今日の言葉の卓を開いてください。
    }
game-went-on = ゲームは先に進んでいます。盤を見て選び直してください。
press-unseen = 1回目に押したことは受け付けましたが、この盤にはまだ出ていませんでした。最新の盤を見て、もう一度押してください。
no-bot-sits = { $seat }の席にボットはいません。
line-empty = 何も入力されていません。したいことを入力してください。
line-longest = 1行に書けるのは{ $most }文字までです。もっと短くしてください。
line-characters = この行には、改行のような入力できない文字があります。消してください。

# Options of a new table.

game-unknown = 「{ $name }」というゲームはありません。次から選んでください：{ $known }
option-unknown = 「{ $name }」というオプションはありません。次から選んでください：{ $known }
option-integer = オプション{ $name }を「{ $found }」にはできません。{ $least }〜{ $most }の整数にしてください。
option-choice = オプション{ $name }を「{ $found }」にはできません。次から選んでください：{ $choices }
