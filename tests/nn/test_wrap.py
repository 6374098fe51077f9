"""Training Cells against recorded results of MindSpore."""

import sys

import numpy as np
import pytest
from places import GOLDEN, read_golden

import msjax as ms
from msjax import nn

sys.path.insert(0, str(GOLDEN))

import training_cases as cases

RECORDED = read_golden("training.json")


def agree(found, expected):
    if isinstance(expected, dict):
        assert list(found) == list(expected)
        for key, value in expected.items():
            agree(found[key], value)
    elif isinstance(expected, list):
        assert len(found) == len(expected)
        for a, b in zip(found, expected, strict=True):
            agree(a, b)
    elif isinstance(expected, float) and isinstance(found, float):
        assert found == pytest.approx(expected, rel=1e-5, abs=1e-6)
    else:
        assert found == expected


@pytest.mark.parametrize("name", cases.RUNS)
def test_like_mindspore(name):
    agree(cases.flat(ms, cases.RUNS[name](ms)), RECORDED["runs"][name])


@pytest.mark.parametrize("source", [s for s in cases.ERRORS if s.startswith("nn.")])
def test_errors(source):
    assert cases.error_class(ms, source) == RECORDED["errors"][source]


class Scale(nn.Cell):
    """One weight per element."""

    def __init__(self, *values):
        super().__init__()
        self.w = ms.Parameter(ms.Tensor(values, ms.float32), name="w")

    def construct(self, x):
        return (self.w * x).sum()


def scaled_step(scale_sense, optimizer=nn.Momentum):
    net = Scale(1.0, 2.0)
    opt = optimizer(net.trainable_params(), 0.1, 0.9)
    return net, opt, nn.TrainOneStepWithLossScaleCell(net, opt, scale_sense).set_train()


@pytest.mark.parametrize("compiled", [False, True])
def test_overflow_leaves_the_step_out(compiled):
    cell = nn.DynamicLossScaleUpdateCell(8.0, 2, 2)
    net, opt, step = scaled_step(cell)
    run = ms.jit(step) if compiled else step
    inputs = [[1.0, 1.0], [np.inf, 1.0], [1.0, 0.0], [2.0, 0.0]]
    scales, flags = [], []
    for x in inputs:
        loss, overflow, scale = run(ms.Tensor(x))
        assert overflow.shape == () and overflow.dtype == ms.bool_
        flags.append(bool(overflow))
        scales.append(float(scale))
    assert flags == [False, True, False, False]
    assert scales == [8.0, 8.0, 4.0, 4.0]
    assert float(step.scale_sense.asnumpy()) == 8.0
    assert int(opt.global_step.asnumpy()[0]) == 3
    moment = np.zeros(2)
    expected = np.array([1.0, 2.0])
    for x in (inputs[0], inputs[2], inputs[3]):
        moment = 0.9 * moment + x
        expected = expected - 0.1 * moment
    np.testing.assert_allclose(net.w.asnumpy(), expected, rtol=1e-6)
    np.testing.assert_allclose(opt.moments[0].asnumpy(), moment, rtol=1e-6)


def test_scale_reaches_the_gradients():
    """The scale is inside of the backward pass: a float16 gradient that would vanish survives."""

    class Loss(nn.Cell):
        def __init__(self, backbone):
            super().__init__()
            self.backbone = backbone

        def construct(self, x):
            half = self.backbone.w.astype(ms.float16) * x
            return half.sum().astype(ms.float32) * 1e-3

    changes = []
    for scale in (1.0, 2.0**20):
        net = Scale(1.0)
        opt = nn.SGD(net.trainable_params(), 1e7)
        step = nn.TrainOneStepWithLossScaleCell(Loss(net), opt, ms.Tensor(scale))
        step(ms.Tensor([1e-5], ms.float16))
        changes.append(1 - float(net.w.asnumpy()[0]))
    assert changes[0] == 0
    assert changes[1] == pytest.approx(0.1, abs=0.02)


def test_fixed_scale_and_set_sense_scale():
    net, _, step = scaled_step(nn.FixedLossScaleUpdateCell(4.0))
    _, overflow, scale = step(ms.Tensor([1.0, 1.0]))
    assert float(scale) == 4.0 and not bool(overflow)
    np.testing.assert_allclose(net.w.asnumpy(), [0.9, 1.9], rtol=1e-6)
    step.set_sense_scale(ms.Tensor(2.0))
    assert float(step(ms.Tensor([1.0, 1.0]))[2]) == 2.0
    with pytest.raises(TypeError):
        step.set_sense_scale(2.0)


def test_tensor_scale_of_shape_one():
    _, _, step = scaled_step(ms.Tensor([16.0]))
    _, _, scale = step(ms.Tensor([1.0, 1.0]))
    assert scale.shape == (1,) and step.scale_sense.name == "scale_sense"


def test_scale_helpers():
    from msjax.nn.wrap import loss_scale as module

    scale, grad = ms.Tensor(4.0), ms.Tensor([2.0], ms.float16)
    out = module._grad_scale(scale, grad)
    assert out.dtype == ms.float16 and out.asnumpy() == pytest.approx([0.5])
    held = ms.Parameter(ms.Tensor([8.0]), name="held")
    assert module.grad_scale(scale, grad, held).asnumpy() == pytest.approx([2.0])
    assert held.asnumpy() == pytest.approx([0.0])
    held.set_data(ms.Tensor([8.0]))
    assert module.shard_grad_scale(scale, grad, held).asnumpy() == pytest.approx([0.5])
    assert held.asnumpy() == pytest.approx([0.0])
    assert module._grad_overflow(ms.Tensor([np.inf])).asnumpy() == pytest.approx([1.0])


