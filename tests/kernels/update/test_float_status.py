"""Overflow flags: the training step that programs for Ascend write with them."""

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, nn, ops
from msjax.ops import functional as F

alloc, get, clear = ops.NPUAllocFloatStatus(), ops.NPUGetFloatStatus(), ops.NPUClearFloatStatus()


class Step(nn.Cell):
    """Loss and whether the gradients overflowed."""

    def __init__(self, net: nn.Cell):
        super().__init__(auto_prefix=False)
        self.net, self.weights = net, ms.ParameterTuple(net.trainable_params())
        self.grad = ops.GradOperation(get_by_list=True, sens_param=True)
        self.alloc_status = ops.NPUAllocFloatStatus()
        self.get_status = ops.NPUGetFloatStatus()
        self.clear_status = ops.NPUClearFloatStatus()
        self.reduce_sum = ops.ReduceSum(keep_dims=False)
        self.base = Tensor(1, ms.float32)

    def construct(self, x, sens):
        loss = self.net(x)
        init = F.depend(self.alloc_status(), loss)
        loss = F.depend(loss, self.clear_status(init))
        grads = self.grad(self.net, self.weights)(x, sens)
        init = F.depend(init, grads)
        init = F.depend(init, self.get_status(init))
        flag_sum = self.reduce_sum(init, (0,))
        return loss, ops.LessEqual()(self.base, flag_sum)


@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
def test_training_step_sees_overflows(mode):
    ms.set_context(mode=mode)
    try:
        step, x = Step(nn.Dense(2, 1)), ops.ones((3, 2))
        found = [bool(step(x, Tensor(np.full((3, 1), s, np.float32)))[1]) for s in (1.0, 3e38, 1.0)]
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)
    assert found == [False, True, False]


@pytest.mark.parametrize("compiled", [False, True])
def test_flag_of_the_whole_program(compiled):
    status = alloc()
    clear(status)

    def all_finite(inputs):
        flag = ops.depend(status, inputs)
        flag = ops.Depend()(flag, get(flag))
        finite = flag.sum() == 0
        clear(flag)
        return finite

    run = ms.jit(all_finite) if compiled else all_finite
    values = ((1.0, 2), (float("inf"), 2), (float("nan"), 2), (1.0, 2))
    found = [bool(run((Tensor([a]), {"n": Tensor(n)}))) for a, n in values]
    assert found == [True, False, False, True]


def test_values_and_dtypes():
    flag = alloc()
    assert flag.dtype == ms.float32 and flag.shape == (8,) and not flag.asnumpy().any()
    flag = ops.depend(flag, Tensor([np.inf]))
    shown = get(flag)
    assert shown.shape == (8,) and shown.asnumpy().all() and flag.asnumpy().all()
    assert not clear(flag).asnumpy().any()
    assert clear(Tensor([1.0], ms.float16)).dtype == ms.float16


@pytest.mark.parametrize(
    "call, error",
    [
        (lambda: get(alloc()), NotImplementedError),
        (lambda: get(ops.depend(alloc(), clear(alloc()))), NotImplementedError),
        (lambda: get(Tensor(np.zeros(8, np.float32))), NotImplementedError),
        (lambda: get(Tensor([1])), TypeError),
        (lambda: get(1.0), TypeError),
        (lambda: clear(Tensor([1])), TypeError),
    ],
)
def test_no_answer_without_anything_to_look_at(call, error):
    with pytest.raises(error) as caught:
        call()
    assert type(caught.value) is error
