"""Record MindSpore's checkpoint files: ``python tests/golden/record_checkpoints.py`` with
mindspore 2.10.

Writes checkpoints.json next to this file: the bytes of the files (base64), what MindSpore loads
from them, what `load_param_into_net` makes of dicts, and the classes of errors.
"""

import base64
import json
import os
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import checkpoint_cases as cases  # noqa: E402


def save(ms, name):
    """Write one file into the current folder."""
    from mindspore.train import serialization

    whole = serialization.SLICE_SIZE
    if name in cases.SLICED:
        serialization.SLICE_SIZE = 1
    saved, options = cases.SAVES[name](ms)
    ms.save_checkpoint(saved, name, **options)
    serialization._async_save_close()
    serialization.SLICE_SIZE = whole


def loaded(ms, name):
    """What MindSpore reads from a file."""
    try:
        found = ms.load_checkpoint(name, format=name.rpartition(".")[2])
    except Exception as error:
        return type(error).__name__
    return {key: cases.describe(value) for key, value in found.items()}


def main():
    """Record everything."""
    import mindspore as ms

    ms.set_context(pynative_synchronize=True)
    facts = {"files": {}, "loaded": {}}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name in cases.SAVES:
            save(ms, name)
            facts["files"][name] = base64.b64encode(pathlib.Path(name).read_bytes()).decode()
            facts["loaded"][name] = loaded(ms, name)
        facts["load_param"] = {case: cases.load(ms, case) for case in cases.LOADS}
        facts["errors"] = {source: cases.error_class(ms, source) for source in cases.ERRORS}
        os.chdir(HERE)
    blocks = []
    for kind, table in facts.items():
        rows = (f" {json.dumps(key)}: {json.dumps(value)}" for key, value in table.items())
        blocks.append(f"{json.dumps(kind)}: {{\n" + ",\n".join(rows) + "\n}")
    (HERE / "checkpoints.json").write_text("{\n" + ",\n".join(blocks) + "\n}\n")


if __name__ == "__main__":
    main()
