"""Train with an installed msjax, and check a program with it; `make dist` runs this.

python -P tools/try_install.py
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import msjax

msjax.install()

import mindspore as ms  # noqa: E402
import numpy as np  # noqa: E402
from mindspore import nn  # noqa: E402

PROGRAM = "from mindspore import nn\nnn.Dense(2, 3)\nnn.NoSuchLayer()\n"


def main():
    ms.set_seed(0)
    x = np.linspace(-1, 1, 64, dtype=np.float32)[:, None]
    net = nn.Dense(1, 1)
    optimizer = nn.Adam(net.trainable_params(), learning_rate=0.1)
    loss_fn = nn.MSELoss()
    run = ms.value_and_grad(lambda x, y: loss_fn(net(x), y), None, optimizer.parameters)

    @ms.jit
    def step(x, y):
        loss, grads = run(x, y)
        optimizer(grads)
        return loss

    for _ in range(200):
        loss = step(ms.Tensor(x), ms.Tensor(2 * x - 1))
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "program.py")
        program.write_text(PROGRAM)
        command = [sys.executable, "-P", "-m", "msjax", "check", str(program)]
        status = subprocess.run(command, capture_output=True).returncode
    good = float(loss) < 1e-3 and status == 1
    print(f"msjax of {Path(msjax.__file__).parent}: loss {float(loss):.1e}, check {status}: {good}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
