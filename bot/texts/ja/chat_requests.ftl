# What can be asked for besides games, in Japanese.

slash-leaderboard = ランキング
slash-profile = プロフィール
slash-privacy = プライバシー
slash-admin = 管理
slash-show = 表示
slash-export = 書き出し
slash-delete = 削除
slash-clues = ヒント
slash-language = 言語
slash-timers = 時間
slash-theme = 背景
slash-threads = スレッド
slash-channels = チャンネル
slash-allow = 許可
slash-forbid = 取り消し
slash-anywhere = すべて
slash-block = 除外
slash-unblock = 除外解除
slash-family = ファミリー
slash-list = 一覧
slash-packs = 単語パック
slash-add = 追加
slash-remove = 削除
slash-default = 既定

slot-game = ゲーム
slot-role = 役割
slot-days = 日数
slot-alone = ひとり
slot-show = 公開
slot-against = 対戦相手
slot-language = 言語
slot-channel = チャンネル
slot-clock = 時計
slot-clue-time = ヒントの時間
slot-guess-time = 推測の時間
slot-hours = 時間数
slot-pace = ボットの間
slot-theme = 背景
slot-thread = スレッド
slot-name = 名前
slot-file = ファイル
slot-words = 単語
slot-pack = 単語パック
slot-family = ファミリー
slot-told = 伝える
slot-remembered = 記憶

ask-leaderboard = ここのランキングを表示する
ask-profile = プレイヤーの成績と、相性の良い相手を表示する
ask-privacy = 保存されている自分のデータを確認、書き出し、削除する
ask-privacy-show = 保存されている自分のデータを、自分だけに表示する
ask-privacy-export = 保存されている自分のデータを、ファイルで自分だけが受け取る
ask-privacy-clues = 自分のゲームで、どのヒントにどのカードが合ったかをボットが覚えるかどうかを選ぶ
ask-privacy-delete = 保存されている自分のデータをすべて削除する（削除の前に確認する）
ask-help = 遊べるゲームとコマンドを、自分だけに表示する
ask-admin = ここにいる全員のための設定（管理者用）
ask-admin-show = 全員のための設定をすべて表示する
ask-admin-language = 全チャンネル、または一つのチャンネルの言語を選ぶ
ask-admin-timers = 新しい卓の時計と、ボットの間を設定する
ask-admin-stop = チャンネルの管理者のほかに、ゲームを中止できる人を選ぶ
ask-admin-theme = 新しい卓の盤の見た目を選ぶ
ask-admin-threads = 新しい卓のゲームを専用のスレッドで遊ぶかどうか選ぶ
ask-admin-channels = ゲームを開けるチャンネル
ask-admin-channels-allow = ゲームを開けるチャンネルに加える（加えたチャンネルだけで開ける）
ask-admin-channels-forbid = ゲームを開けるチャンネルから外す
ask-admin-channels-anywhere = ゲームをどのチャンネルでも開けるように戻す
ask-admin-channels-list = ゲームを開けるチャンネルを表示する
ask-admin-packs = 盤に配る単語
ask-admin-packs-add = テキストファイルか入力した単語から、単語パックを追加する
ask-admin-packs-remove = 単語パックを外す（進行中のゲームは続く）
ask-admin-packs-default = 新しい卓で使う単語パックを選ぶ
ask-admin-packs-list = ここに追加された単語パックを表示する
ask-admin-packs-block = どの単語パックでも、ここでは配らない単語を決める
ask-admin-packs-unblock = 除外した単語をまた配る
ask-admin-packs-family = お酒、武器、犯罪、死などの単語を配らない

