# Slash commands, in Japanese.

slash-new = 開く
slash-clue = ヒント
slash-guess = 推測
slash-mark = 指す
slash-unmark = 指を離す
slash-pass = パス
slash-resign = 投了
slash-keyword = キーワード
slash-why = 理由
slash-learnt = 学んだこと
slash-solve = 単語全体
slash-hint = ヒント
slash-word = 秘密の単語
slash-answer = 回答
slash-say = 言葉
slash-concede = 降参
slash-join = 参加
slash-chair = 席
slash-watch = 観戦
slash-leave = 離れる
slash-reach = 着信確認
slash-bot = ボット
slash-shuffle = 組み替え
slash-set = 設定
slash-start = 開始
slash-stop = 中止
slash-rematch = 再戦
slash-takeback = 待った
slash-table = 卓
slash-stand = 席を空ける
slash-unbot = ボットを外す
slash-spymaster = スパイマスター
slash-replace = 交代
slash-host = ホスト
slash-drop = 外す
slash-agree = 賛成
slash-refuse = 断る
slash-pause = 時計を止める
slash-resume = 時計を動かす
slash-board = 盤
slash-key = キーカード
slash-help = ヘルプ

slot-rows = 行
slot-cols = 列
slot-teams = チーム数
slot-guessers = 推測する人
slot-marks = 指す人数
slot-clues = ヒントの扱い
slot-substrings = 文字の重なり
slot-solo = ひとり
slot-team = チーム
slot-typed = 入力
slot-ensemble = アンサンブル
slot-level = 強さ
slot-names = 固有名詞
slot-word = 単語
slot-number = 枚数
slot-clue = ヒント
slot-card = カード
slot-length = 文字数
slot-lives = ライフ
slot-dealer = 出題者
slot-mode = 遊び方
slot-category = カテゴリー
slot-hints = ヒント
slot-verbose = 残りを表示
slot-daily = 今日の言葉
slot-letter = 文字
slot-solution = 単語全体
slot-places = 位置
slot-order = 順番
slot-strength = ボット
slot-players = 人数
slot-long-vowel = 長音
slot-small-kana = 小さい仮名
slot-voiced-marks = 濁点
slot-pairs = 同じ音
slot-forbidden = 禁じる音
slot-shortest = 最短
slot-linked = つなぐ音
slot-reverse = 逆さ
slot-common = よく使う言葉
slot-keyword = キーワード
slot-side = チーム
slot-table = 卓
slot-seat = 席
slot-place = 席
slot-who = 誰
slot-member = 参加者
slot-setting = 設定
slot-value = 値

command-board = 盤を文字で、自分だけに表示する
command-key = キーカードを、自分だけに表示する
command-help = 遊び方を、自分だけに表示する
command-table = 卓のそのほかの操作

chat-play = { $game }で遊ぶ

# Answers to one person

deal-title = この盤の配り方
deal-check = ゲームが始まったとき、ロビーのメッセージに秘密の値のSHA-256が示されました：{ $commitment }。Spyringを使えるなら、「spyring board --verify { $file }」で盤全体を計算し直し、変えられていないか確かめられます。
deal-untold = このゲームの配り方の記録はまだありません。ゲームが終わってからもう一度押してください。
chat-done = できました。
chat-done-before = それはもう済んでいるので、何も変えませんでした。
chat-marked = { $said } 必要な数の印が盤に出てから、もう一度押すとめくれます。
chat-idle = 今は{ $card }には何もできません。自分のチームの番に、まだめくられていないカードを押してください。
chat-no-key = このゲームでは、あなたにキーカードはありません。見られるのは、ゲームが始まった後のスパイマスターだけです。
chat-no-board = このゲームには、今あなただけが見られる盤はありません。先にチームの席に座るか、ゲームのメッセージを見てください。
chat-no-pick = リアクションで選ばれたカードがありません。このメッセージに行の文字と列の数字のリアクションを付けてから、もう一度押してください。
chat-no-panel = これはもう使えません。ゲームは始まったか、中止されました。最新のメッセージを見てください。
chat-old-press = これは古いメッセージのボタンです。このチャンネルにあるゲームの最新のメッセージか、コマンドを使ってください。
chat-old-command = このコマンドは変わりました。1分ほどしてから「/」と入力し、一覧から選び直してください。
chat-form-closed = 今は入力できません。ゲームの最新のメッセージで、誰の番か確かめてください。
chat-slow = ゲームの応答が遅く、入力欄を開けませんでした。少ししてからもう一度押すか、コマンドを使ってください。
chat-fault = これはあなたではなく、このボットの不具合です。参照番号は{ $reference }です。ゲームはそのままなので、少ししてからもう一度試してください。それでもだめなら、ボットの管理者に参照番号を知らせてください。
chat-help =
    { $game ->
        [hangman] 「/hangman new」でゲームがすぐに始まり、推測した人が参加します。競争、順番の推測、人が出題するゲームでは、まず卓が開きます。そのメッセージのボタンで席に座って、始めてください。
       *[other] 「/{ $game } new」で卓を開き、そのメッセージのボタンで席に座って、ゲームを始めてください。空いている席にはボットが座ります。
    }
    { $how }
    ほかの操作は「/{ $game }」のコマンドにあります。それぞれに説明が付いています。
chat-help-codenames = スパイマスターは「自分のキー」のボタンか「/codenames key」でキーカードを見て、「/codenames clue」でヒントを出します。{ $reactions ->
        [yes] 盤に何かリアクションを付けると、行と列の絵文字が付き、それでもカードを選べます。
       *[no] {""}
    }諜報員は、カードを1回押すと指し、もう1回押すとめくります。「/codenames guess」も使えます。
chat-help-hangman = 解答者は、文字のボタンを押すか、「/hangman guess」を使うか、ボットにメンションして文字や単語を書きます。競争では、チームの盤は自分のチームだけが見られます。盤はダイレクトメッセージで届き、「自分の盤」か「/hangman board」でも見られます。チャンネルに書いた文字は相手チームにも読まれます。人が出題者のときは、単語や答えをその人に聞きます。
chat-help-shiritori = 「/shiritori say」か、ゲームのメッセージのボタンか、ボットへのメンションと言葉で続けてください。仮名、漢字、ローマ字が読めます。
