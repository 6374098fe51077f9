"""Record what MindSpore encrypts, blocks and checkpoints: `<python with mindspore> <this file>`."""

import json
import os
import tempfile

import mindspore as ms
import numpy as np
from mindspore._c_expression import _encrypt

HERE = os.path.dirname(os.path.abspath(__file__))


def checkpoint(key, mode, crc_check):
    net = ms.nn.Dense(3, 2)
    net.weight.set_data(ms.Tensor(np.arange(6).reshape(2, 3), ms.float32))
    net.bias.set_data(ms.Tensor(np.arange(2), ms.float32))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.ckpt")
        ms.save_checkpoint(net, path, enc_key=key, enc_mode=mode, crc_check=crc_check)
        with open(path, "rb") as file:
            return file.read().hex()


def main():
    records = []
    for mode in ("AES-GCM", "AES-CBC", "SM4-CBC"):
        for length in (16,) if mode == "SM4-CBC" else (16, 24, 32):
            key = bytes(range(length))
            blocks = {n: _encrypt(bytes(range(n)), n, key, length, mode).hex() for n in (1, 16, 33)}
            records.append(
                {
                    "mode": mode,
                    "key": key.hex(),
                    "blocks": blocks,
                    "checkpoint": checkpoint(key, mode, False),
                    "with_crc": checkpoint(key, mode, True),
                }
            )
    with open(os.path.join(HERE, "encrypted.json"), "w") as file:
        json.dump(records, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
