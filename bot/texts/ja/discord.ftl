# What is said on Discord alone, in Japanese.

discord-field = { $name }：{ $value }
discord-deadline = 制限時間：{ $when }
discord-pointed = { $card } ← { $who }
discord-typed = { $label }：{ $line }
discord-menu = 選択：{ $first }～{ $last }
discord-key = 自分のキー
discord-board = 盤を文字で見る
discord-moved = この盤は最新ではありません。下の新しい盤を見てください。
