# What operators read: the commands beside play, in Japanese.

state-missing = ゲームを保存したファイル{ $path }がありません。--stateで指定するか、DATABASE_URLを設定するか、先に遊んでください。
state-is-folder = { $path }はフォルダーです。その中のファイルを--stateかDATABASE_URLで指定してください。
state-folder = ゲームを保存するフォルダー{ $path }を作れません（{ $problem }）。--stateで別のファイルを指定してください。
state-damaged =
    { $known ->
        [empty] { $path }は空です。ゲームが失われたか、ほかのものが作ったファイルです。バックアップに置き換えてください：spyring restore { $backup } --state { $path }（新しく始めるなら、ファイルを削除すれば次の起動で作られます）
        [yes] ゲームのファイルが壊れているため、何も変更しませんでした。同じ場所にある最新のバックアップに戻すコマンド：spyring restore { $backup } --state { $path }
       *[no] ゲームのファイルが壊れているか、ほかの内容なので、何も変更しませんでした。別のファイルを指定するか、バックアップに置き換えてください：spyring restore { $backup } --state { $path }
    }
state-backup = { $path }
port-taken = メトリクスと稼働確認のポート{ NUMBER($port, useGrouping: 0) }を開けません（{ $problem }）。SPYRING_METRICS_PORTを別の番号にするか、開かないなら0にしてください。
web-host-unknown = { $host }はこのコンピューターのアドレスではないので、HTTPの要求を受けられません。--hostに、このコンピューターだけなら127.0.0.1、すべてのアドレスなら0.0.0.0を指定してください。
web-port-taken = HTTPの要求を受けるポート{ NUMBER($port, useGrouping: 0) }が開けません（{ $problem }）。--portか環境変数PORTで別のポートにしてください。

# The commands and their options

cli-run = シグナルで止められるまでゲームを動かす（ボット、時間制限、学習も含む）
cli-web = トークンを設定したすべてのプラットフォームで「run」と同じことをし、SlackなどのHTTPリクエストにも応える
cli-migrate = データベースの表をこのバージョンのものにする
cli-backup = ゲームのSQLiteファイルを複製する（動かしている間でもできる）
cli-restore = ゲームのSQLiteファイルをバックアップに置き換える（何も使っていないとき）
cli-doctor = 設定、データベース、モデル、トークンを調べ、問題と対処を表示する。問題があれば終了コードは1
cli-leaderboard = ギルドのランキングを表示する
cli-profile = ある人の成績と、誰と遊んだかを表示する
cli-games = 自分（または指定した人）のゲームを、replayで使う名前とともに一覧する
cli-replay = ゲームをたどり直す。終わったゲームなら配り方も表示する
cli-export = ある人について保存したものをすべてJSONで書く
cli-forget = ある人のデータをすべて削除する。ゲームは名前なしで残る
cli-purge = ギルドを削除する：部屋、ゲーム、ボットがそこから学んだこと
cli-rebuild = すべてのレーティングと記憶を、ターンから計算し直す
option-state = ゲームを保存したSQLiteのファイル（指定しなければDATABASE_URLか、データフォルダーのファイル）
option-to = 表をこの版にする（指定しなければ最新）
option-backup = 複製先のファイル（指定しないと、データベースと同じ場所の新しいファイル）
option-restore = バックアップのファイル
option-guild = terminal:homeのようなギルド（指定しなければ、ただひとつのギルド）
option-purge-guild = terminal:homeのようなギルド
option-board = ゲーム（指定しなければcodenames）。ほかのゲームは点数で表示する
option-role = スパイマスターのターンだけ、または諜報員のターンだけ
option-days = 今日を含む最近の日数（指定しなければ全期間）
option-alone = ボットだけと遊んだゲーム。ほかとは別に数える
option-user = 人：terminal:annのようなplatform:idか、名前
option-against = この人と同じ腕前のチームに勝つ確率を表示する
option-game = ゲームの名前。英数字8文字
option-own-user = その人：terminal:annのようなplatform:idか、名前（指定しなければ自分）
option-last = 新しいものから一覧するゲームの数（指定しなければ20）
option-out = この新しいファイルに書く
option-discord = DISCORD_TOKENのトークンでDiscordにもつなぐ
option-slack = SLACK_BOT_TOKENとSLACK_APP_TOKENのトークンで、Slackにもつなぐ
option-host = 要求を受けるアドレス。127.0.0.1はこのコンピューターだけ（指定しなければこれ）、0.0.0.0はすべて
option-port = 要求を受けるポート。指定しなければ環境変数PORT、それもなければ3000
option-yes = 確認せずに実行する

# People, guilds and games that are named

