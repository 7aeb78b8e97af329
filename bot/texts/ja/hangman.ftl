# Hangman, in Japanese.

hangman-team =
    { $team ->
        [dealer] 出題者
        [blue] 青チーム
        [red] 赤チーム
       *[guessers] 解答者
    }
hangman-chair =
    { $team ->
        [dealer] 出題者
        [blue] 青チームの解答者{ $number }
        [red] 赤チームの解答者{ $number }
       *[guessers] 解答者{ $number }
    }
hangman-chair-within =
    { $team ->
        [dealer] 出題者
        [blue] 青チームの解答者{ $number }
        [red] 赤チームの解答者{ $number }
       *[guessers] 解答者{ $number }
    }
hangman-chair-any =
    { $team ->
        [dealer] 出題者
        [blue] 青チームの解答者
        [red] 赤チームの解答者
       *[guessers] { $count ->
            [1] 解答者
           *[other] 解答者
        }
    }

hangman-chair-role =
    { $role ->
        [dealer] 出題者
       *[guesser] { $count ->
            [1] 解答者
           *[other] 解答者
        }
    }

# What the table around the game says

hangman-plays =
    { $dealer ->
        [word] 参加者が決める単語
        [thought] 参加者が思い浮かべる単語
       *[bot] { $length }文字の単語{ $kind ->
            [any] {""}
           *[some] （{ $category }）
        }
    }・{ $lives ->
        [0] 間違いの回数は制限なし
       *[other] { $lives }回間違えると負け
    }・{ $mode ->
        [race] 2チームが別々の盤で競争
        [turns] 順番に推測
       *[together] 全員で推測
    }{ $dealer ->
        [honest] {""}
        [word] {""}
        [thought] {""}
       *[bot] ・出題者はずるをする
    }
hangman-rules-1 = 出題者が秘密の単語を持っていて、盤にはその文字の数だけ点が並びます。
hangman-rules-2 = 解答者が文字をひとつずつ選ぶと、単語の中でその文字がある場所がすべて開きます。
hangman-rules-3 = 単語にない文字や、違う単語を答えるたびに、ライフが1つ減り、絞首台の絵が進みます。
hangman-rules-4 = すべての文字が開くか、単語全体を当てると、解答者の勝ちです。
hangman-rules-5 = ライフがなくなると、出題者の勝ちです。
hangman-rules-example = 例：6文字の単語で、A、N、P、Tは見つかりました。I、O、Sは間違いだったので、8つのうち残りのライフは5つです。
hangman-own =
    { $role ->
        [dealer] 出題者への質問はそこに届きます
       *[guesser] チームの盤はそこに届きます
    }
hangman-instead =
    { $role ->
        [dealer] 出題者の操作はゲームのメッセージの下のボタンでもできます
       *[guesser] チームの盤はゲームのメッセージの下の「自分の盤」で見られます
    }
hangman-note =
    { $role ->
        [dealer] { $seat }の席に座っています。単語を決めるときや答えるときは、ここで聞かれます。終わるまで単語を誰にも教えないでください。
       *[guesser] { $seat }の席に座っています。ゲームが始まると、チームの盤がここに届きます。相手チームには見せないでください。
    }
hangman-times = 推測や答えごとに{ $guess }
hangman-guess-time = 推測や答えの時間
hangman-no-take-back = ハングマンでは、一度聞いた答えは取り消せないので、「待った」はありません。そのまま続けてください。
hangman-stop-forfeits = 外れた推測があります。いま中止すると、あなたの側の負けになります。続けて遊ぶか、それでも中止してください。

# Titles and the board

hangman-title-word =
    { $dealer ->
        [person] ハングマン：出題者が単語を選ぶのを待っています
        [day] ハングマン：今日の単語
       *[bot] ハングマン：出題者が単語を選んでいます
    }
hangman-title-guess = ハングマン：文字を1つ、または単語全体を当ててください
hangman-title-race = ハングマン：自分のチームだけが見られる盤で競争しています
hangman-title-turn = ターン{ $turn }：{ $seat }が文字か単語全体を当てます
hangman-title-answer = ハングマン：「{ $asked }」について、出題者の答えを待っています
hangman-over =
    { $end ->
        [found] 解答者の勝ちです：単語が当たりました。
        [lives] 出題者の勝ちです：ライフがなくなりました。
        [expired] 出題者の勝ちです：時間切れになりました。
        [unknown] 出題者の勝ちです：辞書にない単語でした。
       *[left] 解答者の勝ちです：出題者が時間内に答えませんでした。
    }
