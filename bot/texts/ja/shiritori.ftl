# Shiritori, in Japanese.

shiritori-chair = プレイヤー{ $number }
shiritori-chair-within = プレイヤー{ $number }
shiritori-chair-any =
    { $count ->
        [1] プレイヤー
       *[other] プレイヤー
    }
shiritori-chair-role =
    { $count ->
        [1] プレイヤー
       *[other] プレイヤー
    }
shiritori-seat = プレイヤー{ $number }

# What the table around the game says

shiritori-plays =
    { $words } · { $order ->
        [turns] 順番に言葉を出す
        [free] 早い人から次の言葉を出す
       *[bot] { $strength ->
            [random] 適当に返すボット
            [greedy] 返しにくい言葉を選ぶボット
           *[solver] 先を読むボット
        }との一対一
    } · { $lives ->
        [0] 間違えても失うものはない
        [1] 一度間違えると負け
       *[other] { $lives }回間違えると負け
    }{ $day ->
        [none] {""}
       *[other] {" "}· { $day }の始まりの音
    }{ $changed ->
        [0] {""}
       *[other] {" "}· 細かい決まり：{ $rules }
    }
shiritori-rules-1 = 順に言葉を出します。言葉は、前の言葉の最後の音で始めます。
shiritori-rules-2 = 同じ言葉は二度使えません。読みで比べるので、書き方が違っても同じ言葉です。
shiritori-rules-3 = ンで終わる言葉は出せません。ンで始まる言葉がないからです。
shiritori-rules-4 = 小さい仮名は大きい仮名として数え、終わりの長音は数えません。ウールーはルで終わります。
shiritori-rules-5 = 間違えた人は抜けます（ライフのある設定を除く）。最後まで残った人の勝ちです。
shiritori-rules-example = 例：しりとりはリで終わり、りすはリで始まってスで終わり、すいかはスで始まります。
shiritori-own = 言葉は届きません
shiritori-instead = 言葉はすべて盤面に出ています
shiritori-note = あなたは{ $seat }です。言葉はすべて盤面に出ています。
shiritori-times = 言葉は{ $guess }以内
shiritori-guess-time = 言葉を出す時間
shiritori-no-take-back = しりとりでは待ったができません。みんながもう読んだからです。このまま続けてください。
shiritori-stop-forfeits = 次の言葉を言うのはあなたか、あなたはもう抜けています。いま中止すると、あなたの負けになります。続けて遊ぶか、それでも中止してください。
shiritori-which-bot = ボット：randomは適当に、greedyは返しにくい言葉を、solverは先を読んで出します。

# Titles and the board

shiritori-title-turn = しりとりの{ $number }語目：{ $seat }の番です
shiritori-title-free = しりとり：次の言葉は誰が出してもかまいません
shiritori-over = { $seat }の勝ちです。
shiritori-over-nobody = 言葉が出なかったので、勝った人はいません。
shiritori-sound =
    { $where ->
        [end] …{ $sound }
       *[start] { $sound }…
    }
shiritori-sound-free = どんな言葉でも
shiritori-chain-alt = しりとり、全部で{ $words }語。最後の言葉：{ $chain }
shiritori-chain-word = { $word }（{ $seat }）
shiritori-status =
    { $out ->
        [yes] 抜けました · { $words }語
       *[no] { $words }語{ $all ->
            [0] {""}
            [1] {""}
           *[other] {" "}· ライフ{ $lives }
        }
    }
shiritori-last-failure = 最後の間違い：{ $said }
shiritori-footer =
    { $language ->
        [ja] 日本語の言葉
       *[en] 英語の言葉
    }{ $forbidden ->
        [none] {""}
       *[other] {" "}· { $forbidden }で{ $where ->
            [end] 始まる
           *[start] 終わる
        }言葉は出せません
    } · { $lives ->
        [0] 間違えても失うものはない
        [1] 一度間違えると負け
       *[other] { $lives }回間違えると負け
    }{ $day ->
        [none] {""}
       *[other] {" "}· { $day }の始まりの音
    }
shiritori-choice-hint = ヒント
shiritori-choice-concede = 降参する
shiritori-form-say = 言葉：しりとりを続ける

# What happened

shiritori-event-word = { $seat }：{ $word }
shiritori-event-failed =
    { $seat }：{ $fault ->
        [no-word] 言葉がありません。
        [forbidden] 「{ $word }」は禁じられた音で{ $where ->
            [end] 始まります。
           *[start] 終わります。
        }
        [misfit] 「{ $word }」は{ $sound ->
            [none] 前の言葉につながりません。
           *[other] { $sound }{ $where ->
                [end] で終わりません。
               *[start] から始まりません。
            }
        }
        [short] 「{ $word }」は短すぎます。
        [unlisted] 「{ $word }」は辞書にありません。
       *[used] 「{ $word }」はもう出ました。
    }
