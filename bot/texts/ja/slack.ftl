# Slackだけで使う文（日本語）。

slack-send = 送信
slack-close = 閉じる
slack-usages = 次のどれかを書いてください：
slack-unknown = 「{ $word }」というコマンドはありません。次のどれかを書いてください：
slack-usage = { $usage } － { $does }
slack-own-picture = あなただけに見える画像です。下の文に同じ内容があります。
slack-invite = このチャンネルに私がいないので、ここではゲームを開けません。/inviteで招待してから、もう一度試してください。
slack-file = ファイルは、私からのダイレクトメッセージで届きます。
slack-no-files = このワークスペースはアプリからのファイルを受け付けないので、ファイルを送れません。ファイルのアップロードを許可するよう管理者に頼んでから、もう一度試してください。
slack-not-opened = ウィンドウを開けませんでした。もう一度ボタンを押すか、コマンドを書いてください。
slack-modals-paused = Slackの制限で、あと{ $seconds }秒はウィンドウを開けません。そのあとでもう一度ボタンを押すか、コマンドを書いてください。
slack-home-games = あなたのゲーム
slack-home-none = 今、あなたが入っているゲームはありません。チャンネルで「/codenames new」か「/hangman new」か「/shiritori new」と書くと始まります。
slack-home-due = あなたの番です。
slack-home-export = データを受け取る
slack-home-delete = データを削除する
slack-start-title = ゲームを始める
slack-start-game = ゲーム
slack-start-channel = チャンネル
slack-reactions = リアクションでもカードを選べます：行（{ $rows }）、列の数字、最後に{ $check }。
slack-no-pick = リアクションからカードが1枚に決まりません。行と列を1つずつ残し、チェックマークを外してから、もう一度付けてください。
slack-in-thread = このゲームは、このメッセージのスレッドで続きます。
slack-thread-closed = このゲームのスレッドに書き込めなくなったので、ここで続けます。
slack-shortcut = チャンネルで言葉のゲームを始める
slack-not-installed = このアプリは、もうこのワークスペースにインストールされていません。管理者に、もう一度インストールしてもらってください。

# spyring doctor

slack-check-workspace = SlackはSLACK_BOT_TOKENを認めています。ワークスペースは{ $team }です
slack-check-token = Slackが{ $name }を認めません（{ $problem }）。api.slack.com/appsのアプリのページから、もう一度コピーしてください。
slack-check-unreached = Slackにつながらないため（{ $problem }）、トークンを確かめていません
slack-check-scopes = ボットトークンのスコープは過不足ありません
slack-check-missing = ボットトークンにスコープが足りません：{ $scopes }。アプリに最新のmanifest.yamlを使い、ワークスペースに入れ直してください。
slack-check-further = ボットトークンに、要らないスコープがあります：{ $scopes }
slack-check-board = Slackは見本の盤を認めています
slack-check-blocks = Slackが見本の盤を認めません（{ $problem }）。最新のSpyringを使い、それでも同じなら報告してください。
slack-check-files = Slackは盤の画像を受け付けています
slack-check-no-files = Slackが画像を受け付けないので（{ $problem }）、盤は文字になります。画像にするには、ワークスペースの設定でアプリのファイルのアップロードを許可してください。
slack-check-connection = SlackはSLACK_APP_TOKENを認めています