name-of-nobody = 「{ $name }」という名前の人はここにいません。terminal:annのようなplatform:idか、ランキングにある名前を書いてください。
name-of-several = 「{ $name }」という名前の人は何人もいます。次から選んでください：{ $users }
user-unknown = { $user }について保存したものはありません。プラットフォームとidを確かめてください。
guild-none = ギルドはまだありません。最初のゲームでできます。
guild-which = ギルドがいくつもあります。--guildで次から選んでください：{ $known }
guild-unknown = 「{ $guild }」というギルドはありません。次から選んでください：{ $known }

# What was done

left-as-it-is = 何も変えませんでした。
migrate-done =
    データベースを{ $before ->
        [nothing] 空の状態
       *[other] { $before }
    }から{ $after ->
        [nothing] 空の状態
       *[other] { $after }
    }にしました。
migrate-nothing =
    データベースはもう{ $after ->
        [nothing] 空の状態
       *[other] { $after }
    }なので、することはありません。
backup-sure = { $path }はすでにあります。新しいバックアップに置き換えますか？ [y/N]
backup-done = ゲームの複製を{ $path }に作りました。正解の配置も含むので、自分だけが読める場所に置いてください。
restore-sure = { $path }のゲームをすべてバックアップのものに置き換えますか？元には戻せません。 [y/N]
restore-done = { $path }のゲームに戻しました。Spyringを起動できます。
backup-server = ここで扱えるのはSQLiteのファイルだけです。PostgreSQLにはpg_dump -Fcとpg_restoreを使ってください。
backup-missing = { $path }というファイルはありません。バックアップのファイルを指定してください。
backup-itself = { $path }は、もう一方のファイルそのものか、その一部です。別のファイルを指定してください。
backup-no-file = { $path }はSpyringのファイルではないので、置き換えません。別のファイルを指定するか、先にそのファイルを別の場所に移してください。
backup-in-use = { $path }を開いているプログラム（動いているSpyringなど）があります。それを終了してから、もう一度実行してください。
backup-empty = { $path }にはゲームがありません。別のファイルを指定してください。
backup-damaged = バックアップ{ $path }は壊れているため、何も変更しませんでした。もっと前のものを指定してください。
backup-foreign = { $path }はSpyringのゲームのバックアップではないため、何も変更しませんでした。別のファイルを指定してください。
backup-full = { $path }のディスクがいっぱいのため、何も変更しませんでした。空きを作るか、別の場所のファイルを指定してください。
rebuild-done = { $turns }ターンから、すべてのレーティングと記憶を計算し直しました。
export-written = { $user }について保存したものはすべて{ $path }にあります。
forget-sure = { $user }について保存したものをすべて削除しますか？元には戻せません。 [y/N]
forget-done =
    { $user }のデータを削除しました。{ $games ->
        [0] この名前のあるゲームはありませんでした。
       *[other] { $games }ゲームが名前なしで残っています。
    }
forget-bot = { $user }はボットで、個人のデータは保存していません。人を指定してください。
purge-sure = { $guild }の部屋、ゲーム、レーティング、記憶と、ほかでは遊んでいない人のデータをすべて削除しますか？元には戻せません。 [y/N]
purge-done = { $guild }と、その{ $games }ゲームを削除しました。
erasure-waits = ほかのプログラムがデータベースを読んでいるため、削除したデータの跡がまだファイルに残っています。Spyringが動いていれば1分以内に、動いていなければ次に起動したときに消えます。
confirm-nobody = 確認できる人がいません。本当に実行するなら--yesを付けてください。

# Lists of games

games-line = { $game }  { $at }  { $kind }：{ $state }
games-line-plays = {"          "}{ $plays }・相手：{ $others }
games-nobody = なし
games-state =
    { $status ->
        [lobby] 始まっていません
        [running] 進行中（ターン{ $turn }）
       *[stopped] 途中で中止
    }
games-none = { $user }さんのゲームはまだありません。「spyring play」で始められます。
games-older = ほかに古いゲームが{ $older }回分あります。--lastを増やすと表示されます。
games-replay = ゲームをもう一度見るには：{ $command }

# Replays

replay-title =
    { $kind } { $game }：{ $status ->
        [lobby] 開始前です。
        [running] 進行中です。
        [stopped] 中止されました。
       *[over] 終わりました。
    }
replay-line = { $at }  { $said }
replay-key = キーカード（行ごと）：{ $rows }
replay-keyword = もとのキーワード：{ $keyword }
replay-secret = もとの秘密の値：{ $secret }
replay-not-over =
    { $status ->
        [stopped] ゲームは途中で中止されたので、配り方は表示しません。
       *[other] 配り方はゲームが終わると表示できます。
    }

# What the doctor finds

