# Codenames, in Japanese.

team =
    { $team ->
        [blue] 青チーム
        [red] 赤チーム
        [green] 緑チーム
        [yellow] 黄チーム
        [purple] 紫チーム
        [guessers] 解答者
        [dealer] 出題者
        [players] プレイヤー
       *[board] 盤
    }
team-within =
    { $team ->
        [guessers] 解答者として
        [dealer] 出題者として
        [players] プレイヤーとして
       *[other] { team }に
    }
team-in =
    { $team ->
        [guessers] 解答者
        [dealer] 出題者
        [players] プレイヤー
       *[other] { team }
    }

chair =
    { $role ->
        [spymaster] { team }のスパイマスター
       *[guesser] { $number ->
            [1] { team }の諜報員
           *[other] { team }の諜報員{ $number }
        }
    }
nobody = 誰も座っていない席
chair-within =
    { $role ->
        [spymaster] { team }のスパイマスター
       *[guesser] { $number ->
            [1] { team }の諜報員
           *[other] { team }の諜報員{ $number }
        }
    }
chair-any =
    { $role ->
        [spymaster] { team }のスパイマスター
       *[guesser] { $count ->
            [1] { team }の諜報員
           *[other] { team }の諜報員
        }
    }

chair-role =
    { $role ->
        [spymaster] スパイマスター
       *[guesser] { $count ->
            [1] 諜報員
           *[other] 諜報員
        }
    }

# What the table around the game says

codenames-plays =
    { $rows }×{ $cols }枚の盤・{ $teams ->
        [solo] 1チームで盤に挑戦
       *[other] { $teams }チーム
    }・各チームにスパイマスター1人と諜報員{ $guessers }人{ $marks ->
        [1] {""}
       *[other] ・{ $marks }人が指したカードだけめくれる
    }{ $keyword ->
        [typed] ・キーカードのキーワードはスパイマスターが入力
       *[none] {""}
    }{ $ensemble ->
        [default] {""}
       *[other] ・ACEは{ $ensemble }を使用
    }{ $level ->
        [easy] ・相手のボットの強さはeasy（よく間違え、リードすると手がゆるむ）
        [fair] ・相手のボットの強さはfair（ときどき間違え、リードすると手がゆるむ）
        [strong] ・相手のボットの強さはstrong（全力）
       *[none] {""}
    }{ $names ->
        [no] ・ボットは固有名詞をヒントにしない
       *[yes] {""}
    }
codenames-rules-1 = 全員が同じカードを見ます。自分のチームのカードを先に全部めくったチームの勝ちです。
codenames-rules-2 = キーカードを見られるのはスパイマスターだけです。どのカードがどのチームのものか、どれが一般人で、どれが暗殺者かが分かります。
codenames-rules-3 = 自分のチームの番になったら、スパイマスターがヒントを出します。単語ひとつと、それに当てはまる自分のチームのカードの枚数です。
codenames-rules-4 = 諜報員は、その枚数より1枚多くまで、1枚ずつカードをめくります。自分のチームのものでないカードが出るか、自分で終えると、ターンが終わります。
codenames-rules-5 = 暗殺者をめくったチームはすぐに脱落します。2チームなら相手の勝ちです。
codenames-rules-example = 例：青のヒントは「ocean 2」です。whaleはもうめくったので、残りはriverです。その下はスパイマスターに見えるもので、Bは青、Rは赤、Tは一般人、Kは暗殺者です。
codenames-own =
    { $role ->
        [spymaster] キーカードはそこに届きます
       *[guesser] 盤はそこに届きます
    }
codenames-instead =
    { $role ->
        [spymaster] キーカードは盤の下の「自分のキー」で見られます
       *[guesser] 盤はゲームのメッセージで見られます
    }
codenames-note =
    { $role ->
        [spymaster] { $seat }の席に座っています。キーカードは配られしだいここに届きます。誰にも見せないでください。
       *[guesser] { $seat }の席に座っています。盤はゲームのメッセージで見られます。
    }
