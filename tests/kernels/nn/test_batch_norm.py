"""Running statistics of batch norm."""

from __future__ import annotations

import jax
import numpy as np

import msjax as ms
from msjax import nn
from msjax.kernels.nn.batch_norm import update_running


def test_a_step_has_one_executable(at_once):
    seen = []

    def note(event, duration, **about):
        if event == "/jax/core/compile/backend_compile_duration":
            seen.append(about["fun_name"])

    norm, x = nn.BatchNorm2d(3).set_train(), np.arange(210, dtype=np.float32).reshape(2, 3, 5, 7)
    x = ms.Tensor(x) + 1  # the compiler has been asked for its options
    jax.monitoring.register_event_duration_secs_listener(note)
    try:
        norm(x)
    finally:
        jax.monitoring.unregister_event_duration_listener(note)
    assert len(seen) == 1 and "BatchNorm" in seen[0]
    np.testing.assert_allclose(
        norm.moving_mean.asnumpy(), 0.1 * x.asnumpy().mean((0, 2, 3)), rtol=1e-6
    )


def test_running_statistics_keep_their_dtype():
    holder = ms.Parameter(ms.Tensor([1.0], ms.float16))
    for value in (ms.Tensor([2.0]), ms.Tensor([3.0], ms.float16)):
        update_running((holder, None), (value, None))
        assert holder.dtype == ms.float16 and holder.asnumpy() == value.asnumpy()
