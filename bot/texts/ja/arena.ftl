cli-arena = エージェントの大会を行い、研究用の表と図を作る
option-arena-match = 1組がたくさん遊ぶ
option-arena-jobs = この数のプロセスで行う。結果は数によらず同じ
option-arena-cluster = このアドレスのDaskスケジューラーで行う。例：tcp://10.0.0.5:8786
option-arena-resume = 結果をそのつどこのファイルに書き、次はその続きから行う
arena-job-failed = { $item }で実験が止まりました：{ $reason } --resumeでファイルを指定した場合、済んだ結果は残っています。
arena-job-error = { $where }：{ $said }。
arena-missing = 実験に必要なライブラリーがありません（{ $libraries }）。Spyringをクローンしたフォルダーでpip install ".[arena]"を実行してください。
arena-worker-died = 実験のプロセスが落ちました（{ $problem }）。メモリーが足りない場合は、--jobsを減らしてください。--resumeでファイルを指定した場合、済んだ結果は残っています。
arena-no-cluster = { $address }のDaskスケジューラーから返事がありません（{ $problem }）。"dask scheduler"で起動し、表示されるアドレスを指定してください。
arena-store-other = { $path }はアリーナの結果のファイルではありません。別のファイルを指定してください。
arena-store-experiment = { $path }には、設定かデータの違う別の実験の結果があります。別のファイルを指定するか、その実験と同じ設定にしてください。
arena-store-line = { $path }の{ $line }行目を読み取れません。その行を消すか、別のファイルを指定してください。
option-arena-table = ACEの論文の表2から4：エキスパートの全組と、相手のモデルを聞くエージェントと聞かないエージェント
option-arena-learn = 1つのエージェントが全員と組み、どれだけ早く学ぶか
option-arena-first-lp = 50ゲームの最初の回。第L回の盤のシードは50×Lから始まる（指定がなければ論文と同じ2000）
option-arena-lps = 50ゲームの回の数
option-arena-role = エージェントの席
option-arena-partner = 相手のモデルをエージェントが聞くかどうか
option-arena-agent = エージェント：ace-repo、ace-paper、teammate（相手のモデルを作る）、teammate-arms（同じで、ヒントはエキスパートのもの）、random、best、best-average、average、またはエキスパートの名前
option-arena-csv = 結果をCSVとしてこの新しいファイルにも書く（--resumeで続ける実験では置き換える）
option-arena-sweep = ACEの定数、数える近い単語の数、または聞くエキスパートを変えて比べる
option-arena-over = 変えるもの：c、neighbours、ensemble（エキスパートの全ての集合）、greedy（1つずつ、一番役立つエキスパートを加える）
option-arena-values = cまたはneighboursの値をコンマで区切って
arena-no-values = エキスパートの集合に--valuesは使えません。--valuesを外すか、--over cか--over neighboursを選んでください。
arena-value = 値を読めません（{ $problem }）。
option-arena-colt = CoLTの重みを、公開された対戦、作った対戦、またはこのサーバーの対戦から学習し直す
option-seed-arena = 同じ結果を再現するための整数
option-colt-data = 公開されたチームの組。配列differenceとwin_probabilityのあるnpzファイル。最初の1割は検証に使う
option-colt-turns = このデータベース（ファイルを指定しなければ設定のもの）の人々の対戦。その人々のための評価と、考え方の近いエキスパートを求める
option-colt-generate = 作るチームの組の数
option-colt-teams = 作るチーム：paperは公開データと同様、variedはよりさまざま
option-colt-csv = 重みをこの新しいファイルに書く
colt-pairs = チームの組{ $pairs }組で学習し、最初の{ $test }組で検証したCoLT：
colt-own = ここの人々と同じように打つチームです。{ $teams }チームの評価対象のターンは{ $turns }回です。
colt-fit =
    { $fit ->
        [table-1] 論文の表1
        [paper] 論文と同じ率と回数の勾配降下
        [optimum] 論文のモデルで平均誤差が最小のもの
        [intercept] 先手の有利さを加えたもの
       *[both] 先手と後手を入れ替えた対戦の平均。有利さなし
    }
colt-experts = { $people }人（役割ごとに数える）の考え方。エキスパートごとの貢献の割合、最もよく合う人の数、そのターンのCoLT：
colt-no-turns = このデータベースにはCodenamesの評価対象のターンがありません。別のファイルを指定するか、--generateを使ってください。
colt-data-file = { $path }はチームの組のファイルではありません。配列differenceとwin_probabilityのあるnpzファイルを指定してください。
colt-data-shape = { $path }の配列の形が合いません。win_probabilityの数ごとに、differenceには36個の数の行が必要です。
colt-data-values = { $path }にありえない値があります。differenceの行の和は0、win_probabilityは0から1までです。
colt-data-few = { $pairs }組では少なすぎます。{ $least }組以上が必要です。
colt-points-file = { $path }はチームのファイルではありません。同じ長さのリストcolt、winr、wintのあるJSONを指定してください。
colt-idle = どのチームかは{ $flag }で決まっています。{ $options }は指定しないでください。
option-arena-duel = 2組が本式のゲームで戦う。どの盤も席を入れ替えて2回遊ぶ
option-arena-blue = 組：スパイマスター、プラス記号、諜報員。exec:"COMMAND"は自作のプログラム
option-arena-red = その相手の組
option-arena-boards = 遊ぶ盤の数。どの盤も席を入れ替えて遊ぶので、ゲームの数は2倍になる
option-arena-first-seed = 最初の盤のシード。次の盤からは1ずつ増える
option-arena-duel-rules = paperは推測の数が決まっていて、盤にない単語なら何でもヒントになる。tableはすべてのルール
option-arena-time-limit = プログラムの起動と、答えごとの制限秒数（指定しなければ60と10）

