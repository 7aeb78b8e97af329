# The terminal's own sentences, in Japanese.

# Beside a view

terminal-field = { $name }：{ $value }
terminal-cut-words = 長い単語：{ $words }
terminal-seat =
    { team }の{ $role ->
        [spymaster] スパイマスター
       *[guesser] 諜報員
    }{ $number ->
        [1] {""}
       *[other] { $number }
    }
terminal-pointed = { $card }を指している席：{ $who }
terminal-form = { $label }。{ $usage }の形で入力してください。
terminal-choice = { $line } – { $label }
terminal-more-choices = ほか{ $more }通り：Tabキーですべて表示します。
terminal-now-clue = 海が2枚に当てはまるなら、「海 2」と入力してください。遊び方はrulesで見られます。
terminal-now-guess = カードを、単語かB3のような位置で入力してください。遊び方はrulesで見られます。
terminal-now-mark = 指すカードを入力してください。めくるには必要な人数が要ります。遊び方はrules。
terminal-now-type = { $expected }を入力してください。遊び方はrulesで見られます。

# Commands of the terminal itself

terminal-help-head = 入力できるもの（大文字は自分で選ぶところ）：
terminal-help-bare = ヒントやカードを待っているときは、最初の単語を省けます。
terminal-help-keyboard =
    { $game ->
        [shiritori] 上のコマンドでない行は、しりとりの言葉になります。
       *[other] 文字、単語、文字の位置だけを入力してもかまいません。
    }
terminal-help-script =
    { $game ->
        [shiritori] 上のコマンドでない行は、しりとりの言葉になります。
       *[other] 上のコマンドでない行は、最初の1文字の推測になります。
    }
terminal-help-tab = Tabキーで入力を補えます。
terminal-help-prefix = 何人かが行動できるときは、行の最初に「{ $seat }:」と書いて、誰の行動かを示せます。
terminal-order-board = 盤を表示する
terminal-order-key = キーカードを見られる席で、表示と非表示を切り替える
terminal-order-left = カードの残り枚数を表示する
terminal-order-log = これまでのヒントを表示する
terminal-order-rules = ゲームの遊び方を表示する
terminal-order-help = この一覧を表示する
terminal-order-go = 待っているボットに進めさせる（何も書かずにEnterでも同じ）
terminal-order-takeback = 直前の行動に待ったをかける（ほかの全チームの賛成が必要。めくったカードにはボットは賛成しない）
terminal-order-agree = 待ったに賛成する
terminal-order-refuse = 待ったを断る
terminal-order-stop = ゲームを中止する（元には戻せない）
terminal-order-quit = ゲームを離れる（保存していれば、次に起動したとき続きから）

# Refusals

terminal-no-key = { $seat }はキーカードを見られません。見られるのはスパイマスターだけです。
terminal-seat-unknown = { $seat }は、ここにいる人の席ではありません。行の最初に次のどれかを書くか、何も書かないでください：{ $seats }
terminal-seat-apart = { $seat }にはあなたに見えないものが見えます。その番が来たら交代してください。
terminal-nothing-waits = 待っているボットはいません。したいことか、helpを入力してください。
terminal-type-something = { $expected }を入力してください。
terminal-namesake = 「{ $word }」はカードの単語でもあります。カードを選ぶには「{ $line }」と入力してください。
terminal-nothing-typed = 何も入力されていません。{ $name }を入力するか、Ctrl-Dで離れてください。
terminal-log-empty = ヒントはまだありません。
terminal-board-empty = カードはまだ配られていません。
terminal-try-again = 何か1行送ると、ボットがもう一度試します。quitで離れます。
terminal-stuck = この卓では誰も行動できないため、ゲームはここで止まります。これはプログラムの不具合です。ここに出ている内容を添えて報告してください。

# The interactive game

terminal-hand-over = { $seat }に交代してください。
terminal-hand-over-to = { $who }に交代してください。
terminal-alone = ほかの人が見ていなければ、Enterを押してください。
terminal-read = 読み終わったらEnterを押して、交代してください。{" "}
terminal-meanwhile = 前に見たときからの出来事：
terminal-prompt = { $seat }>{" "}
terminal-expects-form = { $usage }、またはhelp
terminal-expects-card = カード、またはhelp
terminal-expects-go = カード、ボットに進めさせるならEnter、またはhelp
terminal-expects-line = 何か入力、またはhelp
terminal-expects-beside = { $said }（Enterでボットに進めさせる）
terminal-secret-prompt = { $name }（*で表示されます）：{" "}
terminal-confirm-guess = { $subject }をめくりますか？ [Y/n]{" "}
terminal-confirm-solve = 単語全体として{ $subject }と答えますか？ [Y/n]{" "}
terminal-confirm-namesake = 「{ $word }」はカードの単語でもあります。カードのことですか？ [y/N]{" "}
terminal-confirm-near = { $said } [Y/n]{" "}
terminal-confirm-anyway = それでもこのまま進めますか？ [y/N]{" "}
terminal-anyway = それでもこのまま進めるには、こう入力してください：{ TYPED($line) }
terminal-numbered = { $number }：{ $label }
terminal-which-number = どれですか？1から{ $most }までの番号を入力してください。どれでもなければEnterを押してください。{" "}
terminal-confirm-concede = 降参しますか？降参すると、このゲームでは負けになります。 [y/N]{" "}
terminal-confirm-resign = チームとして投了しますか？ [y/N]{" "}
terminal-confirm-stop = ゲームを中止しますか？元には戻せません。負けているときは、負けになります。 [y/N]{" "}
terminal-again = Enterを押すと、ボットがもう一度試します。{" "}
terminal-not-done = 何もしませんでした。
terminal-key-hidden = キーカードを隠しています。keyと入力すると表示されます。
terminal-thinking = 考えています。
terminal-leave = ゲームを離れますか？ [y/N]{" "}
terminal-left = ゲームを離れました。

# The end

terminal-verify = 盤が途中で変えられていないことは、これらの行から誰でも確かめられます。方法はdocs/fair-deal.mdにあります。