codenames-level = 相手のボットの強さは{ $level }です。--levelでeasy、fair、strongから選べます。味方のボットはいつも全力です。
codenames-level-met = 相手のボットの強さは{ $level }です。味方のボットはいつも全力です。
codenames-times = ヒント{ $clue }、ターンの推測{ $guess }
codenames-clue-time = ヒントを出す時間
codenames-guess-time = ターンの推測の時間
codenames-no-take-back = 待ったをかけられる行動がありません。待ったができるのは、最後のヒントより後の行動だけです。
codenames-stop-forfeits = あなたのチームは推測の途中か、負けています。いま中止すると、あなたのチームの負けになります。続けて遊ぶか、それでも中止してください。
codenames-which-bot = ボット：teammateは相手のヒントの受け取り方を、aceは相手に合うモデルを学びます。randomはでたらめに遊びます。ほかはモデルひとつに従います

identity =
    { $name ->
        [blue] 青
        [red] 赤
        [green] 緑
        [yellow] 黄
        [purple] 紫
        [bystander] 一般人
       *[assassin] 暗殺者
    }

# Behind the letter and the shape that stand for it
identity-legend = ＝{ identity }

# The same inside a sentence
identity-word =
    { $name ->
        [blue] 青
        [red] 赤
        [green] 緑
        [yellow] 黄
        [purple] 紫
        [bystander] 一般人
        [assassin] 暗殺者
       *[other] { $name }
    }

list-separator = 、
typed-line = 「{ $line }」

cards-left =
    { $left ->
        [0] { $total ->
            [1] 公開
           *[other] { $total }枚すべて公開
        }
       *[other] { $kind ->
            [team] 残り{ $left }枚（全{ $total }枚）
           *[other] { $total ->
                [1] 1枚（未公開）
               *[other] 未公開{ $left }枚（全{ $total }枚）
            }
        }
    }

cards-out = 脱落：残り{ $left }枚（全{ $total }枚）は一般人の扱いです

cards-total = { $cards }枚

# Titles and the board

title-deal = コードネーム：カードが配られるのを待っています
title-clue = ターン{ $turn }：{ team }のヒントを待っています
title-guess =
    ターン{ $turn }：{ team }が「{ $word } { $number }」で推測中{ $left ->
        [-1] {""}
       *[other] （あと{ $left }枚）
    }
title-over =
    { $reason ->
        [cards]
            { $winner ->
                [board] 盤の勝ちです：相手チームのカードがすべてめくられました。
               *[other] { winner }の勝ちです：自分のカードがすべてめくられました。
            }
        [assassin]
            { $winner ->
                [board] 盤の勝ちです：暗殺者がめくられました。
               *[other] { winner }の勝ちです：相手が暗殺者をめくりました。
            }
       *[resigned]
            { $winner ->
                [board] 盤の勝ちです：チームが投了しました。
               *[other] { winner }の勝ちです：相手が投了しました。
            }
    }
winner =
    { $winner ->
        [blue] 青チーム
        [red] 赤チーム
        [green] 緑チーム
        [yellow] 黄チーム
        [purple] 紫チーム
       *[board] 盤
    }
board-alt = { $rows }行{ $cols }列の盤：{ $cards }
alt-covered = { $place } { $word }
alt-known = { $place } { $word }（{ identity-word }）
alt-uncovered = { $place } { $word }＝{ identity-word }
alt-key = { $place } { identity-word }
log-line = { $turn }. { team }：{ $word } { $number } → { $guesses }
footer-drawn = 公正に配られました。秘密の値のSHA-256：{ $commitment }
footer-seeded = この盤はシードから作られ、シードを知る人には内容が分かります。秘密の値のSHA-256：{ $commitment }
footer-told = この盤のもとになった秘密の値：{ $secret }。最初から示していたSHA-256：{ $commitment }
footer-typed = このキーカードは、{ $seat }が入力したキーワードから作られました。
choice-pass = ターンを終える
choice-unpoint = { $card }から指を離す
choice-resign = チームとして投了する

# What happened

key-order = 順番：{ $order }
event-dealt = { $cards }枚のカードが並びました。順番：{ $order }
event-dealt-solo =
    { $cards }枚のカードが並びました。{ team }だけで遊びます。相手のカード（{ $other ->
        [blue] 青
       *[red] 赤
    }）がすべてめくられると負けです。
