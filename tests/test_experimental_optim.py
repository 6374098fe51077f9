"""experimental.optim and mint.optim against recorded runs of MindSpore, and against each other."""

import sys

import numpy as np
import pytest
from places import GOLDEN, read_golden

import msjax as ms
from msjax.experimental import optim
from msjax.experimental.optim import adamw as adamw_module
from msjax.mint import optim as mint_optim

sys.path.insert(0, str(GOLDEN))

import experimental_cases as cases
import optim_cases

RECORDED = read_golden("experimental.json")


@pytest.mark.parametrize("name", cases.CASES)
def test_like_mindspore(name):
    found, expected = cases.run(ms, cases.CASES[name], float), RECORDED["cases"][name]
    for field in ("names", "shapes", "dtypes", "result", "groups"):
        assert found[field] == expected[field]
    assert [r[0] for r in found["rates"]] == [r[0] for r in expected["rates"]]
    for step, values in expected["values"].items():
        for key, value in values.items():
            np.testing.assert_allclose(
                found["values"][step][key], value, rtol=1e-5, atol=1e-6, err_msg=f"{key}@{step}"
            )


@pytest.mark.parametrize("name", cases.SCHEDULES)
def test_schedules(name):
    found, expected = cases.schedule(ms, cases.SCHEDULES[name], float), RECORDED["schedules"][name]
    np.testing.assert_allclose(found["rates"], expected["rates"], rtol=1e-5, atol=1e-8)
    np.testing.assert_allclose(found["last"], expected["last"], rtol=1e-5, atol=1e-8)
    assert found["epoch"] == expected["epoch"]


@pytest.mark.parametrize("name", cases.PLATEAUS)
def test_plateaus(name):
    found = cases.plateau(ms, cases.PLATEAUS[name], float)
    np.testing.assert_allclose(found, RECORDED["plateaus"][name], rtol=1e-6)


@pytest.mark.parametrize("source", cases.ERRORS)
def test_errors(source):
    assert cases.error_class(ms, source) == RECORDED["errors"][source]


def test_text():
    assert cases.text(ms) == RECORDED["text"]["adam"]


def run(make, steps=4):
    params = optim_cases.make_parameters(ms, optim_cases.SHAPES)
    opt = make(params)
    for grads in optim_cases.gradients(optim_cases.SHAPES)[:steps]:
        opt(tuple(ms.Tensor(g) for g in grads))
    return [p.asnumpy() for p in params], opt


GAPS = {  # each of two Parameters after a step with its gradient alone
    "Adam": ([0.9, 1.9], [2.9, 3.9]),
    "AdamW": ([0.899, 1.898], [2.897, 3.896]),
    "SGD": ([0.99, 1.98], [2.99, 3.98]),
}


@pytest.mark.parametrize("wrap", [lambda step: step, ms.jit], ids=["eager", "jit"])
@pytest.mark.parametrize("name", GAPS)
def test_parameters_without_a_gradient_are_left_alone(name, wrap):
    for place, want in enumerate(GAPS[name]):
        start = [[1.0, 2.0], [3.0, 4.0]]
        weights = [ms.Parameter(ms.Tensor(v), name=n) for v, n in zip(start, "ab", strict=True)]
        step = wrap(getattr(optim, name)(weights, 0.1))
        gradients: list = [None, None]
        gradients[place] = ms.Tensor([0.1, 0.2])
        step(tuple(gradients))
        start[place] = want
        np.testing.assert_allclose([w.asnumpy() for w in weights], start, rtol=1e-5)


def test_mint_refuses_gaps():
    weight = ms.Parameter(ms.Tensor([1.0]), name="a")
    with pytest.raises(TypeError, match="must be Tensors, but that of 'a' is NoneType"):
        ms.mint.optim.SGD([weight], 0.1)((None,))


def test_options_changed_between_steps():
    params = [ms.Parameter(ms.Tensor([1.0]), name="w")]
    opt, grads = optim.SGD(params, 0.5), (ms.Tensor([1.0]),)
    opt(grads)
    ms.ops.assign(opt.param_groups[0]["lr"], ms.Tensor(0.25))
    opt(grads)
    opt.param_groups[0]["lr"] = 0.125
    opt(grads)
    assert params[0].asnumpy() == pytest.approx([0.125])
    opt.param_groups[0]["weight_decay"] = 8.0
    opt(grads)
    assert params[0].asnumpy() == pytest.approx([0.125 - 0.125 * 2])


def test_added_group():
    w, v = (ms.Parameter(ms.Tensor([1.0]), name=n) for n in "wv")
    opt = optim.SGD([w], 0.5)
    opt.add_param_group({"params": v, "lr": 0.25})
    assert [g["params"][0].name for g in opt.param_groups] == ["w", "v"]
    assert isinstance(opt.parameters, ms.ParameterTuple) or len(opt.parameters) == 2
    assert opt.lrs[1].name == "learning_rate_group_1"