ask-option-game = ゲーム（指定しなければコードネーム）。ほかのゲームは点数で表示する
ask-option-role = スパイマスターのターンだけ、または諜報員のターンだけ
ask-option-days = 今日を含む最近の日数だけ（指定しなければ全期間）
ask-option-alone = ボットだけと遊んだゲーム（別に集計する）
ask-option-show = このチャンネルの全員に表示する（指定しなければ自分だけ）
ask-option-member = 誰のプロフィールか（指定しなければ自分）
ask-option-against = ほかの人（同じ腕前のチームに勝つ確率を表示する）
ask-option-language = 言語。unsetで未選択に戻す
ask-option-channel = チャンネル
ask-option-clock = ターンの時間が切れたらどうするか
ask-option-clue-time = ヒントを出す時間。3mや90sのように書く
ask-option-guess-time = 推測の時間。3mや90sのように書く
ask-option-hours = slowで1ターンにかけられる時間数
ask-option-pace = ボットが少なくとも考えて見える秒数。2や1.5のように書く
ask-option-who = ホストだけか、卓の誰でもか
ask-option-theme = darkは暗い背景、lightは明るい背景
ask-option-thread = onはゲームごとに専用のスレッド、offはチャンネルで遊ぶ
ask-option-name = 単語パックの名前（指定しなければファイルの名前）
ask-option-file = UTF-8のテキストファイル（1行に1枚のカード）
ask-option-family = onでそのような単語を配らない
ask-option-remembered = onで覚え、offで今までの分を削除して今後も覚えない
ask-option-words = カードの単語（読点かコンマで区切る）
ask-option-pack = ここに追加された単語パック、english、japanese、または言語に合わせるauto

ask-unknown = このコマンドは変わりました。1分ほどしてから「/」と入力し、コマンドを一覧から選び直してください。
ask-choice = 何も変わっていません。「/{ $line }」の後ろに、{ $choices }のどれかを書いてください。
chat-not-yours = このボタンは、コマンドを使った本人のものです。自分でコマンドを使ってください。

# Profiles

profile-unknown = この人は、まだここでレーティング対象のゲームをしていません。ランキングに出ている人を選んでください。
profile-home = いちばん多く遊んだコミュニティでのプロフィールです。ほかのコミュニティでの成績は、そこのチャンネルで表示してください。

# One's own data

privacy-title = 保存されているあなたのデータ
privacy-part =
    { $part ->
        [account] ここでの名前と言語、ダイレクトメッセージが届くかどうか
        [seats] 座った席
        [acts] 卓でしたことと、その日時
        [moves] 終わったゲームでの、あなたの席の手
        [messages] 盤を載せた個人宛てのメッセージ
        [turns] あなたが行動したターン（レーティングの対象外も含む）
        [credits] ボットがどのターンから何を学んだか
        [evidence] ヒントの受け取り方がわかるターン（数値のみ）
        [clues] ボットがここで覚えている、ヒントとカードの組
        [memory] ボットが覚えている、あなたとの遊び方
        [ratings] レーティング
        [results] ゲームの勝敗
        [scores] レーティング対象外のゲームの得点
       *[other] { $part }
    }
privacy-count = { $count }件
privacy-why = どれも、遊ぶため、レーティングを表示するため、あなたの考え方をボットが学ぶためのものです。ほかの場所に書かれたものは、読みも保存もしません。
privacy-rights = 「/privacy export」ですべてをファイルで受け取り、「/privacy delete」で削除できます。
privacy-nothing = あなたについて保存されているものはまだありません。最初のゲームから保存が始まります。
privacy-export-title = あなたのデータ
privacy-export = このファイルには、あなたについて保存されているものがすべて、JSONで入っています。進行中のゲームの秘密は含まれません。ボットが覚えているヒントは、チャンネルではここの分、私へのダイレクトメッセージではすべてのコミュニティの分が入ります。
privacy-clues-title = ボットが覚えているヒント
privacy-clues =
    { $remembered ->
        [off] あなたがヒントを出したターンと、あなたがカードを選んだターンについてボットが覚えていた、ヒントとカードの組をすべて削除しました。一緒に遊んだ人の分からも、すべての場所で消えています。今後、そのようなターンの組は保存しません。終わったゲームの手は、今までどおり残ります。
       *[on] 今後、あなたがヒントを出したりカードを選んだりしたときに、どのカードがヒントに合ったかをボットが覚えます。使うのは遊んだコミュニティの中だけで、180日たつと削除します。
    }
privacy-delete-title = データの削除
privacy-delete = 進行中や募集中のゲームからはすべて離れます。名前、レーティング、得点、ボットがあなたについて学んだことや覚えているヒントは、すべての場所で完全に削除され、元に戻せません。終わったゲームは、名前を消して残ります。進行中のゲームでキーカードを見ていた場合は、そのゲームで推測できないようにする符号だけが残り、ゲームが終わると削除されます。終わったゲームのメッセージは、描き直されると名前が消えます。ほかのメッセージは変わりません。ボタンを押すまでは何も起こりません。
privacy-delete-sure = 自分のデータをすべて削除
privacy-deleted =
    あなたについて保存されていたものをすべて削除しました。{ $games ->
        [0] あなたの名前があるゲームはありませんでした。
       *[other] { $games }ゲームが、名前を消して残ります。
    }

