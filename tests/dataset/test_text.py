"""Text transforms, vocabularies and readers of text against the recorded facts."""

import copy
import importlib.util
import json
import pickle

import numpy as np
import pytest
import text_cases as cases
from dataset_cases import near
from places import read_golden

import msjax as ms
import msjax.dataset as ds
from msjax.dataset import text

GOLDEN = read_golden("text.json")
ALL = [(group, key) for group, facts in GOLDEN.items() for key in facts]
CASE = cases.Case(ms, ds)
TRAINS = importlib.util.find_spec("sentencepiece") is not None


@pytest.fixture(scope="module", autouse=True)
def files(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("text"))
        cases.write_files()
        yield


def test_every_case_is_recorded():
    assert {group: list(facts) for group, facts in GOLDEN.items()} == cases.GROUPS


@pytest.mark.parametrize(("group", "expression"), ALL)
def test_recorded(group, expression):
    if group == "sentencepiece" and not TRAINS:
        pytest.skip("needs sentencepiece")
    got = json.loads(json.dumps(CASE.outcome(expression)))
    want = GOLDEN[group][expression]
    if isinstance(want, dict) and group in ("vocab", "unicode"):
        assert got == want  # without an order
    else:
        near(got, want)


@pytest.mark.skipif(TRAINS, reason="sentencepiece is installed")
def test_sentencepiece_is_named_when_it_is_missing():
    with pytest.raises(NotImplementedError, match="pip install sentencepiece"):
        text.SentencePieceVocab.from_file(
            ["f/sp.txt"], 100, 0.9995, text.SentencePieceModel.BPE, {}
        )
    with pytest.raises(NotImplementedError, match="pip install sentencepiece"):
        text.SentencePieceTokenizer("m", text.SPieceTokenizerOutType.INT)("a")


@pytest.mark.parametrize("pattern", [r"\X", r"\Ga", r"\p{Nonsense}", "(?<=a|bc)d", "a(?i)b|c"])
def test_patterns_that_python_cannot_say(pattern):
    with pytest.raises(NotImplementedError, match="not supported by msjax"):
        text.RegexReplace(pattern, "x")("ab")


def test_texts_that_python_matches_differently():
    with pytest.raises(NotImplementedError, match="normalize the text"):
        text.RegexReplace(r"\b", "|")("e\u0301a")
    with pytest.raises(NotImplementedError, match="fold the text"):
        text.RegexReplace("(?i)strasse", "x")("Straße")
    assert text.RegexReplace(r"\b", "|")("é a").item() == "|é| |a|"


def test_shuffled_files_have_the_same_rows():
    ds.config.set_seed(3)
    files = ["f/v.txt", "f/vocab.csv"]
    want = sorted(
        row["text"].item() for row in cases.rows(ds.TextFileDataset(files, shuffle=False))
    )
    for shuffle in True, None, ds.Shuffle.FILES, ds.Shuffle.GLOBAL:
        data = ds.TextFileDataset(files, shuffle=shuffle)
        epochs = data.create_dict_iterator(num_epochs=2, output_numpy=True)
        for _ in range(2):
            assert sorted(row["text"].item() for row in epochs) == want


def test_transforms_are_copied_and_pickled():
    vocab = text.Vocab.from_list(["a", "b"])
    for made in text.Lookup(vocab), text.BertTokenizer(vocab), text.RegexTokenizer(" "):
        for other in copy.deepcopy(made), pickle.loads(pickle.dumps(made)):
            assert np.array_equal(other("a"), made("a"))


def test_a_pipeline_of_text():
    data = ds.TextFileDataset("f/v.txt", shuffle=False)
    data = data.map(text.BasicTokenizer(with_offsets=True), "text", ["token", "start", "end"])
    vocab = text.Vocab.from_dataset(data, "token")
    data = data.map(text.Lookup(vocab, data_type=ms.int64), "token").batch(3)
    row = next(data.create_dict_iterator(num_epochs=1))
    assert row["token"].dtype == ms.int64 and row["token"].tolist() == [[0], [1], [2]]
    assert row["start"].dtype == ms.uint32 and row["end"].tolist() == [[1], [1], [1]]


@pytest.mark.parametrize(
    ("options", "want"),
    [
        ({"num_samples": 2}, "a A"),
        ({"num_samples": 5}, "a A b B c"),
        ({"num_samples": 2, "num_shards": 2, "shard_id": 0}, "a A"),
        ({"num_samples": 3, "num_shards": 2, "shard_id": 1}, "B C D"),
        ({"num_samples": 4, "num_parallel_workers": 1}, "a b c A"),
    ],
)
def test_samples_are_counted_after_the_files_are_mixed(tmp_path, options, want):
    for name, lines in ("1", "abc"), ("2", "ABCDE"):
        (tmp_path / name).write_text("\n".join(lines))
    files = [str(tmp_path / name) for name in "12"]
    data = ds.TextFileDataset(files, shuffle=False, **options)
    assert [row["text"].item() for row in cases.rows(data)] == want.split()
    assert data.get_dataset_size() == len(want.split())
