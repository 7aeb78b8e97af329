# The table around a game, in Japanese.

# Commands

command-join = 卓に参加する。希望のチームも書ける
command-chair = 席に座る。チームと役割か、席の名前を書く
command-stand = 席を空けて卓に残る
command-watch = 遊ばずに観戦する
command-leave = 卓を離れる
command-reach = ダイレクトメッセージが届くか、もう一度試す
command-bot = 空いている席、または書いた席にボットを座らせる
command-unbot = ボットを席から外す
command-shuffle = 全員のチーム分けをやり直す
command-spymaster = チームのスパイマスターをくじで決める、または指名する
command-replace = 席に参加者かボットを座らせる
command-host = ホストを別の参加者に交代する。名前がなければ、いないホストに代わる
command-drop = 参加者を卓から外す
command-set = 卓の設定かゲームのオプションを変える
command-start = ゲームを始める。空いている席にはボットが座る
command-stop = ゲームを中止する
command-rematch = 同じ顔ぶれで次のゲームを開く
command-takeback = 直前の行動に「待った」をかける
command-agree = 「待った」か、席を希望している人を認める
command-refuse = 「待った」か、席を希望している人を断る
command-pause = 時計を止める
command-resume = 時計をまた動かす
option-side = チームの名前。どれでもよければnone
option-table = 別のチャンネルの卓のコード。その卓をここでも表示する。コードはその卓の「設定」にある
option-seat = 席、またはチームと役割（ロビーでの名前）。ボットなら後に名前も書ける
option-place = 席（一覧での名前）
option-who = メンション、platform:id、ロビーの参加者番号のどれか。replaceではボットの名前でもよい
option-member = platform:idか、ロビーの参加者番号
option-setting = clockなどの卓の設定、またはゲームのオプション
option-value = 新しい値

# Lines that cannot be read

table-line-extra = 「{ $verb }」の後の「{ $rest }」は余分です。消してください。
table-who-missing = 誰のことか書いてください。「{ $verb }」の後に、platform:idか、ロビーの参加者番号を書きます。
table-who-number =
    ここに{ $number }番の参加者はいません。{ $members ->
        [0] この卓には誰もいません。
        [1] 参加者は1番だけです。
       *[other] 1〜{ $members }の番号を選んでください。
    }
table-who-unread = 「{ $who }」は誰のことか分かりません。ロビーで名前の横に出ている番号を書いてください。
table-replace-missing = 「replace { $chair } 2」のように、席と、そこに座る人の番号かボットの名前を書いてください。
table-set-missing = { TYPED("set clock slow") }のように、設定の名前と値を書いてください。今の卓の設定：{ $now }。開始前なら、ゲームのオプションも同じように変えられます。
table-set-mixed = 卓の設定（{ $names }）とゲームのオプションは一度に変えられません。ひとつずつ、別の行で変えてください。
table-chair-which = 席をひとつに絞れません。次から選んでください：{ $chairs }
table-chair-unknown = この卓に「{ $chair }」という席はありません。次から選んでください：{ $chairs }
table-team-unknown = この卓に「{ $team }」というチームはありません。次から選んでください：{ $teams }

# What cannot be done now

table-closed = このゲームは終わっています。{ TYPED("rematch") }で次のゲームを開いてください。
table-running = ゲームが始まっているので、もう変えられません。次のゲームが始まる前に変えてください。
table-begun = ゲームはもう始まっています。最新の盤で遊んでください。
table-not-started = ゲームはまだ始まっていません。ホストが{ TYPED("start") }で始めます。
table-host-only = それができるのはホストだけです。ホストか、卓を開いたチャンネルの管理者に頼んでください。ホストがいないときは、{ TYPED("host") }で自分がホストになれます。
table-host-stays = それができるのはホストだけです。ホストに代わってもらってください。
table-host-here =
    { $hours ->
        [0] ホストは少し前まで操作していました。代わってもらうか、このまま何もなければ{ $minutes }分後に引き継いでください。
       *[other] ホストは少し前まで操作していました。代わってもらうか、このまま何もなければ{ $hours }時間{ $minutes }分後に引き継いでください。
    }
