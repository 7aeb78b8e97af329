# The command line, in Japanese.

cli-description = { $name }：あなたの考え方を学ぶ仲間と遊ぶ、言葉のゲーム。
cli-not-affiliated = { $name }は、ボードゲーム「コードネーム」（Codenames）の制作者と提携しておらず、その承認も受けていません。
cli-play = この端末でゲームを遊ぶ
cli-board = キーワードからできるキーカードを表示する、または終わったゲームの配り方を確かめる
cli-simulate = ボットにソロをたくさん遊ばせ、結果を報告する
cli-listen = ヒントを聞いた人が各カードを選ぶ確率を求める
cli-words = ある言葉に最も近い言葉をモデルごとに並べる
cli-number = { $said }（{ $least }〜{ $most }、指定しなければ{ $default }）
cli-one-of = { $said }：{ $choices }
cli-choice = { $said }（指定しなければ{ $default }）
cli-usage = 使い方：{" "}
cli-options = オプション
cli-arguments = 引数
cli-question = { $usage } – { $does }
cli-again = 別の単語でもう一度遊びますか？ [Y/n]
cli-again-unclear = もう一度遊ぶにはy、終わるにはnと入力してください。
cli-report = { $games }ゲーム：勝率{ $win_rate }、勝つまでのターン数{ $win_turns }、CoLT { $colt }、所要時間{ $seconds }秒

play-goes-on = ゲーム{ $game }をターン{ $turn }から続けます。別のゲームを始めるには、離れてから--newを付けて起動してください。
play-unused = ゲーム{ $game }をターン{ $turn }から続けます。始めたときの設定のまま続くため、{ $options }は使われません。この指定で新しく遊ぶには、離れてから同じコマンドに--newを付けて起動してください。
play-kept = ゲームは保存されました。「{ $command }」で続きから遊べます。
play-replay = このゲームをもう一度見るには：{ $command }
play-think =
    { $length }文字の単語{ $script ->
        [kana] （かな）
       *[latin] （aからz）
    }を1つ思い浮かべて、口に出さないでください。ボットが当てるので、文字の位置を答えてください。