event-dealt-typed = { $dealt } キーカードは、{ $seat }が入力したキーワードから作られました。
event-clue = { $seat }のヒント：{ $word } { $number }
event-clue-warned = { $clue } ご注意：{ $warning }
event-pointed = { $seat }が{ $card }を指しました。
event-unpointed = { $seat }が{ $card }から指を離しました。
event-uncovered =
    { $seat }が{ $card }をめくりました：{ $identity ->
        [bystander] 一般人です。
        [assassin] 暗殺者です！
        [blue] 青のカードです。
        [red] 赤のカードです。
        [green] 緑のカードです。
        [yellow] 黄のカードです。
       *[purple] 紫のカードです。
    }
event-eliminated =
    { $reason ->
        [assassin] { team }は暗殺者をめくり、脱落しました。そのカードはこれから一般人の扱いです。
       *[resigned] { team }は投了し、脱落しました。そのカードはこれから一般人の扱いです。
    }
event-lost =
    { $reason ->
        [assassin] { team }が暗殺者をめくりました。
       *[resigned] { team }が投了しました。
    }
event-turn-ended =
    { $end ->
        [wrong-card] お手つきです。ターンが終わります。
        [limit] このターンで推測できる枚数をめくり終えました。
        [passed] { $seat }がターンを終えました。
        [expired] 時間切れです。ターンが終わります。
        [resigned] ターンが終わります。
       *[game-over] ゲームが終わりました。
    }
event-turn-started = ターン{ $turn }：{ team }の番です。

# Commands

command-new = 卓を開く
command-clue = ヒントを出す：単語ひとつと、当てはまるカードの枚数
command-guess = カードをめくる
command-mark = カードを指して味方に示す。同じカードを選んだボットがいれば、ボットがめくる
command-unmark = カードから指を離す
command-pass = ターンを終える（1枚以上めくった後だけ）
command-resign = チームとして投了する
command-why = ゲームの後で、ヒントの狙いと各カードが選ばれる見込みを見る
command-learnt = ゲームの後で、ボットが自分について学んだことを見る
option-why-clue = ヒントの単語か、そのターンの番号。指定しなければ最後のヒント
command-keyword = キーカードのもとになるキーワードを入力する
option-word = 単語ひとつ。まだめくられていないカードの単語や、その変化形は使えない
option-number = 1〜9。自分たちのカードがなければ0、枚数を決めなければunlimited
option-card = まだめくられていないカード。単語か、B3のような位置で
option-keyword = 好きな文字列。同じ文字列からは同じキーカードができる
option-rows = 盤の行数
option-cols = 盤の列数
option-teams = チームの数
option-guessers = 各チームの諜報員の数
option-marks = めくる前に同じカードを指す必要がある人数
option-clues = カードを直接示すヒントの扱い：strictは断る、warnは注意する、offは何もしない
option-substrings = 文字が重なるだけのヒント（「rain」のカードに「brain」など）を認めるか
option-typed = キーカードのもとになるキーワードをスパイマスターが入力する
option-level = 相手チームのボットteammateとstrangerの強さ（人の味方のボットはいつも全力）
option-ensemble = この卓のACEが使う言語モデル（fusion,minilmなど）。defaultならサーバーのもの
option-names = 固有名詞のヒント：ボットteammateとstrangerが出してよいか
option-solo = 1チームだけで盤と戦う
option-team = 自分のチーム

# Options that no table can be set with

board-teams = { $teams }チームでは遊べません。{ $least }〜{ $most }チームにしてください。
board-sides = { $rows }×{ $cols }枚の盤は作れません。行も列も{ $least }〜{ $most }にしてください。
board-too-small = { $rows }×{ $cols }枚の盤は{ $teams }チームには小さすぎます。次に使える大きさは{ $next_rows }×{ $next_cols }です。
solo-teams = ソロは2チーム用のキーカードで遊びます（指定は{ $teams }チーム）。チーム数を指定しないか、ソロをやめてください。
solo-team = ソロで選べるチームはblueかredです（指定は{ $team }）。
guessers-none = どのチームにも諜報員が1人以上必要です。
marks-guessers = 諜報員が{ $guessers }人のチームでは、{ $marks }人が同じカードを指すことはできません。marksは1か2で、諜報員の数以下にしてください。
digits-range = 数は、SHA-512のダイジェストと同じ0〜2^512 - 1の整数にしてください。
pack-alike = 単語パック{ $pack }の「{ $other }」と「{ $word }」は、入力すると区別できません。どちらかを外してください。
pack-runs-out = 単語パック{ $pack }には、ここで配れる単語が{ $words }語しかなく、盤には{ $cards }語必要です。もっと大きい単語パックか、小さい盤を選んでください。