table-not-member = この卓に参加していません。先に{ TYPED("join") }と入力してください。
table-players-only = それができるのは席のある人だけです。先に席に座ってください。
table-nobody = この卓には誰もいません。先に{ TYPED("join") }と入力してください。
table-nobody-plays = ここにいる全員が観戦しています。先に誰かが参加してください。
table-join-host = この卓では、誰が遊ぶかをホストが決めます。{ TYPED("watch") }で観戦に加わり、{ TYPED("replace") }で席に座らせてもらうよう、ホストに頼んでください。
table-join-running = もうこの卓に参加していて、ゲームも始まっています。{ TYPED("chair") }で、空いている席かボットの席に座ってください。
table-joined-already = もうこの卓に参加しています。{ TYPED("chair") }で席に座るか、開始を待ってください。
table-team-full = このチームの席は{ $places }席とも埋まっています。別のチームに参加するか、ホストに席を増やしてもらってください。
table-team-yours = もうこのチームにいます。{ TYPED("chair") }で席に座るか、開始を待ってください。
table-chair-yours = もうそこに座っています。移るなら、別の席を指定してください。
table-chair-taken = この席には人が座っています。空いている席かボットの席を選んでください。
table-chair-waiting = この席はもう希望しています。ホストかそのチームの人の賛成を待ってください。
table-chair-requested = 別の人がこの席を希望しています。答えが出るまで待つか、別の席を選んでください。
table-no-request = 今その席を希望している人はいないので、答える必要はありません。
table-request-others = { $seat }の席に誰が座るかを決めるのは、ホストか、そのチームで遊んでいるほかの人です。返事を待ってください。
table-give-up-waiting = もう投了に賛成しています。チームのほかの人を待つか、このまま続けてください。
table-chairs-taken = これらの席にはすべて人が座っています。別の席を選ぶか、観戦してください。
table-barred = このゲームで一部の席だけに見えるものを、もう見ています。同じものが見える席に座るか、次のゲームまで観戦してください。
table-stand-unseated = 席に座っていないので、空ける席はありません。
table-watching-already = もう観戦しています。遊ぶには{ TYPED("join") }と入力してください。
table-not-seated = 席に座っていません。{ TYPED("chair") }で、空いている席かボットの席に座ってください。
table-full = このゲームの席はすべて埋まっています。席が空くまで観戦するか、次のゲームに参加してください。
table-direct-no-key = 今は全員と同じものが見える席なので、ダイレクトメッセージは要りません。ゲームのメッセージを見てください。
table-direct-open = ダイレクトメッセージはもう届いています。あなただけが見られるものもそこに届きます。
table-direct-tried = 今ダイレクトメッセージを送っています。少し待ってから、もう一度ロビーを見てください。
table-bot-unknown = 「{ $name }」というボットはいません。次から選んでください：{ $known }
table-bot-unfit = { $name }は{ $seat }の席では遊べません。遊べるボットから選んでください：{ $known }
table-bot-person = この席には人が座っています。ホストが{ TYPED("replace") }でボットに替えられます。
table-bot-already = { $name }はもうこの席に座っています。別の席か別のボットを選んでください。
table-no-empty-chair = この中に空いている席はありません。ボットを替えるには席をひとつ指定してください。
table-no-chair-in-need = 今ボットが要る席はありません。ボットを加えるには、「bot { $chair }」のように空いている席を指定してください。
table-chair-for-bot = この卓で{ $seat }の席に座れるのはボットだけです。別の席に座るか、始まる前にホストにゲームのオプションを変えてもらってください。
table-chair-for-person = この卓で{ $seat }の席に座るのは人です。自分がその席に座るか、ホストにゲームのオプションを変えてもらってください。
table-person-missing = 始める前に、誰かが{ $seat }の席に座る必要があります。先に{ TYPED("chair") }でその席に座るか、ゲームのオプションを変えてください。
table-shuffle-alike = どの席も同じなので、くじで決めるものがありません。{ TYPED("chair") }で好きな席に座ってください。
table-no-bot = そこにボットはいません。ボットのいる席を指定してください。
table-spymaster-watches = この参加者は観戦しています。先に参加してもらってください。
table-spymaster-team = どのチームか書いてください。{ TYPED("spymaster") }、チーム（{ $teams }）、参加者の順に書きます。
table-spymaster-same = この参加者はもうその席に座っています。別の人を指名してください。
table-spymaster-nobody = ほかに選べる人がいません。先に誰かがチームに参加してください。
table-no-keyed-chair = このゲームにスパイマスターはいないので、選ぶ必要はありません。{ TYPED("chair") }で好きな席に座ってください。
table-who-absent = その人はこの卓にいません。先に{ TYPED("join") }か{ TYPED("watch") }で来てもらってください。
table-replace-same = その人はもうこの席に座っています。別の人を指定してください。
table-replace-seated = その人は別の席に座っています。先に席を空けてもらってください。
table-host-already = この参加者はもうホストです。別の人を指定してください。
table-drop-self = 自分が卓を離れるには{ TYPED("leave") }と入力してください。
table-stop-sure = このゲームを中止しますか。全員のゲームが終わります。
table-stop-host = このゲームを中止できるのはホストだけです。ホストか、卓を開いたチャンネルの管理者に頼んでください。ホストがいないときは、{ TYPED("host") }で自分がホストになれます。
table-typed-nobody = このゲームには人の入力が必要ですが、入力する席に人がいません。先にその席に座ってください。
table-rematch-running = ゲームはまだ終わっていません。最後まで遊ぶか、先に中止してください。
table-rematch-open = 次のゲームは、このゲームのチャンネルでもう開かれています。そちらに参加してください。
table-no-clock = この卓では時計を使っていません。ホストが{ TYPED("set clock enforced") }のように設定すると使えます。
table-paused-already = 時計はもう止まっています。{ TYPED("resume") }でまた動きます。
table-not-paused = 時計は止まっていません。{ TYPED("pause") }で止まります。
table-nothing-to-take-back = { $why }
table-take-back-others = 直前の行動は別のチームのものです。そのチームだけが待ったをかけられます。
table-take-back-uncovered = カードはめくられたままです。元に戻せるのは、ほかの全チームの人が賛成したときだけで、ボットは賛成しません。このまま続けてください。
table-take-back-open = 待ったはもうかけられています。ほかのチームが{ TYPED("agree") }か{ TYPED("refuse") }と入力してください。
table-nothing-proposed = 今、待ったはかけられていません。かけるには{ TYPED("takeback") }と入力してください。
table-agreed-already = 自分のチームはもう賛成しています。ほかのチームを待ってください。
table-setting-unknown = 「{ $name }」という設定はありません。次から選んでください：{ $names }
table-setting-clock = 「{ $value }」という時計の使い方はありません。次から選んでください：{ $choices }
table-setting-seconds = 「{ $value }」はターンの時間にできません。90sや3mのように、{ $least }〜{ $most }で指定してください。
table-setting-hours = 「{ $value }」はゆっくり遊ぶときの時間にできません。{ $least }〜{ $most }時間で指定してください。
table-setting-pace = 「{ $value }」はボットが考える時間にできません。1.5のように、0〜{ $most }秒で指定してください。
table-setting-theme = 「{ $value }」という盤の見た目はありません。次から選んでください：{ $choices }
table-setting-thread = スレッドの設定を「{ $value }」にはできません。onかoffを選んでください。
table-setting-stop = ゲームを中止できる人を「{ $value }」にはできません。hostかanyoneを選んでください。
table-setting-join = 席に座れる人を「{ $value }」にはできません。anyoneかhostを選んでください。

