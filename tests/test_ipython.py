"""At home in IPython: the extension, reloaded modules, and what is shown."""

import os
import subprocess
import sys

SESSION = """
import os, signal, sys, time
from IPython.core.completer import provisionalcompleter
from IPython.utils.capture import capture_output
from IPython.core.interactiveshell import InteractiveShell

signal.signal(signal.SIGINT, signal.default_int_handler)  # jobs in the background ignore it
shell = InteractiveShell.instance()


def run(text):
    result = shell.run_cell(text)
    result.raise_error()
    return result.result


# the extension, twice, unloaded and loaded again
run("%load_ext msjax")
run("%load_ext msjax")
run("%reload_ext msjax")
run("import mindspore as ms, msjax\\nassert ms.nn is msjax.nn")
run("%unload_ext msjax")
run("%load_ext msjax")
run("import mindspore.nn as nn\\nassert nn is msjax.nn")

# completion offers what is public, and the rest to who asks for it; Jedi takes no part in it


def offered(text):
    with provisionalcompleter():
        return {c.text.rpartition(".")[2] for c in shell.Completer.completions(text, len(text))}


WANTED = {
    "import mindspore.": {"nn", "ops", "dataset"},
    "from msjax.": {"nn", "train"},
    "import os, mindspore.nn.": {"layer", "probability"},
    "from mindspore import ": {"Tensor", "load_checkpoint", "dataset", "LossMonitor"},
    "x = 1; from msjax.nn import Dense, Acc": {"Accuracy"},
    "from mindspore.ops import (\\n    matmul,\\n    soft": {"softmax", "softplus"},
    "from mindspore import nn ": {"as"},
    "from mindspore import nn as ": set(),
    "from mindspore import nn as ne": set(),
}
INNER = {"as_np", "describe", "from_np", "promote", "Clause"}


def check_public():
    for text, wanted in WANTED.items():
        names = offered(text)
        assert wanted <= names, (text, wanted - names)
        assert "kernels" not in names, text
        assert not any(name.startswith("_") for name in names), (text, sorted(names)[:9])
        assert len(names) < 3 or " as" not in text, (text, sorted(names)[:9])


for shell.Completer.use_jedi in (False, True):
    check_public()
    assert {"load_checkpoint", "dataset", "Model"} <= offered("ms.")
    assert "_core" in offered("import mindspore._")
    assert "path" in offered("import os.")
    assert not INNER & (offered("ms.") | offered("ms.dtype.") | offered("msjax."))
    assert {"float32", "Int", "number_type"} <= offered("ms.dtype.")
run("%unload_ext msjax")
assert "_core" in offered("import msjax.")
run("import msjax; msjax.install(); msjax.install()")
check_public()
assert len(shell.Completer.custom_matchers) == 1

# a module with a Cell, changed while a network of it lives
MODULE = "from mindspore import nn\\nclass Net(nn.Cell):\\n    def construct(self, x):\\n"
MODULE += "        return x * {}\\n"


def write(factor, seconds):
    with open("network.py", "w") as file:
        file.write(MODULE.format(factor))
    os.utime("network.py", (seconds, seconds))


write(2, 1_000_000_000)
sys.path.insert(0, os.getcwd())
run("%load_ext autoreload")
run("%autoreload 2")
run("import network\\nnet = network.Net()\\nx = ms.Tensor([1.0])")
assert run("float(net(x))") == 2 and run("float(ms.jit(net)(x))") == 2
write(30, 1_000_000_100)
assert run("float(network.Net()(x))") == 30
assert run("float(net(x))") == 30
assert run("float(ms.jit(net)(x))") == 30
assert run("float(ms.grad(net)(x))") == 30

# what a notebook shows
for text in ("nn.Dense(2, 3)", "msjax.summary(nn.Dense(2, 3), ms.ops.ones((1, 2)))"):
    data, _ = shell.display_formatter.format(run(text))
    assert "Dense" in data["text/plain"] and data["text/html"].startswith("<"), data
assert "text/html" not in shell.display_formatter.format(run("nn.Dense"))[0]

# an interrupt shows the program's own frames, and the session goes on
run("import signal\\ndef stop(x):\\n    signal.raise_signal(signal.SIGINT)")
with capture_output() as captured:
    result = shell.run_cell("ms.jit(stop)(x)")
assert isinstance(result.error_in_exec, KeyboardInterrupt)
shown = captured.stdout + captured.stderr
assert "raise_signal" in shown and "msjax" not in shown, shown
assert run("float(x)") == 1
print("end")
"""


def test_session(tmp_path):
    (tmp_path / "session.py").write_text(SESSION)
    done = subprocess.run(
        [sys.executable, "session.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "IPYTHONDIR": str(tmp_path / "ipython")},
    )
    assert done.stdout.endswith("end\n"), done.stdout + done.stderr
