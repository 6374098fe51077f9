"""`mindspore.multiprocessing`: Python's module, with Tensors in what is sent."""

from __future__ import annotations

import importlib
import multiprocessing
import pickle
from multiprocessing.reduction import ForkingPickler

import numpy as np

import msjax as ms
from msjax import multiprocessing as shown


def test_names_are_those_of_python():
    assert set(shown.__all__) == set(multiprocessing.__all__)
    importlib.import_module("msjax.multiprocessing.reducer")  # a module's path in MindSpore's lists
    others = [name for name in shown.__all__ if name != "Pool"]
    assert [n for n in others if getattr(shown, n) is not getattr(multiprocessing, n)] == []
    assert issubclass(shown.Pool, multiprocessing.pool.Pool)


def test_tensors_are_sent_by_value():
    given = [ms.Tensor([1.5, 2.5], ms.bfloat16), ms.Parameter(ms.Tensor([1, 2]), name="w")]
    tensor, weight = pickle.loads(ForkingPickler.dumps(given))
    assert tensor.dtype == ms.bfloat16 and (weight.name, weight.dtype) == ("w", ms.int64)
    np.testing.assert_array_equal(tensor.float().asnumpy(), [1.5, 2.5])
    receiver, sender = shown.Pipe(duplex=False)
    sender.send(given[0])
    assert receiver.recv().asnumpy().tolist() == given[0].asnumpy().tolist()