doctor-program = Spyring { $version }（Python { $python }）
doctor-settings = { $number }個の設定をすべて読めました
doctor-setting-unknown = { $name }という設定はありません。.env.exampleと見比べてください。
doctor-database = { $name }は応答しています
doctor-store =
    { $fault ->
        [full] データベースのディスクがいっぱいです（{ $code }）。空きを作ってください。
        [read-only] データベースは読み取りだけができて書き込めません（{ $code }）。書き込めるようにしてください。
        [busy] データベースがほかに占有されているか、空いている接続がありません（{ $code }）。何が占有しているかを調べて、もう一度試してください。
        [lost] データベースが応答しません（{ $code }）。DATABASE_URLのホストとポート、サーバーが動いているかを確かめてください。
        [moved] 確認中にデータベースのファイルかそのログが消されたか、移動されたか、置き換えられたか、空にされました。もう一度実行してください。
        [foreign] このファイルはほかのプログラムのデータベースです（{ $code }）。--stateかDATABASE_URLで別のファイルを指定してください。
        [refused] データベースに接続を断られました（{ $code }）。DATABASE_URLのユーザー名、パスワード、データベース名を確かめてください。
        [behind] データベースに表か列が足りません（{ $code }）。「spyring migrate」を実行してください。
       *[broken] データベースのファイルを開けない、または読み書きできません（{ $code }）。フォルダーがあって書き込めること、データベースのファイルであること、ディスクに異常がないことを確かめてください。
    }
doctor-sound = ファイルのページと索引に異常はありません
doctor-large = ファイルが{ $megabytes } MBを超えるため、ここではページを調べません。「spyring backup」が複製を調べます。
doctor-no-file = { $path }はまだありません。「spyring play」「spyring run」「spyring migrate」のどれかで作られます
doctor-migrated = 表はこのバージョンのものです（{ $head }）
doctor-behind =
    表が前のバージョンのものです（{ $head }ではなく{ $current ->
        [nothing] 空の状態
       *[other] { $current }
    }）。「spyring migrate」を実行してください。
doctor-writable = 書き込んで、また消すことができました
doctor-clock = ここの時刻は{ $now }で、データベースとも合っています
doctor-skew = このコンピューターとデータベースの時計が{ $seconds }秒ずれています。時間制限に影響するので、どちらもネットワーク（NTP）で合わせてください。
doctor-past = 最後にゲームが変わった時刻{ $newest }は、このコンピューターの時計ではまだ先です。時計を合わせてください。
doctor-folder = { $folder }に書き込めません。書き込めるフォルダーにするか、ゲームを別の場所に保存してください（DATABASE_URL）。
doctor-readers = { $path }は、このコンピューターのほかの人にも読めます（キーも含まれます）。意図したものでなければ、ファイルの権限を600にしてください。
doctor-readers-env = { $path }は、このコンピューターのほかの人にも読めます（トークンやパスワードも含まれます）。ファイルの権限を600にしてください。
doctor-disk = { $folder }の空きは{ $megabytes }MBです
doctor-disk-little = { $folder }の空きは{ $megabytes }MBしかありません。足りなくなる前に空きを作ってください。
doctor-disk-full = { $folder }の空きは{ $megabytes }MBで、足りません。空きを作るか、データベースを移してください。
doctor-models = { $names }を読み込めます
doctor-models-broken = Spyringに付属するファイルがないか、壊れています。インストールし直してください。
doctor-pack = 単語パック{ $name }は{ $words }語です
doctor-plugins = { $names }を読み込めます
doctor-fonts = 盤の画像を描けます
doctor-fonts-broken = Pillowかそのフォントを使えないため、画像を描けません。Spyringをインストールし直してください。
doctor-port-off = メトリクスと稼働確認のポートはありません。SPYRING_METRICS_PORTで開けます
doctor-port = メトリクスと稼働確認のポート{ NUMBER($port, useGrouping: 0) }は空いています
doctor-port-wrong = { $name }がポート番号ではないため、メトリクスと稼働確認のポートを開けません。上の設定の項目を見てください。
doctor-port-taken = メトリクスと稼働確認のポート{ NUMBER($port, useGrouping: 0) }は使われています（{ $problem }）。使っているのが「spyring run」でなければ、SPYRING_METRICS_PORTを別の番号にしてください。
doctor-token = { $name }は設定されていて、形式も合っています
doctor-token-unset = { $name }は設定されていません
doctor-token-malformed = { $name }は設定されていますが、トークンの形式ではありません。プラットフォームからもう一度コピーしてください。
doctor-workers = どのゲームでも、ボットの代わりに考えるプロセスが起動して答えます。「spyring run」が起動する数：{ $number }
doctor-workers-broken = { $game }のボットの代わりに考えるプロセスを起動できなかったか、遅すぎました。ログを見て、SPYRING_THINK_SECONDSを大きくするか、もっと速いコンピューターを使ってください。