# Before the game begins, and after it was stopped

table-was-stopped = このゲームは中止されました。{ TYPED("rematch") }で次のゲームを開けます。

# The lobby

game-name =
    { $game ->
        [codenames] コードネーム
        [hangman] ハングマン
        [shiritori] しりとり
       *[other] { $game }
    }
table-title = { $game }：席を決めてください
table-member = { $who }さん（{ $number }番）
table-member-host = { $who }さん（{ $number }番、ホスト）
table-sitter-empty =
    { $named ->
        [yes] 空席（開始時にボットの{ $bot }が座ります）
       *[no] 空席（開始時にボットが座ります）
    }
table-sitter-wanted = 空席（人が座る席です）
table-sitter-open =
    空席{ $to ->
        [host] （ホストが選んだ人が座れます）
       *[anyone] （誰でも座れます）
    }
table-sitter-bot =
    { $named ->
        [yes] { $who }（ボット）
       *[no] ボット
    }
table-sitters-open =
    { $others ->
        [0] 空席{ $count }つ
       *[other] ほかに空席{ $count }つ
    }{ $to ->
        [host] （ホストが選んだ人が座れます）
       *[anyone] （誰でも座れます）
    }
table-sitters-empty =
    { $others ->
        [0] 空席{ $count }つ
       *[other] ほかに空席{ $count }つ
    }{ $named ->
        [yes] （開始時にボットの{ $bot }が座ります）
       *[no] （開始時にボットが座ります）
    }
