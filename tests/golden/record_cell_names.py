"""Record how real MindSpore names Parameters and prints Cells, for the nets of tests/cell_nets.py.

Run with an interpreter that has MindSpore 2.10 (CPU): ``python tests/golden/record_cell_names.py``.
It writes cell_names.json beside itself: case name -> what `cell_nets.outcome` returns.
"""

import json
import pathlib
import sys
import types

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import cell_nets  # noqa: E402
import mindspore as ms  # noqa: E402
from mindspore import nn  # noqa: E402

ms.set_context(pynative_synchronize=True)
NAMES = types.SimpleNamespace(
    Cell=nn.Cell,
    CellList=nn.CellList,
    CellDict=nn.CellDict,
    SequentialCell=nn.SequentialCell,
    Parameter=ms.Parameter,
    ParameterTuple=ms.ParameterTuple,
    Tensor=ms.Tensor,
)

facts = {name: cell_nets.outcome(build) for name, build in cell_nets.cases(NAMES).items()}
(HERE / "cell_names.json").write_text(json.dumps(facts, indent=1) + "\n")