def test_reducer_on_one_device():
    net = Scale(1.0)
    grads = (ms.Tensor([4.0]), ms.Tensor([2.0], ms.float16))
    reduce = nn.DistributedGradReducer(net.trainable_params(), False, 4)
    assert [g.asnumpy().tolist() for g in reduce(grads)] == [[4.0], [2.0]]
    reduce = nn.DistributedGradReducer(net.trainable_params(), True, 4)
    out = reduce(grads)
    assert [g.asnumpy().tolist() for g in out] == [[1.0], [0.5]]
    assert out[1].dtype == ms.float16
    pipeline = nn.PipelineGradReducer(ms.ParameterTuple(net.trainable_params()), 2.0, True)
    assert pipeline((ms.Tensor([4.0]),))[0].asnumpy() == pytest.approx([2.0])
    assert [p.name for p in pipeline.get_parameters()] == ["accu_grads.w", "scale_sense"]


def test_parameter_update_and_virtual_cells():
    from msjax.nn.wrap.cell_wrapper import _VirtualDatasetCell

    net = Scale(1.0, 2.0)
    x = ms.Tensor([3.0, 4.0])
    assert nn.ParameterUpdate(net.w)(x) is x
    assert net.w.asnumpy().tolist() == [3.0, 4.0]
    assert float(_VirtualDatasetCell(net)(x)) == 25.0
    three = nn.VirtualDatasetCellTriple(lambda a, b, c: a + b + c)
    assert float(three(ms.Tensor(1.0), ms.Tensor(2.0), ms.Tensor(3.0))) == 6.0


def test_batch_must_divide():
    with pytest.raises(ValueError, match="divided by micro size"):
        nn.GradAccumulationCell(Scale(1.0), 2)(ms.Tensor([1.0, 2.0, 3.0]))


def test_pipeline_stages_are_noted():
    net = nn.SequentialCell(Scale(1.0), Scale(2.0))
    nn.PipelineCell(net, 2, {"0": 0, "1": 1}, {"1": 3})
    assert (net[0].pipeline_stage, net[1].pipeline_stage, net[1].pipeline_segment) == (0, 1, 3)


def test_accumulated_step_averages():
    from msjax.nn.wrap.cell_wrapper import _TrainGradAccuStepCell

    net = Scale(1.0)
    opt = nn.SGD(net.trainable_params(), 1.0)
    step = _TrainGradAccuStepCell(nn.GradAccumulationCell(net, 2), opt)
    step(ms.Tensor([2.0, 4.0]))
    assert net.w.asnumpy() == pytest.approx([1.0 - (2 + 4) / 2])


def test_train_step_in_graph_mode():
    net, loss = cases.tiny(ms)
    opt = nn.Adam(net.trainable_params(), 0.1)
    step = nn.TrainOneStepCell(nn.WithLossCell(net, loss), opt).set_train()
    eager_net, _ = cases.tiny(ms)
    eager_opt = nn.Adam(eager_net.trainable_params(), 0.1)
    eager = nn.TrainOneStepCell(nn.WithLossCell(eager_net, loss), eager_opt).set_train()
    expected = [float(eager(*cases.data(ms))) for _ in range(3)]
    ms.set_context(mode=ms.GRAPH_MODE)
    try:
        found = [float(step(*cases.data(ms))) for _ in range(3)]
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)
    assert found == pytest.approx(expected, rel=1e-5)
    np.testing.assert_allclose(net.w.asnumpy(), eager_net.w.asnumpy(), rtol=1e-5)


def test_gradients_travel_together():
    from msjax._core.op.publish import call
    from msjax.nn.wrap.grad_reducer import _buckets, _joined, _parted, _Shapes

    shapes = (4,), (2, 2), (), (8,)
    kinds = [(shape, ms.float32) for shape in shapes]
    kinds.insert(1, ((4,), ms.float16))
    kinds.append(((16,), ms.float32))  # what follows it is aligned, so it comes first
    shapes, dtypes = _Shapes(shape for shape, _ in kinds), tuple(dtype for _, dtype in kinds)

    def places(most):
        for found, sent in _buckets(shapes, dtypes, most):
            assert [shapes[i] for i in found] == list(sent)
            yield found

    assert list(places(1 << 20)) == [[5, 0, 2, 3, 4], [1]]
    assert list(places(36)) == [[0, 2, 3], [1], [4], [5]]
    assert list(places(0)) == [[i] for i in range(6)]
    some = [ms.Tensor(np.arange(6, dtype=np.float32).reshape(2, 3)), ms.Tensor(7.0)]
    whole = call(_joined)(some)
    assert whole.asnumpy().tolist() == [0, 1, 2, 3, 4, 5, 7]
    parts = call(_parted)(whole, _Shapes(g.shape for g in some))
    for part, gradient in zip(parts, some, strict=True):
        np.testing.assert_array_equal(part.asnumpy(), gradient.asnumpy())