table-watching = 観戦
table-wish =
    { $team ->
        [any] 席を待っています
       *[other] { team-in }の席を待っています
    }
table-direct-open-to = ダイレクトメッセージが届く人：{ $who }。{ $own }。
table-direct-closed-to = ダイレクトメッセージが届かない人：{ $who }。ゲームはそのまま遊べます。{ $instead }。ダイレクトメッセージでも受け取るには、私からのメッセージを許可して（Discordでは、このサーバーのメンバーからのメッセージを許可して）から、「{ table-choice-chairs }」の中の「{ table-choice-reach }」を押してください。
table-note-title = { $game }：あなただけへのお知らせ
table-note-none = 全員と同じものを見ているので、ここに見るものはありません。
table-note-closed = このゲームは、ここに見るものが届く前に中止されました。
table-stopped-title = { $game }：中止
table-stopped = このゲームは、始まる前に{ $who }さんが中止しました。
table-closed-idle =
    { $followed ->
        [yes] ゲームが始まらないまま15分間何もなかったので、この卓は閉じられました。
       *[no] ゲームが始まらないまま15分間何もなかったので、この卓は閉じられました。「{ table-choice-rematch }」で別の卓を開けます。
    }
table-halted = このゲームは、終わる前に{ $who }さんが中止しました。
table-forfeited = { $seat }の側の負けとして数えます。
table-plays =
    { $language ->
        [ja] {""}
        [en] ゲームの単語やヒントは英語です。
       *[any] {""}
    }ゲームの内容：{ $plays }
table-and = { $first }・{ $following }
table-now-clock =
    { $mode ->
        [off] 時計なし
        [advisory] { $times }（時間切れは知らせるだけ）
        [slow] 行動ごとに{ $hours }時間
       *[enforced] { $times }（時間切れでターン終了）
    }
table-now-pace =
    { $seconds ->
        [0] ボットはすぐに行動
       *[other] ボットは{ $seconds }秒考える
    }
table-now-bot = 空席にはボットの{ $bot }
table-now-stop =
    { $stop ->
        [anyone] 中止は誰でも可
       *[host] 中止はホストだけ
    }
table-now-join = 遊ぶ人はホストが選ぶ
table-now-theme =
    { $theme ->
        [light] 明るい色の盤
       *[dark] 暗い色の盤
    }
table-now-thread = 専用のスレッド
table-time =
    { $seconds ->
        [0] { $minutes }分
       *[other] { $minutes ->
            [0] { $seconds }秒
           *[other] { $minutes }分{ $seconds }秒
        }
    }
table-footer =
    { $bots ->
        [closed] 誰が遊ぶかはホストの{ $host }さんが決めます。「{ table-choice-watch }」を押して、席を頼んでください。ホストが「{ table-choice-start }」を押すと始まります。
        [all] 遊ぶ人は「{ table-choice-join-any }」を押してください。ホストの{ $host }さんが「{ table-choice-start }」を押すと始まり、空いている席にはボットが座ります。
        [needed] 遊ぶ人は「{ table-choice-join-any }」を押してください。ホストの{ $host }さんが「{ table-choice-start }」を押すと始まり、足りない席にはボットが座ります。
        [open] 遊ぶ人は「{ table-choice-join-any }」を押してください。ホストの{ $host }さんが「{ table-choice-start }」を押すと始まります。
       *[none] 席はすべて埋まっています。ホストの{ $host }さんが「{ table-choice-start }」を押すと始まります。
    }
