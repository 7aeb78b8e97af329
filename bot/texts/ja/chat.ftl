# Said on chat platforms, in Japanese.

chat-field = { $name }：{ $value }
chat-columns-alt = 盤の{ $first }列目から{ $last }列目：{ $cells }
chat-pointed = { $card } ← { $who }
chat-pointed-again = 指されているカードをめくるには、もう一度押してください。
chat-typed = { $label }：{ $line }
chat-command = 「{ $line }」
chat-writing =
    { $direct ->
        [yes] ここに
       *[no] ゲーム中は、{ $platform ->
            [slack] 私にメンションして
           *[other] 盤に返信するか、私にメンションして
        }、
    }したいことを書いてください。カードの単語、文字、求められている単語、または「leave」のような行を書けます。詳しくは /help をご覧ください。
chat-not-answered =
    { $platform ->
        [slack] Slack
        [discord] Discord
       *[other] { $platform }
    }の不具合で、返事を届けられませんでした。したことが盤に出ていなければ、もう一度してください。
chat-anyway = それでもこのまま進める
chat-anyway-typed = それでもこのまま進めるには、こう書いてください：{ TYPED($line) }
chat-verb-first = 前に「{ $verb }」と書いてください：{ $verb } のあとに文字を続けます。
chat-aloud = これは秘密ですが、このチャンネルの全員が読めるようになりました。別のものを選び、ボタンで開くフォームか、私へのダイレクトメッセージで入力してください。
chat-next-game = 遊んでくれてありがとうございます！同じメンバーで次のゲームをするには{ TYPED("rematch") }と書いてください。ここで別のゲームを始めることもできます。
chat-other-game = ここで進行中なのは{ $asked }ではなく{ $here }です。/{ $command }で始まるコマンドを使ってください。
chat-no-game =
    どのゲームのことか分かりません。{ $can_open ->
        [yes] そのゲームのチャンネルで私にメンションするか、/codenames new、/hangman new、/shiritori newのどれかでここでゲームを始めてください。
       *[no] ゲームについての私のメッセージに返信するか、そのゲームのチャンネルで書いてください。ゲームを始めるには、サーバーのチャンネルで/codenames new、/hangman new、/shiritori newのどれかを入力してください。
    }
chat-start = { $game }を始める
chat-welcome =
    こんにちは！言葉のゲームで遊べます：{ $games }。空いている席にはボットが座ります。{ $can_open ->
        [yes] ボタンを押すか、/codenames new、/hangman new、/shiritori newのどれかを入力すると始まります。
       *[no] 始めるには、サーバーのチャンネルで/codenames new、/hangman new、/shiritori newのどれかを入力してください。
    }
chat-many-words = 「{ $words }」から先の言葉が余っています。言葉を減らすか、rows:4のように項目の名前を前に付けてください。
chat-person = { $name }に「{ $found }」は指定できません。@と名前で人を指定してください。
chat-channel = { $name }に「{ $found }」は指定できません。#とチャンネル名で指定してください。
chat-menu = 選択：{ $first }～{ $last }
chat-form-part = { $label }（{ $number }）
chat-said = { $said }
chat-key = 自分のキー
chat-own = 自分の盤
chat-openly = 今それはできません。理由を読めるのはあなたのチームだけです。「自分の盤」を押すか、私へのダイレクトメッセージに書いてください。
chat-board = 盤を文字で見る
chat-record = 配り方を確かめる
chat-why = なぜ？
chat-learnt = 私について何を学んだ？
chat-take = リアクションのカードをめくる
chat-letters = 大文字はめくられたカード、小文字はまだ伏せられているカードです。
chat-noted = 盤の数字の見方：塗りつぶしの数字はカードがめくられたターン、輪の数字はそのカードを狙ったヒントのターンです。
chat-moved = これは最新のメッセージではありません。下の新しいメッセージを見てください。
chat-moved-away = このゲームの続きはこちらです：
chat-moved-turn = ターン{ $turn }のこの盤は最新ではありません。下の新しい盤を見てください。