def test_chained_schedulers():
    opt = optim.SGD([ms.Parameter(ms.Tensor([1.0]), name="w")], 1.0)
    rates = optim.lr_scheduler
    first = rates.ConstantLR(opt, factor=0.1, total_iters=2)
    both = rates.ChainedScheduler([first, rates.ExponentialLR(opt, gamma=0.9)])
    found = []
    for _ in range(4):
        both.step()
        found.append(float(both.get_last_lr()[0]))
    assert found == pytest.approx([0.09, 0.81, 0.729, 0.6561])
    assert both.optimizer is opt
    other = optim.SGD([ms.Parameter(ms.Tensor([1.0]), name="v")], 1.0)
    for schedulers in ([], [first, rates.StepLR(other, 2)]):
        with pytest.raises(ValueError, match="ChainedScheduler"):
            rates.ChainedScheduler(schedulers)


def test_adam_amsgrad():
    """MindSpore's experimental Adam leaves `amsgrad` out; here it is what AdamW does."""
    adam, _ = run(lambda p: optim.Adam(p, 0.1, (0.5, 0.6), amsgrad=True))
    adamw, _ = run(lambda p: optim.AdamW(p, 0.1, (0.5, 0.6), weight_decay=0.0, amsgrad=True))
    plain, _ = run(lambda p: optim.Adam(p, 0.1, (0.5, 0.6)))
    for a, b, c in zip(adam, adamw, plain, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-6)
        assert (np.abs(a - c) > 1e-4).any()


@pytest.mark.parametrize("amsgrad", [False, True])
@pytest.mark.parametrize("name", ["Adam", "AdamW", "FusedAdamW"])
def test_mint_adam(name, amsgrad):
    options = {"lr": 0.1, "betas": (0.5, 0.6), "weight_decay": 0.1, "amsgrad": amsgrad}
    found, opt = run(lambda p: getattr(mint_optim, name)(p, maximize=True, **options))
    like = getattr(optim, name.removeprefix("Fused"))
    expected, _ = run(lambda p: like(p, maximize=True, **options))
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)
    assert float(opt.state_step.asnumpy()[0]) == (4 if name == "Adam" else 3)
    assert ("max_exp_avg_sq" in opt.param_groups[0]) == amsgrad


def test_speed_adamw():
    """No CPU kernel in MindSpore; state, option names and what is refused are asked of it."""
    options = {"lr": 0.1, "betas": (0.5, 0.6), "eps": 1e-4, "weight_decay": 0.1, "maximize": True}
    found, opt = run(lambda p: adamw_module.SpeedAdamW(p, **options))
    expected, _ = run(lambda p: optim.AdamW(p, **options))
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)
    assert opt.state_step.shape == (1,) and float(opt.state_step.asnumpy()[0]) == 4
    states = [p.name.split(".")[0] for p in opt.get_parameters()][len(found) :]
    assert states == ["exp_avg"] * len(found) + ["exp_avg_sq"] * len(found) + ["state_step"]
    assert adamw_module.AdamW is optim.AdamW
    with pytest.raises(ValueError, match="amsgrad"):
        run(lambda p: adamw_module.SpeedAdamW(p, amsgrad=True))


def test_mint_sgd():
    options = {"momentum": 0.9, "weight_decay": 0.1, "dampening": 0.3}
    found, opt = run(lambda p: mint_optim.SGD(p, 0.1, **options))
    expected, _ = run(lambda p: optim.SGD(p, 0.1, **options))
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)
    assert int(opt.step_t.asnumpy()) == 4
    nesterov, _ = run(lambda p: mint_optim.SGD(p, 0.1, 0.9, nesterov=True))
    expected, _ = run(lambda p: optim.SGD(p, 0.1, 0.9, nesterov=True))
    for a, b in zip(nesterov, expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    "make,error",
    [
        (lambda p: mint_optim.Adam(p, lr=1), TypeError),
        (lambda p: adamw_module.SpeedAdamW(p, lr=1), TypeError),
        (lambda p: adamw_module.SpeedAdamW(p, betas=[0.9, 0.99]), TypeError),
        (lambda p: adamw_module.SpeedAdamW(p, eps=-1.0), ValueError),
        (lambda p: mint_optim.Adam(p, betas=[0.9, 0.99]), TypeError),
        (lambda p: mint_optim.AdamW(p, lr=-1.0), ValueError),
        (lambda p: mint_optim.AdamW(p, betas=(0.9, 1.0)), ValueError),
        (lambda p: mint_optim.SGD(p, -1.0), ValueError),
        (lambda p: mint_optim.SGD(p, "a"), TypeError),
        (lambda p: mint_optim.SGD(p, 0.1, nesterov=True), ValueError),
        (
            lambda p: mint_optim.FusedAdamW(
                [{"params": p[:1], "amsgrad": True}, {"params": p[1:]}]
            ),
            ValueError,
        ),
    ],
)
def test_mint_errors(make, error):
    with pytest.raises(error):
        make(optim_cases.make_parameters(ms, optim_cases.SHAPES))


def test_in_jit():
    results = []
    for compiled in (False, True):
        params = optim_cases.make_parameters(ms, optim_cases.SHAPES)
        opt = optim.AdamW(params, 0.1)
        step = ms.jit(lambda grads, opt=opt: opt(grads)) if compiled else opt
        for grads in optim_cases.gradients(optim_cases.SHAPES)[:3]:
            step(tuple(ms.Tensor(g) for g in grads))
        results.append([p.asnumpy() for p in params])
    for a, b in zip(*results, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-6)
