"""Record how real MindSpore trains the networks of tests/trainings.py.

Run with an interpreter that has MindSpore 2.10 (CPU): ``python tests/golden/record_trainings.py``.
It writes trainings.json beside itself. Format, per network name of `trainings.TRAININGS`:

    parameters  the names of the network's parameters, in the order of net.get_parameters()
    state       the names of each optimizer's parameters, likewise
    losses      of each of the 20 steps, a list of its losses (float32, before the update)

and under "mixed", per network of `MIXED`, of each step at level O2 of mixed precision a list of the
loss, whether the step was applied, and the loss scale after it.
"""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import mindspore as ms  # noqa: E402
import trainings  # noqa: E402

MIXED = ("resnet", "vit", "gpt")


def record(build):
    """Everything that is kept of one training."""
    training = build()
    return {
        "parameters": [p.name for p in training.net.get_parameters()],
        "state": [[p.name for p in o.get_parameters()] for o in training.optimizers],
        "losses": training.run(),
    }


def record_mixed(build):
    """The curve in mixed precision."""
    training = build()
    training.step = trainings.mixed(training)
    return training.run()


def main():
    """Record all networks and write trainings.json."""
    ms.set_context(pynative_synchronize=True)
    golden = {name: record(build) for name, build in trainings.TRAININGS.items()}
    golden["mixed"] = {name: record_mixed(trainings.TRAININGS[name]) for name in MIXED}
    lines = [f'"{name}": {json.dumps(entry)}' for name, entry in golden.items()]
    (HERE / "trainings.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