shiritori-event-hint = { $seat }へのヒント：必ず勝てる言葉は{ $words }です。
shiritori-event-lost = { $seat }へのヒント：相手が間違えなければ、どの言葉でも負けます。
shiritori-event-no-hint = { $seat }へのヒント：必ず勝てると分かっている言葉はまだありません。
shiritori-event-out =
    { $reason ->
        [word] { $seat }は抜けました。
        [conceded] { $seat }は降参しました。
       *[expired] 時間切れです。{ $seat }は抜けました。
    }
shiritori-recap = 先を読むと、{ $number }語目は「{ $played }」ではなく{ $words }なら必ず勝てました。

# Commands

command-shiritori-new = しりとりの卓を開く
command-shiritori-say = しりとりを続ける
command-shiritori-hint = 必ず勝てる言葉を聞く
command-shiritori-concede = 降参する
option-shiritori-word = 仮名、漢字、ローマ字の言葉
option-shiritori-order = turnsは順番、freeは早い者順、botはボットと一対一
option-shiritori-strength = ボット：randomは適当に、greedyは返しにくい言葉を、solverは先を読んで出す
option-shiritori-players = 人数
option-shiritori-words = 日本語の名詞か、英語の言葉
option-shiritori-lives = 何回間違えると抜けるか。0なら抜けない
option-shiritori-long-vowel = 終わりの長音：dropは数えない、vowelは前の母音として読む
option-shiritori-small-kana = 小さい仮名：largeは大きく（シャはヤで終わる）、keepはシャで一つの音
option-shiritori-voiced-marks = strictは濁点を区別する、laxはカとガ、ハとバとパを同じとする
option-shiritori-pairs = ヂとジ、ヅとズ、ヲとオを同じとする
option-shiritori-forbidden = 終わってはいけない音（reverseなら始まってはいけない音。ン、ルなど）。なければnone
option-shiritori-shortest = 言葉の短さの限り（仮名の数）
option-shiritori-linked = つなぐ音の数
option-shiritori-reverse = 新しい言葉が、前の言葉の最初の音で終わる
option-shiritori-common = よく使う言葉だけを認める
option-shiritori-hints = 必ず勝てる言葉を聞けるようにする
option-shiritori-daily = 今日の始まりの音（ここのみんなで一日一回）

# At a keyboard

shiritori-expects =
    { $sound ->
        [none] 言葉、またはhelp
       *[other] { $sound }の言葉、またはhelp
    }
option-shiritori-words-file = nouns、english、または一行に一語のUTF-8のファイル（指定がなければnouns）
option-shiritori-file = 言葉のファイル（--wordsと同じ）
option-shiritori-first = 最初の言葉を出す側（指定がなければhuman）
option-shiritori-rule = 細かい決まり（lives=3、linked=2、order=freeなど）。何度でも書ける
option-shiritori-chair-who = 席に着く人（player2=solver、player2=humanなど）。何度でも書ける
cli-shiritori = 言葉の一覧でどちらが勝つか、最長のしりとりは何語かを調べる
option-shiritori-solve = どちらが勝つか、最初にどの言葉を出せば勝つかを調べる
option-shiritori-longest = 一覧で最長のしりとりを探す
option-shiritori-after = 最初の言葉の始まりの音（仮名一字、英語の言葉なら英字一字）。指定がなければ自由
option-shiritori-budget = 答えにかける秒数（指定がなければ10）
shiritori-solved =
    { $winner ->
        [first] 先手の勝ちです。勝てる言葉は{ $words }{ $more ->
            [0] です。
           *[other] と、ほかに{ $more }語です。
        }
        [second] 後手の勝ちです。先手がどの言葉を出しても負けます。
       *[unknown] どちらの勝ちかまだ分かりません。時間を増やしてください。
    }
shiritori-solved-more = ほかにも勝てる言葉があるかもしれません。調べるには時間を増やしてください。
shiritori-longest-none = つながる言葉がありません。
shiritori-longest-chain = 見つかった最長のしりとりは{ $length }語です：
shiritori-longest-words = { $words }
shiritori-longest-bound = { $bound }語を超えるものはありません。

# Options that no table can be set with