play-stopped = 途中で離れたゲーム{ $game }を中止しました。これは別のゲームです。
desk-taken = 今は別の端末がこのゲームで遊んでいます。そちらでゲームを離れるか、--state FILEで別のファイルを使ってください。
loop-slow = ゲームが時間内に応答しません。少ししてから、もう一度試してください。それでもだめなら、離れて起動し直してください。保存しているゲームには、それまでの行動がすべて残ります。
discord-bad-token = DISCORD_TOKENのトークンはDiscordに認められませんでした。Discordの開発者ポータルでアプリケーションを選び、ボットのページでトークンを発行し直して設定してください。
discord-bad-intents = このボットが求めるイベントは、Discordに認められませんでした。特権インテントは必要ありません。DISCORD_TOKENがこのアプリケーションのトークンかどうかを開発者ポータルで確かめ、最新版のSpyringを実行してください。
discord-bad-shards = このプロセスが求めるシャードは、Discordに認められませんでした。SPYRING_DISCORD_SHARD_IDSを、SPYRING_DISCORD_SHARDSより小さい0以上の番号にしてください。
discord-few-shards = ボットのいるサーバーの数に対して、シャードが足りません。すべてのプロセスでSPYRING_DISCORD_SHARDSを大きくするか、設定を消してDiscordに任せてください。
discord-no-token = トークンがないため、Discordにつなげません。アプリケーションのボットのトークンをDISCORD_TOKENに設定してください。
discord-shard-ids = SPYRING_DISCORD_SHARD_IDSは「0,1」のような0以上の番号にしてください。番号はSPYRING_DISCORD_SHARDSより小さくし、SPYRING_DISCORD_SHARDSも設定してください。
slack-bad-token = SlackがSLACK_BOT_TOKENのトークンを認めません。api.slack.com/appsのアプリの「OAuth & Permissions」から、もう一度コピーしてください。xoxb-で始まります。
slack-bad-app-token = SlackがSLACK_APP_TOKENのトークンを認めません（{ $problem }）。api.slack.com/appsのアプリの「Basic Information」の「App-Level Tokens」で、スコープconnections:writeのトークンを作ってください。xapp-で始まります。
slack-no-token = Slackにはトークンが二つ必要です。SLACK_BOT_TOKENにアプリのボットトークンを、SLACK_APP_TOKENにアプリレベルのトークンを設定してください。
slack-no-signing-secret = Slackからの要求を確かめられません。api.slack.com/appsのアプリの「Basic Information」にある署名シークレットを、SLACK_SIGNING_SECRETに設定してください。公開アドレスなしでつなぐには「spyring run --slack」を使ってください。
slack-half-oauth = 複数のワークスペースで使うアプリには、SLACK_CLIENT_ID、SLACK_CLIENT_SECRET、SPYRING_SLACK_TOKEN_KEYSがすべて必要です。足りないものを設定してください。一つのワークスペースだけなら、SLACK_BOT_TOKENだけを設定してください。
slack-no-workspace = つなぐワークスペースがありません。一つだけならSLACK_BOT_TOKENを、アプリを入れたすべてにつなぐならSLACK_CLIENT_ID、SLACK_CLIENT_SECRET、SPYRING_SLACK_TOKEN_KEYSを設定してください。
slack-bad-token-keys = SPYRING_SLACK_TOKEN_KEYSが鍵になっていません。鍵は44文字で、複数あるときはコンマで区切ります。作り方はdocs/slack.mdにあります。
plugin-failed = パッケージ{ $package }のプラグイン{ $name }が失敗しました（{ $problem }）。そのパッケージを更新するか、アンインストールしてください。
plugin-name = パッケージ{ $package }のプラグイン{ $name }の名前は使えません。名前は半角の英小文字で始まり、英小文字、数字、ハイフンだけで、32文字以内です。そのパッケージを更新するか、アンインストールしてください。
plugin-twice = プラグイン{ $name }が複数のパッケージにあります（{ $packages }）。一つだけ残して、ほかをアンインストールしてください。
plugin-broken = パッケージ{ $package }のプラグイン{ $name }を読み込めません（{ $problem }）。そのパッケージを更新するか、アンインストールしてください。
fault-ours = これはプログラムの不具合で、あなたのせいではありません。参照番号は{ $reference }です。保存しているゲームは直前の行動まで残っているので、起動し直すと続けられます。参照番号と、何をしたかを報告してください。
pack-strange =
    ボットは、この単語パックの{ $words }語のうち{ $strange }語を知らず、それらを狙いません。あまり良いヒントは出ないでしょう：{ $named }{ $more ->
        [0] 。
       *[other] 、ほか{ $more }語。
    }
pack-strange-sample =
    ボットは、この単語パックから調べた{ $words }語のうち{ $strange }語を知らず、それらを狙いません。あまり良いヒントは出ないでしょう：{ $named }{ $more ->
        [0] 。
       *[other] 、ほか{ $more }語。
    }
pack-unknown =
    ボットは、この単語パックの{ $words }語のうち{ $strange }語を知らず、それらを狙いません：{ $named }{ $more ->
        [0] 。
       *[other] 、ほか{ $more }語。
    }
