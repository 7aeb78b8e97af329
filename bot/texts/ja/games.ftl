# What the door answers, whichever game is played, in Japanese.

no-game-here = ここにはまだゲームがありません。/codenames new、/hangman new、/shiritori newのどれかで始めてください。
no-such-game = 「{ $game }」というゲームはありません。名前をもう一度確かめてください。
question-early = ゲームの途中で答えると推測の助けになってしまいます。ゲームが終わってからもう一度聞いてください。
question-unknown = ここでの最後のゲームは{ game-name }で、「{ $line }」とは聞けません。聞きたいゲームが終わった場所で使ってください。
game-gone = このゲームはもうありません。{ TYPED("new") }で新しいゲームを開いてください。
room-reserved = ここのゲームは終わったばかりです。あと{ $minutes }分は、遊んでいた人だけが次のゲームを開けます（{ $who }）。そちらに参加するか、少し待つか、別のチャンネルで開いてください。
room-busy = ここではゲームが進行中です。参加するか、先に中止してください。
table-code-unknown = コード{ $code }の卓はありません。その卓の盤の「設定」で確かめて、コードをそのまま写してください。
share-tables-person = あなたがホストの卓が、すでに上限の{ $most }卓進行中です。どれかを終えるか、そのチャンネルで中止してから（/codenames stop、/hangman stop、/shiritori stopのどれか）、次を開いてください。
share-tables-host = この卓のホストの卓が、すでに上限の{ $most }卓進行中です。どれかを終えるか、{ TYPED("new") }で自分の卓を開いてください。
share-tables-guild = ここでは、すでに上限の{ $most }卓が進行中です。そのどれかで遊ぶか、1卓終わるまで待ってください。
share-lines = 1分間に送れる操作は、コマンド・ボタン・メッセージを合わせて{ $most }回までです。何も変わっていません。{ $seconds }秒待ってから続けてください。
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
press-twice = 1秒以内に2回押されたので、2回目は数えませんでした。そのつもりだったなら、もう一度押してください。
search-slow = 時間内に調べきれませんでした。少し待ってからもう一度お試しください。
no-bot-sits = { $seat }の席にボットはいません。
line-empty = 何も入力されていません。したいことを入力してください。
line-longest = 1行に書けるのは{ $most }文字までです。もっと短くしてください。
line-characters = この行には、改行のような入力できない文字があります。消してください。

# Options of a new table.

game-unknown = 「{ $name }」というゲームはありません。次から選んでください：{ $known }
option-unknown = 「{ $name }」というオプションはありません。次から選んでください：{ $known }
option-integer = オプション{ $name }を「{ $found }」にはできません。{ $least }〜{ $most }の整数にしてください。
option-choice = オプション{ $name }を「{ $found }」にはできません。次から選んでください：{ $choices }
