"""Encrypted files: MindSpore's are read, damage and wrong keys are told."""

from __future__ import annotations

import json
import os

import pytest

import msjax as ms
from msjax.train.serialization._encrypt import decrypt, encrypt, is_encrypted

GOLDEN = os.path.join(os.path.dirname(os.path.dirname(__file__)), "golden", "encrypted.json")
with open(GOLDEN) as _file:
    RECORDS = json.load(_file)
IDS = [f"{r['mode']}-{len(r['key']) // 2}" for r in RECORDS]
KEY = bytes(range(16))


@pytest.fixture(autouse=True)
def _package():
    pytest.importorskip("cryptography")


@pytest.mark.parametrize("record", RECORDS, ids=IDS)
def test_blocks_of_mindspore(record):
    key, mode = bytes.fromhex(record["key"]), record["mode"]
    for length, block in record["blocks"].items():
        content = bytes(range(int(length)))
        assert decrypt(bytes.fromhex(block), key, mode) == content
        ours = encrypt(content, key, mode)
        assert len(ours) == len(block) // 2 and is_encrypted(ours)
        assert decrypt(ours, key, mode) == content
        assert encrypt(content, key, mode) != ours  # a new vector each time


@pytest.mark.parametrize("record", RECORDS, ids=IDS)
@pytest.mark.parametrize("kind", ["checkpoint", "with_crc"])
def test_checkpoints_of_mindspore(record, kind, tmp_path):
    path = tmp_path / "x.ckpt"
    path.write_bytes(bytes.fromhex(record[kind]))
    options = {"dec_key": bytes.fromhex(record["key"]), "dec_mode": record["mode"]}
    params = ms.load_checkpoint(str(path), **options)
    assert {k: v.asnumpy().tolist() for k, v in params.items()} == {
        "weight": [[0, 1, 2], [3, 4, 5]],
        "bias": [0, 1],
    }
    with pytest.raises(ValueError, match="no crc code"):
        ms.load_checkpoint(str(path), crc_check=True, **options)


@pytest.mark.parametrize("mode", ["AES-GCM", "AES-CBC", "SM4-CBC"])
@pytest.mark.parametrize("crc_check", [False, True])
def test_checkpoint_there_and_back(mode, crc_check, tmp_path):
    path = str(tmp_path / "x.ckpt")
    net = ms.nn.Dense(2, 3)
    for async_save in (False, True):
        ms.save_checkpoint(
            net, path, async_save=async_save, enc_key=KEY, enc_mode=mode, crc_check=crc_check
        )
        ms.train.serialization._async_save_close()
        params = ms.load_checkpoint(path, dec_key=KEY, dec_mode=mode, crc_check=crc_check)
        assert (params["weight"] == net.weight).all()
    for wrong in (
        {"dec_key": bytes(16), "dec_mode": mode},
        {"dec_key": KEY, "dec_mode": "nope"},
        {"dec_key": bytes(5), "dec_mode": mode},
    ):
        with pytest.raises(ValueError, match="pass in the correct 'dec_key'"):
            ms.load_checkpoint(path, **wrong)
    # Such bytes are, once in a few hundred times, a file without Parameters.
    with pytest.raises(ValueError, match="corrupted or encrypted|is empty"):
        ms.load_checkpoint(path)


def test_every_changed_byte_of_a_block_is_told():
    block = encrypt(bytes(range(40)), KEY, "AES-GCM")
    for i in range(len(block)):
        changed = bytearray(block)
        changed[i] ^= 0x55
        if 40 <= i < 44:  # the end of the vector, which AES-GCM does not use
            continue
        with pytest.raises(ValueError, match="encrypted"):
            decrypt(bytes(changed), KEY, "AES-GCM")
    for length in range(1, len(block)):
        with pytest.raises(ValueError, match="cut off"):
            decrypt(block[:length], KEY, "AES-GCM")


@pytest.mark.parametrize(
    ("key", "mode", "text"),
    [(bytes(24), "SM4-CBC", "must have 16 bytes"), (bytes(5), "AES-CBC", "16 or 24 or 32")],
)
def test_wrong_keys_are_refused_at_once(key, mode, text, tmp_path):
    with pytest.raises(ValueError, match=text):
        ms.save_checkpoint(ms.nn.Dense(2, 3), str(tmp_path / "x"), enc_key=key, enc_mode=mode)
    assert not os.listdir(tmp_path)
    with pytest.raises(ValueError, match=text):
        ms.CheckpointConfig(enc_key=key, enc_mode=mode)


@pytest.mark.parametrize(
    "mode", ["AES-GCM", "AES-CBC", "SM4-CBC", lambda content, key: content[::-1]]
)
def test_exported_programs(mode, tmp_path):
    path = str(tmp_path / "net.mindir")
    net, x = ms.nn.Dense(2, 3), ms.ops.ones((1, 2))
    ms.export(net, x, file_name=path, file_format="MINDIR", enc_key=KEY, enc_mode=mode)
    loaded = ms.nn.GraphCell(ms.load(path, dec_key=KEY, dec_mode=mode))
    assert (loaded(x) == net(x)).all()
    with pytest.raises(RuntimeError, match="Load MindIR failed"):
        ms.load(path)
    if not callable(mode):
        with pytest.raises(RuntimeError, match="may be encrypted and decrypt failed"):
            ms.load(path, dec_key=bytes(16), dec_mode=mode)