table-footer-nobody = この卓には誰もいません。「{ table-choice-join-any }」を押すとホストになれます。
table-choice-join-any = 参加
table-choice-chairs = 席を替える
table-choice-rules = 遊び方
table-choice-settings = 設定
panel-chairs-title = { $game }：自分の席
panel-chairs-seated = 今の席：{ $seat }。移るには席を押してください。
panel-chairs-none =
    { $now ->
        [watching] 観戦しています。遊ぶには席を押してください。
        [closed] この卓では、誰が遊ぶかをホストが決めます。観戦に加わり、席に座らせてもらうようホストに頼んでください。
       *[away] まだ席がありません。座る席を押してください。
    }
panel-chairs-all = 全員の席：
panel-rules-title = { $game }：遊び方
panel-settings-title = { $game }：設定
panel-settings-now = 今の設定：{ $settings }
panel-settings-code = この卓のコード：{ $code }。別のチャンネルで「/{ $game } join { $code }」と書くと、そこでも同じ卓で遊べます。プラットフォームが違っていても構いません。
panel-settings-host = 変えられるのはホストの{ $host }さんだけです。ホストがいないときは、ほかの参加者がホストになれます。
table-choice-join =
    { $team ->
        [guessers] 解答者として参加
       *[other] { team }に参加
    }
table-choice-stand = 席を空ける
table-choice-watch = 観戦する
table-choice-leave = 卓を離れる
table-choice-host = ホストになる
table-choice-reach = ダイレクトメッセージをもう一度試す
table-choice-start = 開始
table-choice-shuffle = チーム分けをやり直す
table-choice-spymaster = スパイマスターを選ぶ
table-choice-bots = 空席をボットで埋める
table-choice-stop = ゲームを中止

# Forms of the lobby

form-bot = ボットを追加
form-bot-other = ボットを変更
form-clock = 時計の設定
form-table = 卓の設定
form-people = 参加者の設定
form-game = ゲームの設定
blank-seat = 席
blank-clock = 時計：offはなし、enforcedは時間切れでターン終了、slowは時間単位、ほかは知らせるだけ
blank-hours = ゆっくり遊ぶときの1ターンの時間数
blank-bot = 空席に座るボット
blank-pace = ボットが最低限かける秒数
blank-stop = ゲームを中止できる人
blank-join = 席に座れる人
blank-theme = 盤の画像の見た目
blank-thread = 専用のスレッドで遊ぶ（スレッドを作れる場所だけ）

# Beside the game

table-players = { $who }
table-players-in-role = { $who }（{ $role }）
table-player-bot =
    { $named ->
        [yes] ボットの{ $who }
       *[no] ボット
    }
table-host = ホスト
table-thinking = 考え中：{ $who }
table-vacant = { $seat }の席が空いています。この席の番になると、ゲームは待ちます。
table-choice-chair = { $seat }の席に座る
table-choice-bot =
    { $named ->
        [yes] { $bot }に任せる
       *[no] ボットに任せる
    }
table-give-up = { team }は投了しますか？チーム全員の賛成が必要です。まだの人：{ $who }。
table-paused = 時計は止まっています。
table-due-advisory = { $when }に時間切れになりますが、知らせるだけで、ターンは続きます。
table-due-over = 時間切れですが、ターンは続きます。そのまま遊んでください。
table-due-ends =
    { $clock ->
        [slow] 時間単位の進行：
       *[enforced] { "" }
    }{ $when }に時間切れになり、{ $ends ->
        [game] ゲーム
       *[turn] このターン
    }が終わります。
table-choice-resume = 時計を動かす
table-choice-agree = 賛成する
table-choice-refuse = 断る
table-choice-admit = { $seat }として認める
table-choice-keep-out = 断る
table-choice-rematch = もう一度遊ぶ

# Who sits in a chair, in what games say

sitter-person = { $who }さん
sitter-bot = { $who }（ボット）
sitter-at = { $who }（{ $place }）
sitter-gone = 名無し

# What happened at the table

table-event-opened = { $who }が{ $game }の卓を開きました。
table-event-room = ゲームが別のチャンネルでも見られるようになりました。
table-event-room-removed = このチャンネルではゲームを表示しなくなりました。ここから参加した人は卓を離れました。
table-event-joined =
    { $team ->
        [any] { $who }が参加しました。
       *[other] { $who }が{ team-within }参加しました。
    }
