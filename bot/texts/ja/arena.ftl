cli-arena = エージェントの大会を行い、研究用の表と図を作る
option-arena-match = 1組がたくさん遊ぶ