# Actions that cannot be done now

seat-reserved = { $seat }として動くのはゲームだけです。別の席を選んでください。
no-such-chair = この卓に「{ $seat }」という席はありません。
no-such-action = このゲームでそれはできません。別のことを選んでください。
game-over = ゲームは終わっています。
not-dealt = カードはまだ配られていません。少し待ってください。
other-turn = それはターン{ $turn }の行動でしたが、今はターン{ $now }です。盤を見て選び直してください。
only-chance-deals = カードは自動で配られます。
no-deal-now = 今は配るものがありません。
deal-secret-size = 配るには{ $bytes }バイトの秘密の値が必要です。
keyword-from-guesser = キーワードからキーカードが分かるため、諜報員は入力できません。スパイマスターが入力してください。
no-keyword-now = 今はキーワードは要りません。このまま続けてください。
keyword-text = このキーワードはUTF-8で書けません。普通の文字で入力してください。
only-clock-expires = 時間切れでターンを終えられるのは時計だけです。
no-turn-runs = 進行中のターンはありません。
team-out = { team }は脱落しました。ここからは観戦だけができます。
not-your-turn = 今は{ team }の番です。自分の番を待ってください。
only-spymaster-clues = ヒントを出せるのはスパイマスターだけです。推測するか、自分の番を待ってください。
clue-stands = ヒントはもう出ています。ここからは諜報員が推測する番です。
only-guessers-guess = カードを指したり、めくったり、ターンを終えたりできるのは諜報員だけです。諜報員に任せてください。
no-clue-yet = ヒントはまだです。スパイマスターを待ってください。
pass-before-guess = ターンを終える前に、1枚以上めくってください。
already-marked = もう{ $card }を指しています。指した味方がそろったらめくるか、別のカードを指してください。
not-marked = { $card }を指していないので、離すことはできません。
already-uncovered = { $card }はもうめくられています。まだめくられていないカードを選んでください。
no-such-place = カードが{ $cards }枚の盤に{ $place }はありません。盤にあるカードを選んでください。
too-few-marks = { $card }をめくるには{ $needed }人が指す必要がありますが、今は{ $marked }人です。まだ指していないのは{ $rest }です。

# Clues

clue-number = { $number }はヒントの枚数として使えません。1〜9、0、unlimitedから選んでください。
clue-empty = ヒントの単語を入力してください。
clue-several-words = ヒントは単語ひとつです。「{ $clue }」には単語がいくつもあります。ひとつ選ぶか、1語ならハイフンでつないでください。
clue-not-a-word = 「{ $clue }」は単語ではありません。文字か、2桁以上の数字を使ってください。途中のハイフンとアポストロフィは使えます。
clue-too-long = このヒントは40文字を超えています。もっと短い単語を選んでください。
clue-mixed-alphabets = 「{ $clue }」には違う種類の文字が混ざっています。1種類の文字で書いてください。
breach-same = 「{ $clue }」はカード{ $card }と同じです
breach-contains = 「{ $clue }」はカード{ $card }の単語を含んでいます
breach-contained = 「{ $clue }」はカード{ $card }の一部です
breach-inflection = 「{ $clue }」はカード{ $card }の単語の変化形です
breach-stem = 「{ $clue }」はカード{ $card }の単語と語幹が同じです
clue-same = { breach-same }。別のヒントを選んでください。
clue-contains = { breach-contains }。別のヒントを選んでください。
clue-contained = { breach-contained }。別のヒントを選んでください。
clue-inflection = { breach-inflection }。別のヒントを選んでください。
clue-stem = { breach-stem }。別のヒントを選んでください。
warned-same = { breach-same }。この卓ではこのヒントも有効です。
warned-contains = { breach-contains }。この卓ではこのヒントも有効です。
warned-contained = { breach-contained }。この卓ではこのヒントも有効です。
warned-inflection = { breach-inflection }。この卓ではこのヒントも有効です。
warned-stem = { breach-stem }。この卓ではこのヒントも有効です。