option-play-game = ゲームの名前。そのゲームのオプションは、名前の後に--helpを付けると表示される
option-dictionary = このファイルの単語で遊ぶ（1行に1語、小文字のaからz）
option-hangman-chair = 1つの席に誰を座らせるか（guess2=human:ANNA、ボットならguess1=guesserなど）。何度でも指定できる
option-as = 自分の席：spymaster（スパイマスター）、guesser（諜報員）、watcher（観戦）。指定しなければguesser、--keywordがあればspymaster
option-help = このヘルプを表示して終わる
option-version = バージョンを表示して終わる
option-language = 表示する言語
option-keyword-key = キーカードのもとになる文字列（-なら標準入力から読む）。入力した人は推測できない
option-keyword-play = キーカードのもとになる文字列。省くとスパイマスターが入力する。入力した人は推測できない
option-pack = 盤の単語：english、japanese、または1行に1語を書いたファイル（指定しなければ表示言語の単語）
option-bots = ほかのすべての席に座るボット：teammate、ace、stranger、random、expert:NAMEのどれか
option-chair = ひとつの席に座る人やボット。red-guesser=human、red-guesser=human:ANNA、blue-spymaster=expert:glossのように書く。何度でも指定できる
option-seed = 同じ結果を再現するための整数。--stateでファイルを指定しなければ何も保存しない
option-record = ゲームが終わったら、board --verifyに必要なものをこの新しいファイルに書く。次のゲームのファイルには番号が付く
option-name = 自分の呼び名。空白は使えない。レーティングはこの名前で保存する（指定しなければSPYRING_PLAYERかログイン名）
option-new = 途中のゲームがあっても別のゲームを始める。途中のゲームは中止になる
option-plain = 標準入力から1行ずつ読み、出来事を1行ずつ書く。--stateでファイルを指定しなければ何も保存しない
option-digits = キーワードのSHA-512のダイジェストを10進数で書いたもの
option-verify = play --recordが書いたファイルから、終わったゲームの配り方を確かめる。終了コードは、すべて合えば0、違いがあれば1、単語を確かめられなければ3
option-json = JSONで書く
option-png = 画像をこの新しいファイルに書く
option-html = 印刷したりスマホで見せたりできるページをこの新しいファイルに書く（読めるのは自分だけ）
option-public = 誰が見てもよい順番と枚数だけを表示する。画像では位置も表示する
option-pack-verify = 記録の単語の出どころ：english、japanese、または1行に1語を書いたファイル
option-spymaster = ヒントを出すもの：ace、ace-paper、teammateかstranger（tableのルールのみ）、random、またはエキスパートの名前
option-guesser = 推測するもの：ace、ace-paper、teammateかstranger（tableのルールのみ）、random、またはエキスパートの名前
option-games = 遊ぶゲームの数
option-rules = paperはACEの論文の一人用ゲーム、tableはすべてのルールでのソロ
option-listen-clue = ヒント
option-listen-cards = まだめくられていないカード
option-listen-batch = 各行にヒントとカードをJSONで書いたファイル
option-words-terms = 言葉、または式。例：king - man + woman
option-pack-simulate = 単語：first（公表した数字のパック。指定しなければこれ）、english、japanese
option-bench = 実験のエキスパート、盤の単語、ヒントの単語があるフォルダー
option-without = ACEのアンサンブルからこのエキスパートを外す。何度でも指定できる
option-exploration = ACEの探索の強さを決める定数（指定がなければ論文と同じ0.5）

team-not-playing = { team }はこの卓では遊びません。次から選んでください：{ $playing }
keyword-guesser = キーワードからキーカードが分かるため、諜報員は入力できません。スパイマスターになるか、キーワードを指定しないでください。
keyword-nobody = キーワードはスパイマスターが入力しますが、ここのスパイマスターは人ではありません。スパイマスターになるか、キーワードを指定しないでください。
keyword-empty = キーワードが空です。--keywordの後に入力するか、--keyword - と入力して標準入力から渡してください。
keyword-prompt = キーワード（表示されません）：
name-form = 「{ $name }」はここでは名前にできません。空白のない、目に見える1〜{ $longest }文字にしてください。
name-twice = { $name }という名前の人が2人います。--chair { $chair }=human:ANNAのように、どちらかを別の名前にしてください。
dictionary-category = 辞書ファイルはそれ自体が単語のリストです。--dictionaryか--category { $category }のどちらかを外してください。
dealer-only-bot = 出題者{ $dealer }はボットです。自分で出題するには、--dealer wordか--dealer thoughtを選んでください。
dealer-only-person = 出題者{ $dealer }は単語を知っている人が務めます。出題者の席にはキーボードの前の人を座らせてください。
chair-form = 「{ $text }」からは、席と座る人が分かりません。{ $chair }=humanのように書いてください。
chair-unknown = この卓に「{ $seat }」という席はありません。次から選んでください：{ $chairs }
setting-unseen = 設定{ $name }に目に見えない文字があります。消してください。
setting-file = このフォルダーの「.env」はUTF-8のテキストではありません。UTF-8で保存するか、ほかの場所に移してください。
setting-unreadable = このフォルダーの「.env」を読めません（{ $problem }）。直すか、ほかの場所に移してください。
setting-wrong = 設定{ $name }の値は「{ $value }」ですが、{ $allowed }でなければなりません。
setting-secret = 設定{ $name }の値が正しくありません（秘密なので表示しません）。{ $allowed }でなければなりません。
setting-number =
    { NUMBER($least, useGrouping: 0) }〜{ NUMBER($most, useGrouping: 0) }の{ $whole ->
        [yes] 整数
       *[no] 数
    }