hangman-over-race =
    { $winner ->
        [blue] 青チームの勝ちです：少ない推測で当てました。
        [red] 赤チームの勝ちです：少ない推測で当てました。
        [dealer] 出題者の勝ちです：どちらのチームも当てられませんでした。
        [left] 勝者なしです：出題者が時間内に単語を決めませんでした。
       *[nobody] 引き分けです：推測の数が同じでした。
    }
hangman-pattern = { $pattern }
hangman-gallows-alt = 絞首台：全{ $all }か所のうち{ $parts }か所が描かれ、ライフは残り{ $left }です。
hangman-gallows-saved = 自由になった人が両手を上げて立っています。
hangman-guessed = 推測した文字
hangman-letters = { $letters }
hangman-none = まだなし
hangman-guesses = 推測{ $guesses }回
hangman-uncovered = 開いた文字
hangman-places = { $uncovered }（全{ $length }文字）
hangman-lives = ライフ
hangman-lives-left = 残り{ $left }（全{ $lives }）
hangman-unlimited = 制限なし（外れ{ $wrong }回）
hangman-left = 残りの単語
hangman-count = { $words }語、スコア{ $score }
hangman-words = 残り：{ $words }
hangman-word-was = 正解は「{ $word }」でした。
hangman-word-fits = 出題者は最後まで単語を決めませんでした。「{ $word }」なら、すべての答えに合います。
hangman-word-may-be = 単語を知っているのは出題者だけです。「{ $word }」なら、すべての答えに合います。
hangman-last = 直前
hangman-try =
    { $seat }：{ $kind ->
        [word] 単語「{ $text }」
        [hint] ヒント「{ $text }」
       *[letter] 「{ $text }」
    } – { $result ->
        [good] 当たり
       *[sorry] 外れ
    }
hangman-log =
    { $number }. { $said }{ $alive ->
        [-1] {""}
       *[other] （残り{ $alive }語）
    }
hangman-footer =
    { $language ->
        [ja] {""}
        [en] 単語は英語です。
       *[any] {""}
    }{ $dealer ->
        [honest] 正直な出題者です：最初にくじで決めた単語を変えません。
        [cheating] ずるい出題者です：単語を1つに決めずに、どの答えにも合う単語を残します。
        [stubborn] 頑固な出題者です：その文字のない単語が残るかぎり、ないと答えます。
        [largest] ずるい出題者です：できるだけ多くの単語を残します。
        [optimal] できるかぎりずるい出題者です：単語を1つに決めずに、どの答えにも合う単語を残します。
        [word] 単語は参加者が決めます。
       *[thought] 参加者が単語を思い浮かべて答えます。
    }
hangman-footer-daily =
    { $language ->
        [ja] {""}
        [en] 単語は英語です。
       *[any] {""}
    }{ $day }の今日の言葉：ここでは全員が同じ単語を当てます。
hangman-choice-hint = ライフ1つでヒント
hangman-choice-none = 「{ $letter }」はない
hangman-choice-solve =
    { $right ->
        [yes] はい、その単語
       *[no] いいえ、別の単語
    }
hangman-form-solve = 単語全体：一度に当てる
hangman-form-word = 秘密の単語：入力する

# What happened

hangman-event-word = 単語が決まりました。{ $length }文字です。
hangman-event-guess = { $seat }の推測：「{ $letter }」
hangman-event-solve = { $seat }の答え：「{ $word }」
hangman-event-good = 当たりです：「{ $letter }」の位置は{ $places }です。
hangman-event-sorry = 残念：「{ $letter }」はありません。
hangman-event-hint = { $seat }がライフ1つでヒントをもらいました：「{ $letter }」の位置は{ $places }です。
hangman-event-solved =
    { $right ->
        [yes] 正解です！
       *[no] その単語ではありません。
    }
hangman-event-tried = { $seat }が推測しました。
hangman-event-hinted = { $seat }がライフ1つでヒントをもらいました。
hangman-event-result =
    { $result ->
        [good] 当たりです。
       *[sorry] 外れです。
    }
hangman-event-passed = 時間切れです。{ $seat }の番が終わります。
hangman-event-told = 出題者の単語は「{ $word }」でした。
hangman-event-ended =
    { $end ->
        [found] 単語が当たりました。
        [lives] ライフがなくなりました。
        [expired] 時間切れです。
        [beaten] もう相手チームに追いつけません。
        [unknown] 辞書にない単語です。
       *[left] 出題者が時間内に答えませんでした。
    }
hangman-event-over =
    { $winner ->
        [dealer] 出題者の勝ちです。
        [guessers] 解答者の勝ちです。
        [blue] 青チームの勝ちです。
        [red] 赤チームの勝ちです。
       *[nobody] 引き分けです。
    }
hangman-event-team =
    { $team ->
        [blue] 青チーム：{ $said }
       *[red] 赤チーム：{ $said }
    }