clue-unknown = { $bots }は「{ $word }」という言葉を知らないため、当てずっぽうになります。ヒントを変えるか、それでもこのまま出すかを選んでください。
clue-misspelled = ボットは「{ $word }」を「{ $heard }」と読み取ります。ヒントを変えるか、それでもこのまま出すかを選んでください。
clue-heard = ボットは「{ $word }」を「{ $heard }」と読み取ります。
clue-blind = { $bots }は「{ $word }」という言葉を知りません。当てずっぽうで1枚だけめくって、ターンを終えます。

# Lines that cannot be read

line-unknown = 「{ $verb }」というコマンドはここにはありません。次のどれかを入力してください：{ $verbs }
line-near = 「{ $verb }」はここでは使えません。「{ $near }」のことですか。
line-too-long = 「{ $verb }」の後には何も書きません。「{ $rest }」を消してください。
clue-missing = 「ocean 2」のように、単語と枚数を入力してください。
clue-word-missing = 「ocean { $number }」のように、{ $number }の前に単語を書いてください。
clue-number-unread = 「{ $number }」はヒントの枚数として読めません。「{ $word } 2」のように、単語ひとつと、1〜9、0、unlimitedのどれかを入力してください。
clue-number-missing = 「{ $word } 2」のように、{ $word }の後に当てはまるカードの枚数を書いてください。
keyword-missing = キーワードがありません。{ TYPED("keyword") }と空白に続けて、キーワードを書いてください。
card-missing = カードを、単語か、B3のような位置で指定してください。
card-near = この盤に{ $card }というカードはありません。{ $near }のことですか？
card-unknown = この盤に{ $card }というカードはありません。単語か、B3のような位置で指定してください。
deal-not-hexadecimal = 配るための秘密の値は16進数です。0〜9とa〜fで書いてください。

# What bots say

advice-guess = { $seat }は{ $card }をめくりたいようです。賛成なら同じカードを指すか、そのまま進めてください。
advice-guess-too = { $seat }は{ $card }をめくりたいようです。賛成なら同じカードを指してください。
advice-pass = { $seat }はターンを終えたいようです。賛成なら、そのまま進めてください。
advice-pass-too = { $seat }はターンを終えたいようです。
advice-join = ボットに進めさせると、ボットも一緒に{ $card }をめくります。
patience-guess = 誰もめくらず、ターンも終えなければ、{ $seat }が{ $when }に{ $card }をめくります。今すぐ賛成するなら、同じカードを指してください。
patience-point = 誰もめくらず、ターンも終えなければ、{ $seat }も{ $when }に{ $card }を指します。
patience-open = { $seat }はどのカードも指していません。誰もめくらず、ターンも終えなければ、{ $when }にカードを指すか、ターンを終えます。
recap-moments = 勝敗を分けたターン（そのターンの前と後の、勝つ見込みの推定）：
recap-moment =
    { $line }{ $count ->
        [0] {""}
       *[other] （外れた狙い：{ $missed }）
    }。{ team }の見込みは{ $before }%から{ $after }%になりました。
recap-clue = ターン{ $turn }：{ $seat }・{ $expert }の「{ $word } { $number }」の狙いは{ $targets }でした。
recap-clue-chances = ターン{ $turn }：{ $seat }の「{ $word } { $number }」の狙いは{ $targets }でした。
recap-chances = 括弧内は、狙った単語が当たるとボットが見込んだ確率です。
recap-target = { $card }（{ why-percent }）
recap-clue-random = ターン{ $turn }：{ $seat }・{ $expert }の「{ $word } { $number }」に狙いはありませんでした。
recap-guess =
    ターン{ $turn }：{ $seat }{ $expert ->
        [none] {""}
       *[other] ・{ $expert }
    }には「{ $word } { $number }」に最も近いのが{ $cards }でした。
recap-guess-unknown =
    ターン{ $turn }：{ $seat }{ $expert ->
        [none] {""}
       *[other] ・{ $expert }
    }は{ $word }を知りませんでした。
recap-slip-clue = ターン{ $turn }：{ $seat }のミスです。もっと良いヒントを知っていました。
recap-slip-guess = ターン{ $turn }：{ $seat }のミスです。もっとありそうな単語より先に{ $cards }を選びました。
recap-surprise-clue = ターン{ $turn }：{ $seat }にとって、{ $cards }が選ばれたのは予想外でした。
recap-surprise-guess = ターン{ $turn }：{ $seat }にとって、{ $cards }が自チームの単語でなかったのは予想外でした。

# Packs

