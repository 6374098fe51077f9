"""Text transforms, vocabularies and readers of text, to be run by MindSpore and by msjax.

A case is an expression over the helpers and files below; its outcome is what it evaluates to, with
kinds, dtypes and shapes, or the class of the error. Expressions read files in the folder "f" of the
current directory.
"""

from __future__ import annotations

import random
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from dataset_cases import show

SYLLABLES = "ba ke di lo mu the at er ing hel wor ld ga te".split()
VECTORS = "ok 0.1 0.2 0.3\nhi 1 2 3\nA 4 5 6\nok 7 7 7\n"
HEADED = "4 3\nok 0.1 0.2 0.3\nhi 1 2 3\nA 4 5 6\n"
FILES = {
    "1.csv": 'a,b,c\n1,2.5,x\n-3,4,"y ""q"" z"\n',
    "2.csv": '1,2.5,x\r\n3,4,"y,\nz"\r\n',
    "3.csv": "1,,x\n,2,\n",
    "4.csv": "1,2\n1,2,3\n",
    "5.csv": "a;b\n1;2\n",
    "6.csv": "1,2,x\n5,zz,x\n",
    "7.csv": "1,2,x\n\n5,4,x",
    "8.csv": "1, 2,x\n5,4.7,x",
    "bad.txt": "ok 0.1 0.2 0.3\nhi 1 2\n",
    "bad2.txt": "ok 0.1 0.2 0.3\nhi 1 2 x\n",
    "cn.txt": "1gram-o 1 2 3\n2gram-ok 4 5 6\n3gram-#BEGIN#ok 9 9 9\n1gram-k 0 1 0\n"
    "2gram-#BEGIN#o 1 1 1\n4gram-#BEGIN#ok#END# 7 7 7\n",
    "dup.txt": "a\nb\na\n",
    "empty.txt": "",
    "ft.vec": HEADED,
    "ft2.vec": VECTORS,
    "glove.6B.3d.txt": HEADED,
    "glove.6B.50d.txt": VECTORS,
    "glove.6B.txt": VECTORS,
    "h.csv": '\ufeffx, y ,"z"\n1,2,3\n',
    "h2.csv": "x,,z\n1,2,3\n",
    "h3.csv": '"x,y",z\n1,2,3\n',
    "head.txt": HEADED,
    "q1.csv": 'a"b,c\n',
    "q2.csv": '"a"b,c\n',
    "q3.csv": '"a,c\n',
    "q4.csv": "a,b\r\n\r\nc,1e39\r\n",
    "q5.csv": "a,b\rc,d\n",
    "q6.csv": ',\n"",""\n',
    "q7.csv": 'a\n""\n \nb',
    "q8.csv": '"a",b\n1,2\n',
    "q9.csv": "a,a\n1,2\n",
    "sp.txt": "\n".join(f"{a}{b} {b} the {b}{a}, {a}." for a in SYLLABLES for b in SYLLABLES),
    "v.txt": "a\nb\nc",
    "user.txt": "男默女泪\n云计算 5\n 坏 行 3\n* x\n",
    "vec.txt": VECTORS,
    "vec2.txt": "é 1 2\n",
    "vec3.txt": "a  1   2\nb\t3 4 \n",
    "vec4.txt": "a 1e2 -2.5x\n\nb 1 2\n",
    "vec5.txt": "a 1 2 \r\nb 0x1 nan\r\n",
    "vocab.csv": "apple,apple2\nbanana, 333\n\ncat,00\n  dog ,1\r\n",
}
# characters that texts for all transforms are made of
POOLS = [
    list("abc AB.,!?'\"-[]<>&;#$ \t\n\r"),
    list("北京中国。，！「」㐀𠀀"),
    list("éÉüßÑǿ̈ı İſﬁ½"),
    [chr(c) for c in range(0x400, 0x450)],
    [chr(c) for c in range(0x600, 0x660)],
    ["😀", "👍🏽", "\u200d", "\u200b", "\ufe0f", "\x01", "\x1f", "\x7f", "\xad"],
    ["[CLS]", "[SEP]", "[UNK]", "[MASK]", "[unused1]", "[", "]"],
    [chr(c) for c in range(0xAC00, 0xAC20)] + list("ㄱ가"),
    [chr(c) for c in range(0x900, 0x960)],
    [chr(c) for c in range(0x2000, 0x2070)],
]


def write_files() -> None:
    """Make the files in the current directory."""
    Path("f").mkdir()
    Path("m").mkdir()
    for name in "text_hmm.txt", "text_words.txt":
        Path("f", name).write_bytes((Path(__file__).parent / "golden" / name).read_bytes())
    for name, content in FILES.items():
        Path("f", name).write_bytes(content.encode("utf-8"))


