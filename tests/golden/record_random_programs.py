"""Record what MindSpore gives for random programs: `python record_random_programs.py`."""

from __future__ import annotations

import importlib.util
import sys
import tempfile
from pathlib import Path
from typing import Any

import mindspore
import numpy as np

sys.modules["msjax"] = mindspore
HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
import random_programs  # noqa: E402

COUNT = 1000


def in_a_file(folder: str) -> Any:
    """What makes networks of programs in files: MindSpore reads the sources of functions there."""
    count = 0

    def network(source: str, inner: Any) -> Any:
        nonlocal count
        count += 1
        path = Path(folder) / f"program_{count}.py"
        path.write_text(source)
        spec = importlib.util.spec_from_file_location(path.stem, path)
        module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
        for name in ("ms", "ops", "nn", "Tensor", "Parameter"):
            setattr(module, name, getattr(random_programs, name))
        module.inner = inner
        spec.loader.exec_module(module)
        return module.Net()

    return network


def main() -> None:
    mindspore.set_context(pynative_synchronize=True)
    seeds: list[int] = []
    arrays: list[np.ndarray] = []
    seed = 0
    with tempfile.TemporaryDirectory() as folder:
        random_programs.network = in_a_file(folder)
        while len(seeds) < COUNT:
            found = random_programs.answers(random_programs.portable(seed))
            if found is not None:
                seeds.append(seed)
                arrays.append(found)
            seed += 1
    print(f"{seed - COUNT} of {seed} programs are refused")
    np.savez_compressed(
        HERE / "random_programs.npz",
        seeds=np.array(seeds, np.int32),
        sizes=np.array([a.size for a in arrays], np.int32),
        values=np.concatenate(arrays),
    )


if __name__ == "__main__":
    main()