setting-text = { $shortest }〜{ $longest }文字の文字列
setting-one-of = 次のどれか（{ $choices }）
setting-example = .env.exampleにあるような値
file-unreadable = { $path }を読めません（{ $problem }）。読めるファイルを指定してください。
file-unwritable = { $path }に書き込めません（{ $problem }）。書き込めるファイルを指定してください。
file-exists = { $path }はすでにあります。まだないファイルを指定してください。
file-name = 「{ $path }」はファイルの名前にできません。もっと短い、簡単な名前にしてください。
file-too-large = { $path }は{ $megabytes }MBを超えています。正しいファイルを指定してください。
stream-failed = このコマンドの入力か出力が途切れました（{ $problem }）。入出力の行き先を確かめてください。
record-written = このゲームの記録は{ $path }にあります。spyring board --verifyで確かめられます。
record-left = ゲームを途中で離れたため、{ $path }には何も書きませんでした。秘密の値はゲームが終わったときにだけ表示されます。記録が必要なら、離れずに投了してください。
option-range = この卓では{ $name }を{ $number }にできません。{ $least }〜{ $most }にしてください。
verify-alone = 盤のことはすべて記録にあります。--verifyと一緒に{ $options }を指定しないでください。
pack-without-words = キーカードに単語はありません。--packを外すか、--verifyで記録を確かめてください。
asset-no-expert = { $without }を外すと、ACEのエキスパートがいなくなります。外すエキスパートを減らしてください。

# Listening

listen-heard =
    { $by ->
        [word] 「{ $word }」と聞いた人が選ぶカード：
        [form] 「{ $clue }」を「{ $word }」の変化形と見なしました。人が選ぶカード：
        [spelling] 「{ $clue }」を「{ $word }」の書き誤りと見なしました。人が選ぶカード：
       *[parts] 「{ $clue }」を「{ $word }」と見なしました。人が選ぶカード：
    }
listen-unknown = 「{ $clue }」は知らない言葉なので、当て推量です：
listen-card-unknown = （どのモデルも知らないカード）
listen-one-of = ヒントとカードを並べるか、ファイルを--batch FILEで指定してください。
listen-nothing = ヒントと一枚以上のカードが必要です。例：listen ocean whale desert
listen-many = カードが多すぎます。{ $most }枚までにしてください。
listen-long = ヒントかカードが長すぎます。{ $longest }文字までにしてください。
listen-twice = カード「{ $card }」が二度あります。一度ずつ書いてください。
listen-utf8 = { $line }行目がUTF-8ではありません。UTF-8で保存してください。
listen-line = { $line }行目がヒントとカードになっていません。{ $example }のように書いてください。
words-corrected = 「{ $term }」を「{ $word }」の書き誤りと見なしました。
words-unknown = 「{ $word }」は知らない言葉です。別の言葉を指定してください。
words-signs = 言葉を一つ、または前後に空白を置いた+か-でつないで書いてください。例：king - man + woman
words-none-near = これらの言葉は打ち消し合い、何も残りません。一つの言葉か、別の式を指定してください。
listen-at = { $line }行目：{ $fault }
