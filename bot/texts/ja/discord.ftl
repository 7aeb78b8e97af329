# Said on Discord alone, in Japanese. The keys are stored with messages: they stay as they are.

discord-thread-name =
    { $named ->
        [yes] { $game } - { $host }さんのゲーム
       *[no] { $game }
    }
discord-thread-none = このゲームのスレッドを作れなかったので、このチャンネルで続けます。次のゲームをスレッドで遊ぶには、ここでボットに「公開スレッドの作成」の権限があるか確かめてください。
discord-thread-nowhere = この種類のチャンネルにはスレッドを作れないので、このゲームはここで続けます。スレッドで遊ぶには、次のゲームをテキストチャンネルで開いてください。
discord-thread-closed = このゲームのスレッドに投稿できないので、ここで続けます。次のゲームをスレッドで遊ぶには、スレッドをロックしたり削除したりせず、ボットに「スレッドでメッセージを送信」の権限を与えてください。
discord-permissions = このチャンネルでは、ボットに次の権限がないため、ゲームを始められません：{ $permissions }。サーバーの管理者に権限を付けてもらってからやり直すか、別のチャンネルでゲームを開いてください。
discord-permission =
    { $name ->
        [view] 「チャンネルを見る」
        [send] { $threaded ->
            [yes] 「スレッドでメッセージを送信」
           *[no] 「メッセージを送信」
        }
       *[files] 「ファイルを添付」
    }

# doctorが見つけたこと

discord-check-bot = DiscordはDISCORD_TOKENを認めています。ボットは{ $bot }です
discord-check-unreached = Discordにつながらないため（{ $problem }）、トークンを確かめていません
discord-check-no-intents = 特権インテントはどれもオフで、必要もありません
discord-check-intents = Spyringに要らない特権インテントがオンです：{ $intents }。Discordの開発者ポータルのボットのページでオフにしてください。
discord-check-no-guild = ボットはまだどのサーバーにもいません。下のリンクを開いて招待してください。
discord-check-guilds = ボットがいるサーバーの数：{ $number }
discord-check-missing = サーバー{ $guild }で、ボットのロールに次の権限がありません：{ $permissions }。権限を付けるか、下のリンクから招待し直してください。
discord-check-overwrites = サーバー{ $guild }では、チャンネルの設定がボットの権限を取り消しています：{ $channels }。そこで権限を付けるか、ほかのチャンネルで遊んでください。
discord-check-channel = #{ $name }（{ $permissions }）
discord-check-invite = ボットを招待するには、{ $link } を開いてください
