# What is said on Discord alone, in Japanese.

discord-field = { $name }：{ $value }
discord-pointed = { $card } ← { $who }
discord-typed = { $label }：{ $line }
discord-command = 「{ $line }」
discord-writing = 盤に返信するか、私にメンションして、したいことを書いてください。カードの単語、文字、求められている単語、または「leave」のような行を書けます。詳しくは /help をご覧ください。
discord-aloud = これは秘密の内容ですが、このチャンネルの全員に読めるようになっています。別のものを選び、ボタンで開くフォームか私へのダイレクトメッセージで入力してください。
discord-no-game = どのゲームのことか分かりません。ゲームについての私のメッセージに返信するか、そのゲームのチャンネルで書いてください。
discord-menu = 選択：{ $first }～{ $last }
discord-key = 自分のキー
discord-own = 自分の盤
discord-openly = 今それはできません。理由を読めるのはあなたのチームだけです。「自分の盤」を押すか、私へのダイレクトメッセージに書いてください。
discord-board = 盤を文字で見る
discord-take = リアクションのカードをめくる
discord-noted = 盤の数字の見方：塗りつぶしの数字はカードがめくられたターン、輪の数字はそのカードを狙ったヒントのターンです。
discord-moved = これは最新のメッセージではありません。下の新しいメッセージを見てください。
discord-moved-away = このゲームの続きはこちらです：
discord-thread-name = { $game } { $name }
discord-thread-none = このゲームのスレッドを作れなかったので、このチャンネルで続けます。次のゲームをスレッドで遊ぶには、ここでボットに「公開スレッドの作成」の権限があるか確かめてください。
discord-thread-nowhere = この種類のチャンネルにはスレッドを作れないので、このゲームはここで続けます。スレッドで遊ぶには、次のゲームをテキストチャンネルで開いてください。
discord-thread-closed = このゲームのスレッドに投稿できないので、ここで続けます。次のゲームをスレッドで遊ぶには、スレッドをロックしたり削除したりせず、ボットに「スレッドでメッセージを送信」の権限を与えてください。
discord-moved-turn = ターン{ $turn }のこの盤は最新ではありません。下の新しい盤を見てください。