pack-too-few = 単語パック{ $pack }は{ $count }語ですが、{ $needed }語必要です。{ $needed ->
        [9] 単語を足してください。
       *[other] 単語を足すか、小さい盤を選んでください。
    }
pack-faults =
    単語パック{ $pack }には直すところが{ $count }か所あります。
    { $faults }
pack-faults-next =
    { $fault }
    { $rest }
pack-faults-more = ほかに{ $count }か所あります。
pack-duplicate = { $line }行目：「{ $word }」は{ $first_line }行目にもあります。どちらかを消してください。
pack-one-line = 単語パック{ $pack }は全部が1行に書かれています。1行に1枚のカードを書いてください。入力するときは単語の間にコンマを入れます。
pack-column = { $line }行目：「{ $word }」はカード1枚ではありません。1行に1枚のカードだけを書き、ほかの列は消してください。
pack-control = { $line }行目：「{ $word }」に目に見えない文字があります。消してください。
pack-character = { $line }行目：「{ $word }」に、カードには使えない文字{ $character }があります。消してください。
pack-no-letter = { $line }行目：「{ $word }」には文字がありません。単語を書いてください。
pack-too-long = { $line }行目：「{ $word }」は半角{ $width }文字分の幅ですが、カードには{ $widest }文字分までしか入りません。もっと短い単語を選んでください。
pack-characters = { $line }行目：「{ $word }…」は{ $count }文字ですが、カードは{ $most }文字までです。もっと短い単語を選んでください。
pack-too-many = 単語パック{ $pack }は{ $count }語ですが、1つの単語パックは{ $most }語までです。単語を減らすか、複数の単語パックに分けてください。
pack-mix-too-many = これらの単語パックは合わせて{ $words }語ですが、盤に使えるのは{ $most }語までです。指定する単語パックを減らすか、小さいものにしてください。
pack-missing = { $path }に単語パックのファイルがありません。{ $embedded }のどちらか、または1行に1語を書いたテキストファイルを指定してください。
pack-not-text = { $path }はUTF-8のテキストとして読めません。単語パックをUTF-8で保存してください。

# Models and tables

asset-missing = { $path }がありません。board_words.txt、clue_words.txt、neighbours/、similarities/のあるベンチのフォルダーを指定してください。
asset-unreadable = { $path }を読めません。壊れているか、形式が違います。
asset-shape = { $path }の中身は{ $found }ですが、{ $expected }のはずです。同じベンチの表を使ってください。
asset-word = { $path }に単語「{ $word }」がないか、書き方が違います。同じベンチのファイルを使ってください。
asset-unknown-expert = 「{ $name }」というエキスパートはいません。次から選んでください：{ $known }
ensemble-unknown = 「{ $found }」という言語モデルはここにありません。{ $known }からコンマで区切って選ぶか、defaultにしてください。
bot-unknown = 「{ $name }」というボットはいません。次から選んでください：{ $known }

# ゲームの後で：ヒントに対して各カードが選ばれる見込み

why-title = ターン{ $turn }、{ team }：{ $word } { $number }
why-win = { team }が勝つ見込み（推定）：ターンの前は{ $before }%、後は{ $after }%でした。
why-turn = { $turn }. { $word }
why-heard =
    { $by ->
        [word] 人が最初に各カードを選ぶ見込み：
        [form] 「{ $clue }」を「{ $word }」の変化形と見なします。人が最初に各カードを選ぶ見込み：
        [spelling] 「{ $clue }」を「{ $word }」の書き誤りと見なします。人が最初に各カードを選ぶ見込み：
        [parts] 「{ $clue }」を「{ $word }」と見なします。人が最初に各カードを選ぶ見込み：
       *[unsure] 「{ $clue }」は一部しか分からないため、人が最初に選ぶカードは当て推量です：
    }
why-percent =
    { $percent ->
        [0] <1%
       *[other] { $percent }%
    }
why-card = { $glyph } { $card }
why-chance =
    { why-percent }・{ identity-word }{ $pick ->
        [0] {""}
       *[other] ・{ $pick }枚目
    }
why-other =
    { $card } { why-percent }{ $pick ->
        [0] {""}
       *[other] ・{ $pick }枚目
    }