arena-duel = { $games }ゲーム（どの盤も席を入れ替えて2回）：{ $blue }が{ $red }に勝った割合は{ $win_rate }（95%信頼区間{ $low }～{ $high }）、所要時間{ $seconds }秒
arena-forecast = 両者のターンからの予測：CoLTは{ $colt }、厳密なモデルは{ $exact }
arena-forfeit = { $games }ゲームが{ $by }の{ $role }の反則負け（最初のシード{ $first_seed }）：{ $reason }

arena-pair-parts = 「{ $pair }」は組ではありません。ace+glossのように、スパイマスター、プラス記号、諜報員の順に書いてください。
arena-pair-ambiguous = 「{ $pair }」は2通りに読めます。exec:'./agent a+b'+glossのように、コマンドを引用符で囲んでください。
arena-exec-quotes = 「{ $command }」の引用符が対になっていません。すべて閉じてください。
arena-exec-empty = exec:の後にコマンドがありません。exec:"python agent.py"のように、動かすプログラムを書いてください。
arena-exec-posix = このシステムではプログラムを安全に終了できないため、プログラムは遊べません。LinuxかmacOSを使ってください。
arena-store-busy = 別の実行が{ $path }に書き込んでいます。終わるのを待つか、別のファイルを指定してください。
option-arena-report = 研究用ページの全てを測り直し、ページを書き直す
option-arena-figures = 研究用ページの図を描く
option-arena-report-bench = ACEの論文のデータ（モデル、表、チーム）があるフォルダー
option-arena-report-lps = 相方ごとの50ゲームの回の数。固定した組は論文と同じくその約3倍を行う（指定がなければ580）
option-arena-page = ブロックを書き直すページ。結果は隣のresearch.jsonに入る
option-arena-results = レポートが書いた結果
option-arena-figures-to = 図を入れるフォルダー
arena-report-written = { $page }に新しい結果を書きました。全ての結果は隣のresearch.jsonにあります。
arena-page-block = ページにブロック{ $name }がないか、2つあります。<!-- begin { $name } -->と<!-- end { $name } -->で場所を示してください。
arena-page-unknown = ページにレポートが書かないブロック{ $name }があります。消すか、名前を直してください。
arena-results-unreadable = { $path }はレポートが書いたものではありません。research.jsonを選んでください。
arena-teammate-unreadable = { $path }はbenchmarks.teammate_pageが残したものではありません。リポジトリから取り直してください。

option-arena-ladder = 決まった盤でエージェントの総当たり戦を行い、レーティングを1ページにまとめる
option-ladder-folder = エージェントごとにファイルNAME.toml（たとえばspymaster = "ace"）があるフォルダー。新しいフォルダーには付属のエージェントを置く
option-ladder-suite = developmentは何度でも遊べる。finalは、もう何も変えなくなってから一度だけ遊ぶ
option-ladder-boards = 2つのエージェントごとに、席を入れ替えて遊ぶ盤の数（指定しなければ120）

ladder-written = { $path }に書きました。CSVと図もその隣にあります。
ladder-folder = { $path }は使えません：{ $reason }。書き込めるフォルダーを指定してください。
ladder-lonely = { $path }にはエージェントが1つしかありません。もう1つのファイルを加えてください。
ladder-name = { $path }はエージェントのファイルになりません。my-agent.tomlのように、小文字、数字、点、ハイフンを使ってください。
ladder-file = { $path }はエージェントのファイルではありません。spymaster = "NAME"と、必要ならguesser = "NAME"を書いてください。
ladder-no-teammate = { $spymasters }と違う考え方の諜報員がいません。どれかのファイルに諜報員を指定してください。
ladder-final-played = { $path }のとおり、finalはもう遊びました。finalは一度だけです。developmentを遊ぶか、別のフォルダーを指定してください。
ladder-final-others = finalは別のエージェントか別の盤の数で始まっています。それで最後まで遊んでください。
arena-without-first = 最初の何ゲームかを除いたCoLT：{ $figures }
arena-half-learnt = 1回で伸びる分の半分には、第{ $game }ゲームで達します。
arena-never-half = 1回で伸びる分の半分に達するゲームはありません。
