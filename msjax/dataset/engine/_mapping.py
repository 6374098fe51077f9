"""Functions and transforms on the columns of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count, repeat
from typing import Any

import numpy as np

from msjax._core.base.network import Network
from msjax._core.op.primitive import Primitive
from msjax.dataset import _checks as checks
from msjax.dataset import _draws, config
from msjax.dataset._joined import Joined
from msjax.dataset.callback import DSCallback, DSRunContext
from msjax.dataset.engine._batching import mapped_columns, user_error
from msjax.dataset.engine._dataset import Dataset, UnionBaseDataset
from msjax.dataset.engine.cache_client import DatasetCache, contents_key
from msjax.dataset.engine.iterators import Forks, Run, ordered, to_array, weighed
from msjax.dataset.text._chains import joined as text_joined
from msjax.dataset.transforms.transforms import (
    Compose,
    Implementation,
    PyTensorOperation,
    TensorOperation,
    knows_pil,
)
from msjax.dataset.vision._chains import joined as vision_joined


class MapDataset(UnionBaseDataset):
    """Functions applied to columns; see `Dataset.map`."""

    def __init__(
        self,
        input_dataset: Dataset,
        operations: Callable[..., Any] | list[Any] | None = None,
        input_columns: str | Sequence[str] | None = None,
        output_columns: str | Sequence[str] | None = None,
        num_parallel_workers: int | None = None,
        python_multiprocessing: bool = False,
        cache: DatasetCache | None = None,
        callbacks: DSCallback | list[DSCallback] | None = None,
        max_rowsize: int | Sequence[int] | None = None,
        offload: bool | None = None,
    ):
        super().__init__(input_dataset, num_parallel_workers, cache)
        checks.check_bool(python_multiprocessing, "python_multiprocessing")
        checks.check_row_size(max_rowsize)
        if offload is not None:
            checks.check_bool(offload, "offload")
        self.callbacks = checks.to_list(callbacks)
        checks.check_all(self.callbacks, DSCallback, "callbacks")
        for callback in self.callbacks:
            callback._check()
        for name, columns in ("input_columns", input_columns), ("output_columns", output_columns):
            if columns is not None:
                checks.check_columns(columns, name)
        self.operations = checks.to_list(operations)
        for operation in self.operations:
            _check_operation(operation)
        self.input_columns = checks.to_list(input_columns)
        self.output_columns = checks.to_list(output_columns) or self.input_columns
        self.python_multiprocessing = python_multiprocessing
        self.max_rowsize = max_rowsize
        self.offload = offload

    def _inputs(self, names: list[str]) -> list[str]:
        return self.input_columns or names[:1]

    def _columns(self):
        if not self.operations:
            raise RuntimeError("Map: No 'operations' are specified.")
        names = super()._columns()
        return mapped_columns(names, self._inputs(names), self.output_columns)

    def _shares(self, operations: list) -> bool:
        """Whether threads share the work on rows without being asked for."""
        given = self.num_parallel_workers is not None or self.python_multiprocessing
        ours = all(_own(operation) for operation in operations)
        return ours and not given and any(map(_long, operations))

    def _alone(self):
        return not self.callbacks and all(map(_own, Compose.decompose(self.operations)))

    def _rows(self, run):
        names = self.children[0]._columns()
        inputs = self._inputs(names)
        outputs = self.output_columns or inputs
        mapped_columns(names, inputs, outputs)
        places = [names.index(name) for name in inputs]
        in_place = len(outputs) == len(inputs)
        kept = [at for at, name in enumerate(names) if at in places or name not in outputs]
        others = [at for at in kept if at not in places]
        # with another number of columns, those that are there already keep their values
        older = [(at, names.index(name)) for at, name in enumerate(outputs) if name in names]
        older = [] if in_place else [pair for pair in older if pair[1] not in places]
        operations = Compose.decompose(self.operations)
        steps = _steps(operations, one_by_one=self.python_multiprocessing)
        skip = config.get_error_samples_mode()
        seeds = run.seeds(self)
        threads = run.shares(self) if self._shares(operations) else 1
        child = self.children[0]
        fetch, items = (child._tasks(run) if threads > 1 else None) or (None, child._rows(run))

        def one(item):
            seeds, number, row = item
            row = row if fetch is None else fetch(row)
            values = [row[place] for place in places]
            outer = _draws.begin(seeds, number)
            try:
                if self.cache is None:
                    made = _apply(steps, values, len(outputs))
                else:
                    key = contents_key(self._serial, tuple(values))
                    made = self.cache.kept(key, lambda: tuple(_apply(steps, values, len(outputs))))
            except RuntimeError:
                if skip is config.ErrorSamplesMode.RETURN:
                    raise
                return None
            finally:
                _draws.end(outer)
            if not in_place:
                made = list(made)
                for place, old in older:
                    made[place] = row[old]
                return (*made, *(row[place] for place in others))
            columns = list(row)
            for place, column in zip(places, made, strict=True):
                columns[place] = column
            return tuple(columns) if len(kept) == len(columns) else tuple(columns[k] for k in kept)

        items = zip(repeat(seeds), count(), items, strict=False)
        if self.num_parallel_workers is None and not self.python_multiprocessing:
            rows = weighed(one, items, threads)
        else:
            forks = None
            if self.python_multiprocessing:
                forks = Forks(seeds[0], run.idle, id(self))
            rows = ordered(one, items, run.workers(self), forks)
        if skip is not config.ErrorSamplesMode.RETURN:
            rows = _replaced(rows, skip is config.ErrorSamplesMode.REPLACE, run.rng(self))
        if self.callbacks:
            rows = _called_back(rows, self.callbacks, run)
        yield from rows


def _steps(operations: list, one_by_one: bool) -> list:
    """What runs the operations: in debug mode each with hooks around it.

    Args:
        operations: those of a map.
        one_by_one: whether processes call them, of which each may get images of Pillow.
    """
    hooks = config._debug_hooks()
    if not hooks:
        made = operations if one_by_one else _with_pixels(operations, operations)
        return vision_joined(text_joined(made))
    from msjax.dataset.debug.debug_hook import hooked

    steps = [hooked(operation, hooks, not place) for place, operation in enumerate(operations)]
    return _with_pixels(operations, steps)  # in debug mode there are no processes


def _own(operation: Any) -> bool:
    """Whether it runs no function of the program and draws from no random numbers of Python."""
    ours = isinstance(operation, TensorOperation) and checks.is_ours(operation)
    if not ours or getattr(operation, "to_pil", False):
        return False
    return all(_own(part) for part in operation._inner())


def _long(operation: Any) -> bool:
    return operation._lets_others_run or any(map(_long, operation._inner()))


def _check_operation(operation: Any) -> None:
    if isinstance(operation, Network | Primitive):
        raise ValueError(
            f"The 'operations' of map must be functions of arrays, but got {operation!r}; apply "
            "networks and operators to the batches."
        )
    if isinstance(operation, type):
        raise ValueError(
            f"The 'operations' of map must be functions, but got the class {operation.__name__}; "
            "parentheses may be missing."
        )
    if not callable(operation):
        raise ValueError(f"The 'operations' of map must be functions, but got {operation!r}.")


def _pixels(values: list) -> list:
    """The values with arrays in place of images of Pillow."""
    return [np.asarray(value) if checks.is_pil(value) else value for value in values]


def _with_pixels(operations: list, steps: list) -> list:
    """The steps, of which each runs an operation, with `_pixels` before those that get arrays.

    As in MindSpore, images of Pillow reach functions, transforms of the program's own among them,
    operations of Python and, directly behind these, operations that know both.
    """
    made: list = []
    behind_python = pictures = False  # whether there may be images of Pillow
    for operation, step in zip(operations, steps, strict=True):
        known = isinstance(operation, TensorOperation | PyTensorOperation)
        if not (known and checks.is_ours(operation)):
            behind_python, pictures = False, True
        elif operation.implementation is Implementation.PY:
            behind_python = pictures = True
        elif not (behind_python and knows_pil(operation)):
            if pictures:
                made.append(_pixels)
            behind_python = pictures = False
        made.append(step)
    return made


def _fresh(value: Any, values: list, operation: Any) -> bool:
    """Whether a result is an array of numbers that nothing else holds: a transform made it."""
    return (
        type(value) is np.ndarray
        and value.flags.owndata
        and value.dtype.kind not in "SU"
        and checks.is_ours(operation)
        and all(value is not other for other in values)
    )


def _together(step: Joined, values: list) -> Any:
    try:
        return step.call(values[0]) if len(values) == 1 else None
    except Exception as error:
        raise user_error("map operation", step.parts[0], error) from error


def _apply(operations: list, values: list, count: int) -> list:
    """What the operations make of the values: `count` arrays, or any number if it is negative."""
    for i, operation in enumerate(operations):
        last = i == len(operations) - 1
        if isinstance(operation, Joined):
            done = _together(operation, values)
            if done is None:
                values = _apply(operation.parts, values, count if last else -1)
            else:
                values = [done]
            continue
        if operation is _pixels:
            values = _pixels(values)
            continue
        try:
            result = operation(*values)
        except Exception as error:
            raise user_error("map operation", operation, error) from error
        given, values = values, list(result) if isinstance(result, tuple) else [result]
        try:
            values = [
                v if _fresh(v, given, operation) or checks.is_pil(v) and not last else to_array(v)
                for v in values
            ]
        except Exception as error:
            raise user_error("map operation", operation, error) from error
    if len(values) != count >= 0:
        raise RuntimeError(
            f"A map operation gave {len(values)} columns for {count} names of output columns."
        )
    return values


def _replaced(rows: Iterator, replace: bool, rng: np.random.Generator) -> Iterator[tuple]:
    """The rows without failed ones, or with others in their place."""
    good: list = []
    missing = 0
    for row in rows:
        if row is not None:
            good = [*good[-15:], row]
            yield row
        elif replace:
            missing += 1
        while missing and good:
            missing -= 1
            yield good[int(rng.integers(len(good)))]
    if missing:
        raise RuntimeError("All rows failed, there is none to put in their place.")


def _called_back(rows: Iterator, callbacks: list[DSCallback], run: Run) -> Iterator[tuple]:
    """The rows, with calls around each and around epochs."""
    state = run.keep(callbacks[0], DSRunContext)

    def call(name: str, first: bool = True) -> None:
        for callback in callbacks:
            if first or not (state.cur_step_num_in_epoch - 1) % callback.step_size:
                getattr(callback, name)(state)

    if state.cur_epoch_num == run.epoch:  # no pass of this epoch came before
        if not run.epoch:
            call("ds_begin")
        state.cur_epoch_num += 1
        state.cur_step_num_in_epoch = 0
        call("ds_epoch_begin")
        run.at_end.append(lambda: call("ds_epoch_end"))
    rows = iter(rows)
    while True:
        state.cur_step_num_in_epoch += 1
        state.cur_step_num += 1
        row = next(rows, None)
        if row is None:
            state.cur_step_num_in_epoch -= 1
            state.cur_step_num -= 1
            return
        call("ds_step_begin", False)
        call("ds_step_end", False)
        yield row
