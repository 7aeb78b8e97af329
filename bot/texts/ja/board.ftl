# Key cards and the check of a deal, in Japanese.

title-key = キーカード（{ $rows }×{ $cols }枚、{ $teams }チーム）
key-header = 順番：{ $teams }。一般人{ $bystanders }枚、暗殺者{ $assassins }枚
key-header-team = { $team }{ $cards }枚
key-header-next = { $first }、{ $team }
title-verify =
    { $finding ->
        [agrees] { $source ->
            [keyword] すべてキーワードの通りです。キーワードを知る人なら、キーカードも分かっていたことにご注意ください
           *[secret] すべて秘密の値の通りです。配られたときに表示されたコミットメントと見比べてください
        }
        [unchecked] 確かめられた部分は合っていますが、単語は確かめられませんでした
       *[differs] { $source ->
            [keyword] 記録とキーワードが合いません
           *[secret] 記録と秘密の値が合いません
        }
    }
verify-unchecked = ダイジェストが{ $digest }の単語パックが手元にありません。遊んだときの単語パックのファイルを--packで指定してください。
verify-part =
    { $part ->
        [commitment] コミットメント
        [order] 順番
        [key] キーカード
        [skipped] 外した単語
       *[words] 単語
    }
verify-finding =
    { $finding ->
        [agrees] 合っています
        [unchecked] 未確認：このダイジェストの単語パックが手元にありません
       *[differs] 合いません
    }
record-not-over = ゲームはまだ終わっていません。秘密の値は終わったときに表示されます。
record-not-json = このファイルはゲームの記録ではありません（JSONのオブジェクトがありません）。--recordで書いたファイルを指定してください。
record-missing = 記録に「{ $field }」がありません。--recordで書いたファイルをそのまま使ってください。
record-type =
    記録の「{ $field }」は{ $kind ->
        [int] 整数
        [str] 文字列
        [list] リスト
       *[texts] 文字列のリスト
    }でなければなりません。
record-value = 記録の「{ $field }」が、どのゲームでもありえない値です。--recordで書いたファイルをそのまま使ってください。
record-game = これは{ $game }ではないゲームの記録です。
record-version = 記録の形式はバージョン{ $version }ですが、このプログラムが読めるのはバージョン{ $known }です。
record-digits = 記録の「{ $field }」は、0〜9とa〜fだけの{ $count }桁でなければなりません。
record-no-source = 記録に「secret」と「commitment」の組も「keyword」もありません。ゲームはどちらかから配られます。
record-two-sources = 記録にキーワードと秘密の値の両方があります。ゲームはどちらか一方から配られます。
