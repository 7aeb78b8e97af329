# Said on Discord alone, in Japanese. The keys are stored with messages: they stay as they are.

discord-thread-name = { $game } { $name }
discord-thread-none = このゲームのスレッドを作れなかったので、このチャンネルで続けます。次のゲームをスレッドで遊ぶには、ここでボットに「公開スレッドの作成」の権限があるか確かめてください。
discord-thread-nowhere = この種類のチャンネルにはスレッドを作れないので、このゲームはここで続けます。スレッドで遊ぶには、次のゲームをテキストチャンネルで開いてください。
discord-thread-closed = このゲームのスレッドに投稿できないので、ここで続けます。次のゲームをスレッドで遊ぶには、スレッドをロックしたり削除したりせず、ボットに「スレッドでメッセージを送信」の権限を与えてください。