# Help

help-title = あなたの考え方を学ぶ仲間と遊ぶ、言葉のゲーム
help-what = チャンネルで一緒に遊べます。空いている席にはボットが座ります。
help-game =
    { $game ->
        [codenames] 「/codenames new」で卓を開き、そのメッセージのボタンで席に座って、ゲームを始めてください。スパイマスターは、盤の下の「自分のキー」でキーカードを見て、「/codenames clue」でヒントを出します。諜報員は、カードを1回押すと指し、もう1回押すとめくります。「/codenames guess」も使えます。
        [hangman] 「/hangman new」でゲームがすぐに始まり、推測した人が参加します。文字のボタンを押すか、「/hangman guess」を使うか、私にメンションして文字や単語を書いてください。競争、順番の推測、人が出題するゲームでは、まず卓が開きます。そのメッセージのボタンで席に座って、始めてください。
        [shiritori] 「/shiritori new」で卓を開いて始めるか、「/shiritori new」の順番でbotを選ぶと、すぐにボットと遊べます。「/shiritori say」か、盤の下の入力欄か、私へのメンションと言葉で続けてください。
       *[other] 「/{ $game } new」で卓を開いてください。「/{ $game }」のコマンドには、それぞれ説明が付いています。
    }
help-more = ゲームのほかに
help-command = /{ $name }
help-footer = コマンドへの答えは、あなただけに見えます。「/」と入力すると、すべてのコマンドと説明が出ます。
hello-games = ここで遊べるゲーム：{ $games }。
hello-start = ゲームを始める
hello-privacy = ボタンを押すか、「/」と入力するとすべてのコマンドが出ます。ほかで書いたことは、読みも保存もしません。保存している内容は「/privacy show」で見られます。

# A guild's settings

admin-only = 全員のための設定を変えられるのは、管理者だけです。管理者に頼んでください。
admin-title = 全員のための設定
admin-name = { $name }
admin-part =
    { $part ->
        [language] 言語
        [channels] チャンネル
        [clock] 時計
        [clue-time] { codenames-clue-time }
        [guess-time] 推測や言葉の時間
        [hours] { blank-hours }
        [bot] { blank-bot }
        [pace] { blank-pace }
        [stop] { blank-stop }
        [join] { blank-join }
        [theme] { blank-theme }
        [thread] ゲームごとのスレッド
       *[packs] 単語
    }
admin-guild = ここの全チャンネル
admin-place = #{ $name }
admin-language-own =
    { $language ->
        [none] 未選択
        [en] 英語
        [ja] 日本語
       *[other] { $language }
    }{ $rooms ->
        [0] {""}
       *[other] （{ $rooms }チャンネルは個別に選択）
    }
admin-language-set =
    { $language ->
        [unset] { $where }の言語を未選択に戻しました。
        [en] { $where }の言語を英語にしました。
        [ja] { $where }の言語を日本語にしました。
       *[other] { $where }の言語を{ $language }にしました。
    }一人だけへの答えは、その人の言語になります。
admin-timers-none = 何も指定されていません。{ $names }のうち、少なくとも1つを指定してください。
admin-tables = 新しい卓は、次の設定で始まります：
admin-value =
    { $name ->
        [clue-time] { table-time }
        [guess-time] { table-time }
       *[other] { $value ->
            [off] なし
            [on] あり
            [advisory] 時間切れを知らせる
            [enforced] 時間切れでターン終了
            [slow] 1ターンを時間単位で
            [host] { $name ->
                [join] ホストが席を与えた人
               *[stop] ホスト
            }
            [anyone] { $name ->
                [join] 誰でも
               *[stop] 卓の誰でも
            }
            [dark] 暗い盤
            [light] 明るい盤
           *[other] { $value }
        }
    }
admin-tables-set = 新しい卓は、これからこの設定で始まります。すでに開いている卓は変わりません。
admin-stop-set =
    { $who ->
        [anyone] 新しい卓では、卓の誰でもゲームを中止できます。
       *[host] 新しい卓では、チャンネルの管理者のほかは、ホストだけがゲームを中止できます。
    }
admin-theme-set =
    { $theme ->
        [light] 新しい卓の盤は、明るい見た目になります。
       *[dark] 新しい卓の盤は、暗い見た目になります。
    }