why-others = 残り{ $count }枚：{ $cards }
why-footer = 「○枚目」は、そのターンで選ばれた順番です。見込みは人の選び方のモデルによるもので、ボットの考えとは別です。
why-no-clue = このゲームではヒントが出なかったため、見込みはありません。ヒントのあるゲームの後で使ってください。
why-which = 「{ $clue }」というヒントはこのゲームにありません。{ $known }から、番号か単語で選んでください。
why-unknown = 「{ $clue }」を知るモデルがないため、見込みはありません。ほかのヒントで使ってください。

# 選べる値の呼び名

value-clues-strict = strict：受け付けない
value-clues-warn = warn：知らせるだけ
value-clues-off = off：何もしない
value-substrings-allow = allow：認める
value-substrings-refuse = refuse：認めない
value-level-easy = easy：よく間違え、リードすると手がゆるむ
value-level-fair = fair：ときどき間違え、リードすると手がゆるむ
value-level-strong = strong：全力
value-names-auto = auto：ファミリーフィルターがオフなら出してよい
value-names-yes = yes：出してよい
value-names-no = no：ほかの単語だけ
value-number-unlimited = 無制限（unlimited）
value-team-blue = 青（blue）
value-team-red = 赤（red）
value-team-green = 緑（green）
value-team-yellow = 黄（yellow）
value-team-purple = 紫（purple）

# 自分のモデル