# Commands

command-hangman-new = ハングマンの卓を開く
command-hangman-guess = 文字を1つ推測する
command-hangman-solve = 単語全体を当てる。外れるとライフが1つ減る
command-hangman-hint = 文字を1つ見せてもらう。ライフが1つ減る
command-hangman-word = 出題者：秘密の単語を入力する、または辞書にない単語を明かす
command-hangman-answer = 出題者：文字の位置を2 5のように答える。なければnone
option-hangman-letter = まだ推測されていない文字
option-hangman-solution = 単語全体
option-hangman-word = 秘密の単語（ほかの人には見えない）
option-hangman-places = 1から数えた位置（2 5など）。なければnone、単語全体にはyesかno
option-hangman-length = 単語の文字数
option-hangman-lives = 負けになるまでの外れの数。0なら制限なし
option-hangman-dealer = 出題者：honest、cheating、stubborn、largest、optimal。wordとthoughtは参加者が務める
option-hangman-mode = 遊び方：together（みんなで）、turns（順番に）、race（2チームの競争。見られるのは自分のチームの盤だけ）
option-hangman-guessers = チームごとの解答者の数
option-hangman-category = 単語のカテゴリー
option-hangman-hints = ライフと引き換えのヒントの有無
option-hangman-no-hints = ヒントなしで遊ぶ。既定（--hints）ではライフと引き換えに文字を見られる
option-hangman-verbose = 残りの単語の数を見せ、少なければ単語も見せる
option-hangman-daily = 今日の言葉（ここで1日1回）。解答者の数のほかは決まっている

# At a keyboard

hangman-seat =
    { $team ->
        [dealer] 出題者
        [blue] 青チームの解答者{ $number ->
            [0] {""}
           *[other] { $number }
        }
        [red] 赤チームの解答者{ $number ->
            [0] {""}
           *[other] { $number }
        }
       *[guessers] 解答者{ $number ->
            [0] {""}
           *[other] { $number }
        }
    }
hangman-expects =
    { $what ->
        [word] 単語
        [places] { $asked }の位置（2 5など）かnone、またはhelp
        [verdict] yesかno、またはhelp
       *[guess] 文字か単語全体、またはhelp
    }

# Options that no table can be set with

hangman-no-word-of-length = このリストに{ $length }文字の単語はありません。別の文字数かカテゴリーを選んでください。
hangman-race-dealer = 競争では、人が2つの盤に同時に答えることになります。出題者はwordか、ボットにしてください。
hangman-daily-date = 「{ $found }」は日付ではありません。2026-01-31のように書いてください。
hangman-daily-dealer = 今日の言葉は正直な出題者が選ぶもので、{ $dealer }では出せません。出題者をhonestにしてください。
hangman-daily-fixed = 今日の言葉はいつも同じ条件で遊ぶため、{ $name }は選べません。それを外すか、今日の言葉を外してください。

# Actions that cannot be done now, and cost nothing

hangman-board-over = あなたのチームの盤は終わりました。ゲームの終わりを待ってください。
hangman-no-word-yet = まだ単語がありません。出題者を待ってください。
hangman-not-your-turn = 今は{ $seat }の番です。自分の番を待ってください。
hangman-waiting = 出題者がまだ「{ $asked }」に答えていないので、数えませんでした。少し待ってからもう一度選んでください。
hangman-only-dealer = 単語を決めて答えるのは出題者だけです。文字か単語全体を当ててください。
hangman-dealer-guesses = 出題者は当てる側ではありません。解答者に任せてください。
hangman-letter-guessed = 「{ $letter }」はもう推測されています。ライフは減りません。別の文字を選んでください。
hangman-solve-length = 「{ $word }」は長さが合いません。{ $length }文字の単語を書いてください。
hangman-solve-again = 「{ $word }」はもう試されていて、外れです。別の単語を書いてください。
hangman-solve-misfit = 「{ $word }」は分かっている文字と合いません。盤を見てもう一度書いてください。
hangman-solve-unknown = 「{ $word }」はこのゲームの辞書にありません。別の単語を書いてください。
hangman-hints-off = この卓ではヒントは使えません。文字を推測してください。
hangman-hint-thought = 参加者が単語を思い浮かべているので、ヒントはありません。文字を推測してください。
hangman-hint-last-life = ヒントにはライフが1つ要りますが、これが最後のライフです。文字を推測してください。
hangman-word-stands = 単語はもう決まっています。これからは解答者が当てます。
hangman-no-word-wanted = この出題者に単語は要りません。自分で入力したいときは、出題者をwordにしてください。
hangman-word-length = { $least }〜{ $most }文字の単語を書いてください。
hangman-word-unlisted = 正直な出題者は、卓で決めた長さの単語をリストから選びます。リストの単語にしてください。
hangman-told-length = これまでの答えは{ $length }文字の単語のものです。自分の単語をもう一度見てください。正しければゲームを中止するか、盤に合う別の単語で続けてください。
hangman-told-denied = この単語ではないと答えています。答えは取り消せません。ゲームを中止するか、盤に合う別の単語で続けてください。
hangman-told-misfit =
    { $stands ->
        [none] この単語に「{ $letter }」はありませんが、位置は{ $said }と答えています。
       *[other] この単語の「{ $letter }」の位置は{ $stands }ですが、{ $said ->
            [none] 「ない」
           *[other] { $said }
        }と答えています。
    }答えは取り消せません。盤に合う別の単語で続けるか、ゲームを中止してください。
