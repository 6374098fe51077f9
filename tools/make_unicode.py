"""Write which characters MindSpore's text transforms count to which Unicode property.

Usage, with a Python that has mindspore: `python tools/make_unicode.py`. Python's `unicodedata`
knows no scripts and is of another Unicode version, so the wheel is asked, one regular expression
per property. The file maps properties to numbers in pairs: the distance from the end of the range
before, and how many characters follow the first of the range.
"""

from __future__ import annotations

import json
from pathlib import Path

import mindspore.dataset.text as text

PATH = Path(__file__).parents[1] / "msjax" / "dataset" / "text" / "_unicode.json"
SCRIPTS = (
    "Adlm Aghb Ahom Arab Armi Armn Avst Bali Bamu Bass Batk Beng Bhks Bopo Brah Brai Bugi "
    "Buhd Cakm Cans Cari Cham Cher Chrs Copt Cpmn Cprt Cyrl Deva Diak Dogr Dsrt Dupl Egyp "
    "Elba Elym Ethi Geor Glag Gong Gonm Goth Gran Grek Gujr Guru Hang Hani Hano Hatr Hebr "
    "Hira Hluw Hmng Hmnp Hung Ital Java Kali Kana Kawi Khar Khmr Khoj Kits Knda Kthi Lana "
    "Laoo Latn Lepc Limb Lina Linb Lisu Lyci Lydi Mahj Maka Mand Mani Marc Medf Mend Merc "
    "Mero Mlym Modi Mong Mroo Mtei Mult Mymr Nagm Nand Narb Nbat Newa Nkoo Nshu Ogam Olck "
    "Orkh Orya Osge Osma Ougr Palm Pauc Perm Phag Phli Phlp Phnx Plrd Prti Rjng Rohg Runr "
    "Samr Sarb Saur Sgnw Shaw Shrd Sidd Sind Sinh Sogd Sogo Sora Soyo Sund Sylo Syrc Tagb "
    "Takr Tale Talu Taml Tang Tavt Telu Tfng Tglg Thaa Thai Tibt Tirh Tnsa Toto Ugar Vaii "
    "Vith Wara Wcho Xpeo Xsux Yezi Yiii Zanb Zinh Zyyy"
).split()
CATEGORIES = (
    "Lu Ll Lt Lm Lo Mn Me Mc Nd Nl No Zs Zl Zp Cc Cf Co Sm Sc Sk So Pc Pd Ps Pe Pi Pf Po".split()
)
OTHERS = "Alphabetic Default_Ignorable_Code_Point White_Space Uppercase Lowercase".split()
STEP = 60000
ALL = [c for c in range(1, 0x110000) if not 0xD800 <= c <= 0xDFFF]
TEXTS = ["".join(map(chr, ALL[i : i + STEP])) for i in range(0, len(ALL), STEP)]


def ranges(name: str) -> list[int]:
    """The characters of a property, in the form of the file."""
    keep = text.RegexReplace(rf"[^\p{{{name}}}]", "")
    found: list[int] = []
    end = 0
    for part in TEXTS:
        for number in map(ord, str(keep(part))):
            if found and number == end + 1:
                found[-1] += 1
            else:
                found += [number - end, 0]
            end = number
    return found


if __name__ == "__main__":
    names = [f"sc={n}" for n in SCRIPTS] + [f"gc={n}" for n in CATEGORIES] + OTHERS
    facts = {name: ranges(name) for name in names}
    PATH.write_text(json.dumps(facts, separators=(",", ":")) + "\n")