class Case:
    """Names that the expressions use."""

    def __init__(self, ms: Any, ds: Any):
        self.ds = ds
        self.text = text = import_module(f"{ds.__name__}.text")
        words = [*"abcdefghijklmnop", "中", "国", "北", "京", "ab", "cd", "##ef", "[UNK]"]
        self.names = {
            "ms": ms,
            "ds": ds,
            "np": np,
            "T": text,
            "M": text.SentencePieceModel,
            "NF": text.NormalizeForm,
            "O": text.SPieceTokenizerOutType,
            "S": "Hello world, the gateway prefixes a kernel 中!",
            "V": text.Vocab.from_list(["a", "b", "##c", "ab", "中", "##国"]),
            "B": text.Vocab.from_list(
                [
                    *"床 前 明 月 光 i am mak make small mistake ##s during work".split(),
                    *"##ing hour 12 + - I [CLS] [UNK]".split(),
                    " ",
                ]
            ),
            "W": text.Vocab.from_list(
                "book cholera era favor ##ite my is love dur ##ing the 中 ##国 a".split()
            ),
            "U": text.Vocab.from_list([*words, *("##" + c for c in "abcdefg国éдx")]),
            "C": self.csv,
            "D": self.trained,
            "F": self.trained_by_file,
            "VV": self.vectors,
            "Wr": self.written,
            "every": self.every,
            "J": self.jieba,
            "nums": lambda texts: ds.NumpySlicesDataset({"text": texts}, shuffle=False),
            "rows": rows,
        }

    def csv(self, files: Any, **kwargs) -> list:
        """The rows of CSV files."""
        return rows(self.ds.CSVDataset(files, shuffle=False, **kwargs))

    def written(self, content: str, **kwargs) -> tuple:
        """The size and the fields of a CSV file."""
        Path("f/w.csv").write_bytes(content.encode("utf-8"))
        kwargs.setdefault("column_names", ["a"])
        try:
            size = self.ds.CSVDataset("f/w.csv", **kwargs).get_dataset_size()
        except RuntimeError:
            size = "error"
        return size, [list(map(str, r.values())) for r in self.csv("f/w.csv", **kwargs)]

    def vectors(
        self, content: str, cls: Any = None, name: str = "f/vv.txt", **kwargs
    ) -> np.ndarray:
        """The vectors of a and b in a file."""
        Path(name).write_bytes(content.encode("utf-8"))
        vectors = (cls or self.text.Vectors).from_file(name, **kwargs)
        return self.text.ToVectors(vectors)(["a", "b"])

    def trained_by_file(
        self, size: Any = 100, m: Any = None, c: Any = 0.9995, p: Any = None
    ) -> Any:
        """A SentencePiece model of a file."""
        p = {} if p is None else p
        return self.text.SentencePieceVocab.from_file(["f/sp.txt"], size, c, m, p)

    def trained(self, n: Any = 100, m: Any = None, cols: Any = ("text",)) -> Any:
        """A SentencePiece model of a dataset."""
        cols = list(cols) if isinstance(cols, tuple) else cols
        data = self.ds.TextFileDataset("f/sp.txt", shuffle=False)
        return self.text.SentencePieceVocab.from_dataset(data, cols, n, 0.9995, m, {})

    def every(self, seed: int) -> dict:
        """What the transforms make of a text."""
        T, forms = self.text, self.text.NormalizeForm
        rng = random.Random(seed)
        pools = rng.sample(POOLS, rng.randint(1, 4))
        text = "".join(rng.choice(rng.choice(pools)) for _ in range(rng.randint(1, 25)))
        made = {
            "space": T.WhitespaceTokenizer(True),
            "char": T.UnicodeCharTokenizer(True),
            "script": T.UnicodeScriptTokenizer(True, True),
            "script without space": T.UnicodeScriptTokenizer(),
            "basic": T.BasicTokenizer(with_offsets=True),
            "basic NFKC": T.BasicTokenizer(False, True, forms.NFKC, False, True),
            "basic lower": T.BasicTokenizer(True, True, forms.NFC, False, True),
            "basic lower unused": T.BasicTokenizer(True, False, with_offsets=True),
            "fold": T.CaseFold(),
            "NFC": T.NormalizeUTF8(forms.NFC),
            "NFKD": T.NormalizeUTF8(forms.NFKD),
            "bert": T.BertTokenizer(self.names["U"], lower_case=True, with_offsets=True),
            "wordpiece": T.WordpieceTokenizer(self.names["U"], with_offsets=True),
            "replace": T.RegexReplace(r"\w+|[^\p{L}\d]", "<$0>"),
            "regex": T.RegexTokenizer(r"[\s\p{P}]+", r"\p{P}", True),
            "wikipedia": T.FilterWikipediaXML(),
        }
        return {"text": text, **{name: self.short(op(text)) for name, op in made.items()}}

    def jieba(self, line: str, added: Any = (), **kwargs) -> list:
        """Words of a text in each mode."""
        found = []
        for mode in self.text.JiebaMode:
            op = self.text.JiebaTokenizer("f/text_hmm.txt", "f/text_words.txt", mode, **kwargs)
            for word in added:
                op.add_dict(word) if isinstance(word, dict | str) else op.add_word(*word)
            found.append(op(line))
        return found

    @staticmethod
    def short(value: Any) -> Any:
        """Results as lists; tokens and places are of different types, so nothing is lost."""
        return [v.tolist() for v in value] if isinstance(value, tuple) else value.tolist()

    def outcome(self, expression: str) -> Any:
        """What the expression gives, or the class of its error."""
        try:
            return show(eval(expression, self.names))
        except Exception as error:
            return {"error": type(error).__name__}


def rows(dataset: Any) -> list:
    """All rows of one epoch as dicts of arrays."""
    return list(dataset.create_dict_iterator(num_epochs=1, output_numpy=True))


def _groups() -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    path = Path(__file__).with_name("golden") / "text_cases.txt"
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            name = line[3:]
            groups[name] = []
        else:
            groups[name].append(line)
    groups["unicode"] = [f"every({seed})" for seed in range(60)]
    return groups


GROUPS = _groups()