hangman-told-known = この単語は辞書にあります。答え続けて、当てられるか見守ってください。
hangman-nothing-asked = 答えを待っている推測はありません。推測を待ってください。
hangman-no-place = { $place }番目の文字はありません。1から{ $length }までで数えてください。
hangman-answer-misfit = 「{ $letter }」へのこの答えに合う単語がありません。別の答えにしてください。
hangman-answer-unknown = 「{ $letter }」へのこの答えに合う単語が辞書にありません。自分の単語をもう一度見てください。正しければ、{ TYPED("word") }で単語を明かすとあなたの勝ちです。
hangman-no-other-word = 辞書にはほかに合う単語がありません。「{ $word }」でなければ、{ TYPED("word") }で単語を明かすとあなたの勝ちです。

# Lines that cannot be read, which cost nothing

hangman-letter-missing = { TYPED("guess e") }のように文字を書いてください。
hangman-letter-several = 「{ $text }」は1文字ではありません。1文字を推測するか、{ TYPED("solve planet") }のように{ TYPED("solve") }で単語全体を当ててください。
hangman-letter-digit = { $digit }は数字です。文字を推測してください。
hangman-letter-accent = ここの単語にアクセント記号はありません。{ $letter }の代わりに{ $plain }を推測してください。
hangman-letter-unknown =
    { $letter }はこのゲームの文字ではありません。{ $script ->
        [kana] 示されたかなから選んでください。
       *[latin] aからzまでの文字を選んでください。
    }
hangman-word-letters =
    { $script ->
        [kana] 単語はこのリストのかなで、空白なしで書いてください。
       *[latin] 単語はaからzまでの文字で、アクセント記号も空白もなしで書いてください。
    }
hangman-word-kana = このゲームのかなに{ $letters }はありません。その文字のない単語を選んでください。
hangman-solve-missing = { TYPED("solve planet") }のように、思った単語を書いてください。
hangman-word-missing = 単語がありません。{ TYPED("word") }と空白に続けて、単語を書いてください。
hangman-answer-missing = { TYPED("answer 2 5") }のように{ $letter }の位置を書いてください。なければ{ TYPED("answer none") }です。
hangman-answer-letter = 聞かれているのは{ $letter }ではなく{ $asked }です。その位置を書いてください。
hangman-place = 「{ $found }」は位置ではありません。{ TYPED("answer 2 5") }のように1から数えてください。なければ{ TYPED("answer none") }です。

# ボットの考えと、ゲーム後に明かすこと

hangman-advice = { $seat }なら{ $guess }と答えます。
hangman-patience = 誰も推測しなければ、{ $seat }が{ $when }に推測します。
hangman-recap-unproved = 必ず勝てる推測を逃した回は見つかりませんでした。ただし、なかったとは証明できていません。
hangman-recap = { $guess }手目の前なら、{ $letter }を選べば必ず勝てました。

# 選べる値の呼び名

value-dealer-honest = honest：最初に単語をひとつ選び、変えない
value-dealer-cheating = cheating：単語を決めず、答えに合うものを残す
value-dealer-stubborn = stubborn：できるかぎり「ない」と答える
value-dealer-largest = largest：できるだけ多くの単語を残す
value-dealer-optimal = optimal：できるかぎりずるく答える
value-dealer-word = word：参加者が秘密の単語を入力する
value-dealer-thought = thought：参加者が単語を思い浮かべて答える
value-mode-together = together：誰でもいつでも推測できる
value-mode-turns = turns：順番にひとつずつ
value-mode-race = race：2チームで別々の盤
value-category-words = いろいろな英単語（words）
value-category-animals = 動物（animals）
value-category-body = 体（body）
value-category-food = 食べ物（food）
value-category-plants = 植物（plants）
value-category-nature = 自然（nature）
value-category-things = 物（things）
value-category-people = 人（people）
value-category-kana = かなの日本語（kana）
value-hints-on = オン（on）
value-hints-off = オフ（off）