admin-threads-set =
    { $thread ->
        [on] 新しい卓のゲームは、始まるときに作る専用のスレッドで遊びます。
       *[off] 新しい卓のゲームは、チャンネルで遊びます。
    }
admin-places-all = ゲームはどのチャンネルでも開けます。
admin-places = ゲームを開けるチャンネルは、{ $rooms }です。
admin-place-allowed = #{ $name }を、ゲームを開けるチャンネルに加えました。
admin-place-forbidden = #{ $name }を、ゲームを開けるチャンネルから外しました。
admin-place-not-listed = このチャンネルは、許可の一覧にありません。一覧は「/admin channels list」で確かめてください。1つでも許可すると、ほかのチャンネルでは開けなくなります。
admin-places-many = すでに{ $most }チャンネルが一覧にあります。先に1つ外すか、「/admin channels anywhere」でどのチャンネルでも開けるようにしてください。
admin-packs =
    単語パックは{ $packs }です。{ $pack ->
        [auto] 新しい卓では、その言語の内蔵パックを使います（auto）。
       *[other] 新しい卓では{ $pack }を使います。
    }
admin-pack-size = { $words }語
admin-pack-added = 単語パック{ $pack }（{ $words }語）を追加しました。卓を開くときに指定するか、「/admin packs default」で既定にしてください。
admin-pack-undrawn =
    次のカードには画像で表せない文字があるため、これらが並ぶ盤は文字で表示されます：{ $cards }{ $more ->
        [0] {""}
       *[other] 、ほか{ $more }枚
    }
admin-pack-removed = 単語パック{ $pack }を外しました。このパックで進行中のゲームは続きます。
admin-pack-missing = 単語も送ってください。「words」の後にコンマで区切って書くか、ファイルを送れるところではファイルで送ってください。
admin-pack-which = 単語は、ファイルか入力のどちらか一方で送ってください。
admin-pack-nameless = 「name」で、単語パックの名前を指定してください。
admin-pack-name = 「{ $name }」は単語パックの名前にできません。文字、数字、空白、ハイフンだけを使い、{ $most }文字以内にしてください。
admin-pack-large = ファイルが{ $most } KBより大きすぎます。小さくするか、複数の単語パックに分けてください。
admin-pack-not-text = { $file }はUTF-8のテキストではありません。1行に1枚のカードを書き、UTF-8のテキストとして保存してください。
admin-pack-file-lost = ファイルを受け取れませんでした。少ししてからもう一度送ってください。
admin-pack-embedded = 単語パック{ $pack }はいつでも使えるもので、置き換えも削除もできません。別の名前を選んでください。
admin-left-out =
    { $family ->
        [on] ファミリーフィルターはオンです。お酒、武器、犯罪、死などの単語は配りません。卓で指定しないかぎり、ボットは固有名詞をヒントにしません。
       *[off] ファミリーフィルターはオフです。
    }{ $count ->
        [0] 除外した単語はありません。
       *[other] 除外した単語は{ $count }個です：{ $words }{ $more ->
            [0] 。
           *[other] 、ほか{ $more }個。
        }
    }
admin-words-none = 単語を1つ以上指定してください。いくつもあるときは、コンマで区切ってください。
admin-word-long = 「{ $word }」はカードには長すぎます。単語をコンマで区切って指定してください。
admin-blocked-many = 除外できる単語は{ $most }個までです。先にいくつか戻してください。
admin-not-blocked = 「{ $word }」は除外されていません。除外した単語は「/admin packs list」で見られます。
admin-packs-many = すでに{ $most }個の単語パックがあります。先に1つ外してください。

# What the door says

room-not-allowed = このチャンネルではゲームを開けません。次のチャンネルで開いてください：{ $rooms }
guild-pack-unknown = 「{ $pack }」という単語パックはありません。{ $known }のどれかを選んでください。
guild-pack-gone = 単語パック{ $pack }は、たった今外されました。別のものを選んでください。

# 選べる値の呼び名

value-game-codenames = コードネーム（codenames）
value-game-hangman = ハングマン（hangman）
value-game-shiritori = しりとり（shiritori）
value-role-spymaster = スパイマスター（spymaster）
value-role-guesser = 諜報員（guesser）
value-language-en = 英語（en）
value-language-ja = 日本語（ja）
value-language-unset = unset：未選択に戻す
value-who-host = { value-stop-host }
value-who-anyone = { value-stop-anyone }
