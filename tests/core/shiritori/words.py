"""A small list of Japanese words, with judges and tables for it."""

from typing import Any

from core.shiritori.judge import Judge, Rule
from core.shiritori.options import Options
from core.shiritori.rules import Shiritori
from core.shiritori.word_index import WordIndex
from core.words.packs import Pack

LINES = (
    *("尻取り\tシリトリ", "林檎\tリンゴ", "ゴリラ\tゴリラ", "ラッパ\tラッパ", "パンダ\tパンダ"),
    *("ダチョウ\tダチョウ", "牛\tウシ", "シャツ\tシャツ", "机\tツクエ", "絵\tエ", "駅\tエキ"),
    *("キリン\tキリン", "蜜柑\tミカン", "カレー\tカレー", "列車\tレッシャ", "野菜\tヤサイ"),
    *("一目\tヒトメ", "一目\tイチモク", "目\tメ", "胃\tイ", "メダカ\tメダカ", "蚊\tカ"),
    *(
        "エイ\tエイ",
        "イカ\tイカ",
        "カバ\tカバ",
        "ハサミ\tハサミ",
        "鼻血\tハナヂ",
        "ジュース\tジュース",
    ),
    *(
        "スイカ\tスイカ",
        "シカ\tシカ",
        "医者\tイシャ",
        "写真家\tシャシンカ",
        "ヴァイオリン\tヴァイオリン",
    ),
    *("鳥\tトリ", "利口\tリコウ", "取り柄\tトリエ", "コーヒー\tコーヒー", "飛行機\tヒコウキ"),
    *("鰈\tカレイ\t-", "律儀\tリチギ\t-", "水団\tスイトン\t-", "リア\tリア", "アヒル\tアヒル"),
    *("ルビー\tルビー", "ビール\tビール", "イルカ\tイルカ", "カメ\tカメ", "メガネ\tメガネ"),
)
WORDS = WordIndex(Pack("small", LINES))
ENGLISH = WordIndex(
    Pack("animals", ("whale", "Eagle", "elk", "kiwi", "ibex\tibex\t-", "Café")), is_latin=True
)
POKEMON = WordIndex(
    Pack("pokemon", ("ピカチュウ", "ウールー", "ルギア", "アシレーヌ", "ヌラリヒョン", "ゲンガー"))
)


def judge(words: WordIndex = WORDS, **rule: Any) -> Judge:
    return Judge(Rule(**rule), words)


def table(**options: Any) -> Shiritori:
    return Shiritori(Options(**options), WORDS.pack)