cli-models = 言語モデルの一覧、取得、追加、照合、書き出し、削除
option-models-fetch = gensim-dataのモデルを取得する
option-models-add = ファイルかフォルダーからモデルを追加する
option-models-check = モデルの近い単語を順位表と照合する
option-models-export = モデルをword2vecの形式でファイルに書き出す
option-models-list = モデルを一覧にする（何も付けないのと同じ）
option-models-remove = 取得または追加したモデルを削除する
option-models-names = gensim-dataのモデル。論文のものは：
option-models-words = ゲームの単語のほかに残す単語のUTF-8ファイル。1行に1語
option-models-path = word2vec（テキストかバイナリ）かGloVeのテキスト、.gzでもよい。またはvectors.npyとwords.txtのあるフォルダー
option-models-called = ここでのモデルの名前（指定しなければファイルの名前）
option-models-model = モデルの名前
option-models-against = 各カードに近い単語を近い順に並べたJSON
option-models-export-path = 書き出す新しいファイル。名前が「.gz」で終われば圧縮する
option-models-binary = 数をテキストでなくバイトで書く
models-embedded = 内蔵
models-line-fetchable = { $name }：未取得、ダウンロードは{ $megabytes } MB
models-line = { $name }：{ $words }語、{ $dimensions }次元、{ $kilobytes } KB（{ $source }）
models-added = { $name }の準備ができました：{ $words }語、{ $dimensions }次元。
models-unread = 読まなかった行：{ $count }行（{ $reason }）。最初は{ $place }（「{ $text }」）。
models-place-line = { $number }行目
models-place-word = { $number }語目
models-fault-width = 数の個数が{ $dimensions }でない
models-fault-comma = コンマを含む。0.5のように書き、数は空白で区切ってください
models-fault-number = 有限の数でないものがある
models-fault-parts = 単語が空白で分かれている
models-fault-encoding = 単語がUTF-8でない（UTF-8で保存してください）
models-fault-twice = 前にもあった単語
models-fault-language = 英語以外の単語
models-removed = { $name }を削除しました。
models-exported = { $name }を{ $path }に書き出しました。
models-overlap = overlap@10 { $at_10 }、@50 { $at_50 }、@300 { $at_300 }（{ $cards }枚のうち{ $compared }枚を照合）
models-unknown = 取得または追加した「{ $name }」というモデルはありません。{ $known }から選ぶか、「spyring models add」で追加してください。
models-none = 「{ $name }」というモデルはありません。まだひとつも取得も追加もされていません。「spyring models fetch」か「spyring models add」を使ってください。
models-not-fetchable = gensim-dataに「{ $name }」というモデルはありません。{ $known }から選ぶか、「spyring models add」でファイルを追加してください。
models-name = モデルに「{ $name }」という名前は付けられません。aからz、0から9、ピリオド、ハイフン、下線で64文字までにし、ボットの名前は避けてください。
models-exists = { $name }というモデルはすでにあります。--nameで別の名前にするか、「spyring models remove { $name }」で削除してください。
models-embedded-stay = { $name }は内蔵のモデルで、削除できません。ボットに使わせないときは、SPYRING_ENSEMBLEから外してください。
models-damaged = モデル{ $name }のファイルが壊れています。「spyring models remove { $name }」で削除し、もう一度取得または追加してください。
models-disk = { $path }に書き込めません（{ $problem }）。ディスクを空けるか、SPYRING_MODELSで別のフォルダーを指定して、もう一度試してください。書きかけのものは残りません。
models-no-file = { $path }には何もありません。ベクトルのファイルか、vectors.npyとwords.txtのあるフォルダーを指定してください。
models-unreadable = { $path }を読めません（{ $problem }）。壊れているか、権限がありません。ファイルを入手し直してください。
models-pickle = { $path }はpickleです。どんなコードも実行できるため、読み込みません。gensimのsave_word2vec_formatで保存し、そのファイルを追加してください。
models-zip = { $path }はzipの書庫です。展開して、中のベクトルのファイルを追加してください。
models-utf16 = { $path }はUTF-16です。UTF-8で保存してください。
models-nothing = { $path }は空です。ファイルを入手し直してください。
models-commas = { $path }の最初の行にコンマがあります。小数は0.5のように書き、単語と数は空白で区切ってください。
models-header = { $path }の最初の行は{ $count }語、{ $dimensions }個ずつの数となっています。1語以上、1から10,000個の数が必要です。
models-count = { $path }には{ $found }語ありますが、最初の行では{ $expected }語です。ファイルを入手し直すか、最初の行を直してください。
models-behind = { $path }には、最初の行にある{ $count }語のあとにも続きがあります（{ $offset }バイト目）。ファイルを入手し直すか、最初の行を直してください。
models-blank = { $path }の{ $row }語目：「{ $word }」に空白があります。バイナリでは空白が単語の終わりになります。下線に替えるか、テキストで保存してください。
models-mostly-unread = { $path }は追加しません。{ $rows }行のうち{ $read }行しか読めません。{ $unread }ファイルを直すか、入手し直してください。
models-format = { $path }は読めるベクトルのファイルではありません。word2vecのテキストかバイナリ、または1行に単語と数を空白で区切って並べたGloVeのテキストを追加してください。
models-byte = { $path }の{ $row }語目（{ $offset }バイト目）：単語と数が必要です。壊れているか、途中で切れているか、最初の行が合っていません。ファイルを入手し直してください。
models-folder = { $path }がありません。ベクトルのフォルダーにはvectors.npyとwords.txtが必要です。
models-array = { $path }はfloat16かfloat32の2次元の配列ではありません（実際：{ $found }）。numpyでそのように保存してください。
models-lengths = { $path }には{ $words }語と{ $rows }個のベクトルがあります。ベクトルごとに1行に1語が必要です。
models-empty = { $path }には必要な単語がひとつもありません。別のファイルを指定してください。
models-same = { $path }は追加しません。単語（{ $words }語）の数がすべて同じで、どの単語が近いか分かりません。ファイルを入手し直してください。
models-words-file = { $path }は{ $offset }バイト目がUTF-8ではありません。単語をUTF-8で保存してください。
models-neighbours = { $path }は、各カードに近い単語を並べたJSONではありません。そのようなファイルを指定してください。
models-no-card = モデルはファイルのカードをひとつも知りません。同じ言語の順位表と照合してください。
models-offline = { $address }につながりません。接続を確かめて、もう一度試してください。届いた分は残り、次は続きから届きます。
models-http = { $address }はHTTP { $status }で断られました。あとでもう一度試すか、SPYRING_MODELS_URLを確かめてください。
models-address = 「{ $address }」はアドレスではありません。SPYRING_MODELS_URLはhttp://かhttps://で始めてください。
models-catalogue = { $address }にあるものはgensim-dataの目録ではありません。SPYRING_MODELS_URLを確かめるか、あとでもう一度試してください。
models-described = gensim-dataの目録にある{ $name }の記述が想定と違います。SPYRING_MODELS_URLを確かめるか、別のモデルを選んでください。
models-checksum = { $file }は壊れて届いた（チェックサムが違う）ため、削除しました。もう一度試してください。
models-few-words = SPYRING_ENSEMBLEのモデルに共通するヒントの単語は{ $shared }語だけで、{ $needed }語が必要です。どれかを外すか、もっと多くの単語で取得してください。
