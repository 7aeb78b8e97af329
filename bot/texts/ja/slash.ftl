# Slash commands, in Japanese.

slash-new = 開く
slash-clue = ヒント
slash-guess = めくる
slash-point = 指す
slash-unpoint = 指を離す
slash-pass = パス
slash-resign = 投了
slash-keyword = キーワード
slash-join = 参加
slash-chair = 席
slash-watch = 観戦
slash-leave = 離れる
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
slot-guessers = 諜報員
slot-marks = 指す人数
slot-clues = ヒントの扱い
slot-solo = ひとり
slot-team = チーム
slot-typed = 入力
slot-word = 単語
slot-number = 枚数
slot-card = カード
slot-keyword = キーワード
slot-side = チーム
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

discord-play = { $game }で遊ぶ

# Answers to one person

discord-done = できました。
discord-done-before = それはもう済んでいるので、何も変えませんでした。
discord-idle = 今は{ $card }には何もできません。自分のチームがめくる番に、まだめくられていないカードを押してください。
discord-no-key = このゲームでは、あなたにキーカードは見せられません。見られるのは、ゲームが始まった後のスパイマスターだけです。
discord-old-press = これは古いメッセージのボタンです。このチャンネルにあるゲームの最新のメッセージか、コマンドを使ってください。
discord-old-command = このコマンドはもう使えません。1分ほどしてから「/」と入力し、一覧から選び直してください。
discord-form-closed = 今は入力できません。ゲームの最新のメッセージで、誰の番か確かめてください。
discord-slow = ゲームの応答が遅く、入力欄を開けませんでした。少ししてからもう一度押すか、コマンドを使ってください。
discord-fault = これはあなたではなく、このボットの不具合です。参照番号は{ $reference }です。ゲームはそのままなので、少ししてからもう一度試してください。それでもだめなら、ボットの管理者に参照番号を知らせてください。
discord-help =
    「/{ $game } new」で卓を開き、そのメッセージのボタンで席に座って、ゲームを始めてください。空いている席にはボットが座ります。
    スパイマスターは「/{ $game } key」かキーカードのボタンでキーカードを見て、「/clue」でヒントを出します。諜報員は、カードを1回押すと指し、もう1回押すとめくります。「/guess」も使えます。
    ほかの操作は「/{ $game }」のコマンドにあります。それぞれに説明が付いています。
