"""Going on with a training that was cut off, as if it had not been."""

from __future__ import annotations

import json
import os
import random
import stat
from collections.abc import Iterator
from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax import log as logger
from msjax._core.op.primitive import Primitive
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.random import (
    Generator,
    all_streams,
    default_generator,
    restore_streams,
    set_words,
    words_of,
)
from msjax.nn.cell import Cell
from msjax.train._utils import _make_directory
from msjax.train.callback._callback import Callback, Reached, RunContext
from msjax.train.callback._early_stop import EarlyStopping
from msjax.train.callback._monitored import Monitored
from msjax.train.serialization import load_checkpoint, load_param_into_net, save_checkpoint

_STATE = "__resume__"
_BUFFER = "__buffer__."


class Resume(Callback):
    """Saves where a training is, and continues there when the same program runs again.

    A training that was killed and started anew has the losses that it would have had: the network,
    the optimizer, the loss scale, random numbers (also Python's and NumPy's), and what
    EarlyStopping and ReduceLROnPlateau count are as they were, and the data goes on where it was.
    For that the dataset is run through up to there, so its order has to follow from a seed
    (`set_seed` or `dataset.config.set_seed`), and transforms that take numbers from
    `numpy.random` have to run without parallel workers. The class is msjax's own;
    `BackupAndRestore` saves the network and the optimizer alone and begins with the first epoch.

    Args:
        directory: the directory of the file "resume.ckpt".
        save_steps: int, save after so many steps; 0 for after each epoch.
        delete_checkpoint: bool, remove the file when the training is over.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `save_steps` is below 0, or the file is of another training.
        NotImplementedError: a callback keeps weights, EarlyStopping(restore_best_weights=True).

    Examples:
        >>> import numpy as np
        >>> import msjax as ms
        >>> net = ms.nn.Dense(1, 1)
        >>> model = ms.Model(net, ms.nn.MSELoss(), ms.nn.SGD(net.trainable_params(), 0.5))
        >>> x = np.ones((4, 1), np.float32)
        >>> data = ms.dataset.NumpySlicesDataset((x, x), shuffle=False).batch(2)
        >>> model.train(2, data, ms.train.Resume("state", save_steps=100))
    """

    def __init__(self, directory: str, save_steps: int = 0, delete_checkpoint: bool = True):
        super().__init__()
        self.file = os.path.join(_make_directory(directory), "resume.ckpt")
        self.save_steps = validator.check_non_negative_int(save_steps)
        self.delete_checkpoint = validator.check_bool(delete_checkpoint)
        self._network: Any = None  # in sink mode the run's is one around it
        self._saved_at = 0
        self._steps = 0  # done already in the epoch that comes first
        self._before = 0  # steps of the epochs before this one

    def on_train_begin(self, run_context: RunContext) -> None:
        """Continue if there is a file."""
        params = run_context.original_args()
        self._network, self._saved_at, self._steps = params.train_network, 0, 0
        names = [param.name for param in self._network.get_parameters()]
        if len(set(names)) < len(names):
            raise ValueError("For 'Resume', the Parameters of the training need different names.")
        for callback in params.list_callback:
            if isinstance(callback, EarlyStopping) and callback.restore_best_weights:
                raise NotImplementedError(
                    "For 'Resume', the weights that EarlyStopping(restore_best_weights=True) keeps "
                    "are not saved; use ModelCheckpoint for the best weights."
                )
        if not os.path.exists(self.file):
            return
        values = load_checkpoint(self.file, crc_check=True)
        state = json.loads(values.pop(_STATE))
        self._check(values, state, params)
        self._saved_at = params.cur_step_num = state["cur_step_num"]
        self._steps = state["steps"]
        params.resume_from = Reached(
            state["epochs"], state["steps"], lambda: self._restore(values, state, params)
        )
        logger.info("Training goes on after epoch %d, step %d.", state["epochs"], state["steps"])

    def on_train_epoch_begin(self, run_context: RunContext) -> None:
        """Count from here: an epoch need not have the `batch_num` steps that it announces."""
        self._before = run_context.original_args().cur_step_num - self._steps
        self._steps = 0

    def on_train_step_end(self, run_context: RunContext) -> None:
        """Save if it is time."""
        params = run_context.original_args()
        if self.save_steps and params.cur_step_num - self._saved_at >= self.save_steps:
            steps = params.cur_step_num - self._before
            if steps != params.batch_num:  # else at the end of the epoch
                self._save(params, params.cur_epoch_num - 1, steps)

    def on_train_epoch_end(self, run_context: RunContext) -> None:
        """Save."""
        params = run_context.original_args()
        if not run_context.get_stop_requested():
            self._save(params, params.cur_epoch_num, 0)

    def on_train_end(self, run_context: RunContext) -> None:
        """Remove the file."""
        if self.delete_checkpoint and os.path.exists(self.file):
            os.chmod(self.file, stat.S_IWRITE)
            os.remove(self.file)

    def _save(self, params: Any, epochs: int, steps: int) -> None:
        kind, words, *rest = np.random.get_state()
        state = {
            "epochs": epochs,
            "steps": steps,
            "cur_step_num": params.cur_step_num,
            "batch_num": params.batch_num,
            "streams": all_streams(),
            "generators": {path: words_of(one) for path, one in _generators(self._network)},
            "numpy": [kind, [int(word) for word in words], *rest],
            "python": random.getstate(),
            "counters": [_numbers(one) for one in _counting(params)],
        }
        buffers = {_BUFFER + name: value for name, value in self._network.named_buffers()}
        save_checkpoint(
            self._network,
            self.file,
            append_dict={**buffers, _STATE: json.dumps(state)},
            crc_check=True,
        )
        self._saved_at = params.cur_step_num

    def _check(self, values: dict[str, Any], state: dict[str, Any], params: Any) -> None:
        """ValueError unless the file is of this training."""
        wanted = {param.name: param.shape for param in self._network.get_parameters()}
        wanted |= {_BUFFER + name: value.shape for name, value in self._network.named_buffers()}
        found = {name: tuple(value.shape) for name, value in values.items()}
        wrong = sorted(
            name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name)
        )
        if state["batch_num"] != params.batch_num:
            wrong.append(f"{state['batch_num']} steps in an epoch, not {params.batch_num}")
        if state["generators"].keys() != dict(_generators(self._network)).keys():
            wrong.append("the random operations")
        if len(state["counters"]) != len(_counting(params)):
            wrong.append("the callbacks")
        if wrong:
            raise ValueError(
                f"For 'Resume', the file {self.file} is of another training, which differs in "
                f"{wrong[:5]}; remove it, or give another directory."
            )

    def _restore(self, values: dict[str, Any], state: dict[str, Any], params: Any) -> None:
        buffers = dict(self._network.named_buffers())
        for name in [name for name in values if name.startswith(_BUFFER)]:
            buffers[name.removeprefix(_BUFFER)]._assign(values.pop(name)._value)
        given = {n: v for n, v in values.items() if isinstance(v, Parameter)}
        load_param_into_net(self._network, given, strict_load=True)
        for one, numbers in zip(_counting(params), state["counters"], strict=True):
            vars(one).update(numbers)
        version, words, gauss = state["python"]
        random.setstate((version, tuple(words), gauss))
        kind, words, *rest = state["numpy"]
        np.random.set_state((kind, np.array(words, np.uint32), *rest))
        restore_streams(state["streams"])
        for path, one in _generators(self._network):
            set_words(one, state["generators"][path])


def _generators(network: Cell) -> Iterator[tuple[str, Generator]]:
    """The generators that Cells and their random operations keep, by their places."""
    for path, cell in network.cells_and_names():
        for name, value in vars(cell).items():
            for number, one in enumerate(value if isinstance(value, (list, tuple)) else [value]):
                own = vars(one).get("_generator") if isinstance(one, Primitive) else one
                if isinstance(own, Generator) and own is not default_generator:
                    yield f"{path}.{name}.{number}", own


def _counting(params: Any) -> list[Any]:
    """What counts in Python: the loss scale, and callbacks that decide by earlier epochs."""
    manager = params.get("loss_scale_mananger")
    found = [callback for callback in params.list_callback if isinstance(callback, Monitored)]
    return found if manager is None else [manager, *found]


def _numbers(one: Any) -> dict[str, Any]:
    plain = {}
    for name, value in vars(one).items():
        if isinstance(value, np.generic) or (isinstance(value, np.ndarray) and value.ndim == 0):
            value = value.item()
        if isinstance(value, (bool, int, float)):
            plain[name] = value
    return plain