shiritori-no-playable-word = この決まりで出せる言葉が一覧にありません。決まりか一覧を変えてください。
shiritori-forbidden = 「{ $found }」は音ではありません。ン、ルのように一字ずつ書くか、noneと書いてください。
shiritori-forbidden-language =
    「{ $found }」につながる言葉はありません。この卓の言葉は{ $language ->
        [en] ローマ字のaからz
       *[ja] 仮名
    }で書かれています。その中から選んでください。
shiritori-forbidden-joined =
    小さい仮名を大きくする決まりでは、{ $found }は一つの音ではありません。{ $edge }を禁じるか、small-kanaをkeepにしてください。
shiritori-forbidden-many = 音が多すぎます。{ $most }個までにしてください。
shiritori-daily-date = 「{ $found }」は日付ではありません。2026-01-31のように書いてください。
shiritori-daily-fixed = 今日の始まりの音は、どこでも同じ決まりで遊びます。決まりの指定か、日付の指定を外してください。
shiritori-rule-unknown = 「{ $text }」という決まりはありません。lives=3のように書いてください。使えるもの：{ $known }
shiritori-sound-unknown =
    「{ $found }」は音ではありません。{ $language ->
        [en] eのように英字
       *[ja] ルのように仮名
    }一字で書いてください。
shiritori-file-encoding = { $name } の{ $line }行目がUTF-8ではありません。UTF-8で保存してください。
shiritori-file-empty = { $name } に言葉がありません。一行に一語ずつ書いてください。
shiritori-file-kana = { $line }行目：「{ $word }」は仮名で書かれていません。コンマの後に読みを書いてください。
shiritori-file-letters = { $line }行目：「{ $word }」はaからzの文字だけの一語ではありません。書き直してください。
shiritori-file-long = { $line }行目が長すぎます。言葉は{ $longest }文字までにしてください。

# Actions that cannot be done now, and cost nothing

shiritori-concede-sure = 本当に降参しますか。降参すると、このゲームでは負けになります。続けるなら、つながる言葉を出してください。
shiritori-hints-off = この卓ではヒントを使えません。言葉を選んでください。
shiritori-hint-again = この番のヒントはもう出ました。言葉を選んでください。
shiritori-you-are-out = もう抜けています。終わるまで待ってください。
shiritori-not-your-turn = 次は{ $seat }の番です。自分の番まで待ってください。
shiritori-own-word = 最後の言葉はあなたのものです。ほかの人が続けるのを待ってください。
shiritori-which-reading = 「{ $word }」の読みは{ $readings }のどれですか。選ぶか、読みを入力してください。
shiritori-refused =
    { $fault ->
        [no-word] 言葉を入力してください。
        [forbidden] 「{ $word }」は禁じられた音で{ $where ->
            [end] 始まります。
           *[start] 終わります。
        }別の言葉を選んでください。
        [misfit] 「{ $word }」はつながりません。次は{ $sound }{ $where ->
            [end] で終わる言葉です。
           *[start] からです。
        }
        [short] 「{ $word }」は短すぎます。もっと長い言葉を選んでください。
        [unlisted] 「{ $word }」は辞書にありません。確かめるか、別の言葉を選んでください。
       *[used] 「{ $word }」はもう出ました。別の言葉を選んでください。
    }
shiritori-word-signs = 記号のない言葉を一つだけ入力してください。今の入力は数えません。
shiritori-word-talk =
    { $language ->
        [en] { $word }はaからzで書いた一つの言葉ではないので、数えません。
       *[ja] { $word }は日本語の言葉として読めないので、数えません。
    }それでも出すときは、前に「say」と書いてください。
shiritori-talk-unlisted = { $word }は辞書にないので、数えません。{ shiritori-talk-instead }
shiritori-talk-misfit = { $word }はつながらないので、数えません。{ shiritori-talk-instead }
shiritori-talk-instead =
    { $words ->
        [1] それでも出すときは、前に「say」と書いてください。
       *[other] 言葉を1つ選んでください。
    }
shiritori-word-long = 言葉として長すぎます。{ $longest }文字までで入力してください。

# What values are called that can be chosen

value-order-turns = 順番に
value-order-free = free：早い者順
value-order-bot = bot：ボットと一対一
value-strength-random = random：適当な言葉
value-strength-greedy = greedy：返しにくい言葉
value-strength-solver = solver：先を読む
value-words-nouns = 日本語の名詞
value-words-english = 英語の言葉
value-long-vowel-drop = drop：終わりのーは数えない
value-long-vowel-vowel = vowel：ーは前の母音
value-small-kana-large = large：シャはヤで終わる
value-small-kana-keep = keep：シャで一つの音
value-voiced-marks-strict = strict：カとガを区別する
value-voiced-marks-lax = lax：カとガを同じとする