table-event-left = { $who }が卓を離れました。
table-event-dropped = { $by }が{ $who }を卓から外しました。
table-event-vacant = { $said } { $seat }の席が空きました。{ TYPED("chair") }、{ TYPED("bot") }、{ TYPED("replace") }のどれかで埋めてください。
table-event-wished =
    { $team ->
        [any] { $who }はどのチームでもよいそうです。
       *[other] { $who }は{ team-in }を希望しています。
    }
table-event-seated = { $who }が{ $seat }の席に座りました。
table-event-asks-chair = { $who }が{ $seat }の席を希望しています。座ると、その席に見えるものがすべて見えます。ホストか、そのチームで遊んでいる人の賛成が必要です。
table-event-kept-out = { $by }が断りました。{ $who }はその席に座りません。
table-event-stood = { $who }が{ $seat }の席を空けました。
table-event-watched = { $who }が観戦します。
table-event-key-shown = { $who }は、一部の席だけに見えるものを見ました。
table-event-direct =
    { $reached ->
        [yes] { $who }にダイレクトメッセージが届きました。
       *[no] { $who }にダイレクトメッセージが届きません。
    }
table-event-direct-instead = { $who }にダイレクトメッセージが届きません。{ $instead }。
table-event-direct-retried = { $who }にもう一度ダイレクトメッセージを送ります。
table-event-bot-seated =
    { $named ->
        [yes] ボットの{ $who }が{ $seat }の席に座りました。
       *[no] ボットが{ $seat }の席に座りました。
    }
table-event-bot-removed = { $seat }の席からボットが外れました。
table-event-host = { $who }がホストになりました。
table-event-settings = 卓の設定が変わりました：{ $settings }
table-event-options = ゲームのオプションが変わり、席は{ $chairs }席になりました。
table-event-started = { $who }がゲームを始めました。
table-event-stopped =
    { $forfeit ->
        [none] { $who }がゲームを中止しました。
       *[other] { $who }がゲームを中止しました。{ $forfeit }の側の負けとして数えます。
    }
table-event-closed = 15分間何もなかったので、卓が閉じられました。
table-event-reopened = { $who }が中止されたゲームを再開しました。
table-event-over = ゲームが終わりました。
table-event-names = このゲームから名前が削除されました。
table-event-rematched = { $who }が次のゲームを開きました。
table-event-give-up = { $who }が{ team }の投了を希望しています。チーム全員の賛成が必要です。{ $who }も、もう一度投了してください。
table-event-give-up-agreed = { $who }も{ team }の投了を希望しています。
table-event-give-up-lapsed = { team }が投了するかどうかの相談は終わりました。
table-event-paused = { $who }が時計を止めました。
table-event-resumed = { $who }が時計をまた動かしました。
table-event-take-back = { $who }が直前の行動を取り消します。
table-event-proposed = { $who }が待ったをかけています。賛成が必要なチーム：{ $teams }
table-event-agreed = { $who }が{ team }として賛成しました。
table-event-refused = { $who }が断りました。直前の行動はそのままです。
table-event-lapsed = 待ったの相談は終わり、直前の行動はそのままです。
table-event-taken-back = 直前の行動が取り消されました。このターンはレーティングの対象になりません。
table-event-time-up = ターン{ $turn }の時間が切れました。

# 選べる値の呼び名

value-switch-on = オン（on）
value-switch-off = オフ（off）
value-thread-on = オン（on）
value-thread-off = オフ（off）
value-family-on = オン：そのような単語を配らない（on）
value-family-off = オフ：すべての単語を配る（off）
value-remembered-on = オン：覚える（on）
value-remembered-off = オフ：削除して覚えない（off）
value-clock-off = off：時間制限なし
value-clock-advisory = advisory：時間切れを知らせる
value-clock-enforced = enforced：時間切れでターン終了
value-clock-slow = slow：1ターンを時間単位で
value-stop-host = host：卓を開いた人
value-stop-anyone = anyone：参加者なら誰でも
value-join-anyone = anyone：誰でも
value-join-host = host：ホストが席を与えた人
value-theme-dark = dark：暗い盤
value-theme-light = light：明るい盤
