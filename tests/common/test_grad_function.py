"""Operations with a derivative of their own. Results and texts are those of MindSpore 2.10."""

import numpy as np
import pytest

import msjax as ms
from msjax import ops

WRAPS = {"eager": lambda f: f, "compiled": ms.jit}


def tensor(*values):
    return ms.Tensor(np.array(values, np.float32))


def made(forward, backward, **more):
    """A class with these static methods."""
    methods = {"forward": forward, "backward": backward, **more}
    return type("Made", (ms._Function,), {k: staticmethod(v) for k, v in methods.items()})


def gradients(function, *args, wrap="eager"):
    found = WRAPS[wrap](ops.GradOperation(get_all=True)(function))(*args)
    return [g.asnumpy().tolist() for g in found]


@pytest.mark.parametrize("wrap", WRAPS)
def test_outputs_and_gradients(wrap):
    def forward(ctx, x, y):
        return x * x + y, 4, x * 2

    def backward(ctx, first, number, last):
        assert number is None
        return first * 3, last * 4

    op = made(forward, backward)
    assert gradients(op.apply, tensor(2, 3), tensor(5, 6), wrap=wrap) == [[3, 3], [4, 4]]
    first, number, last = op.apply(tensor(2), tensor(5))
    assert (first.item(), number, last.item()) == (9, 4, 4)


@pytest.mark.parametrize("wrap", WRAPS)
def test_saved_tensors(wrap):
    def forward(ctx, x):
        assert ctx.saved_tensors == ()
        ctx.factor, square = 7, x * x
        out = square + 1
        ctx.save_for_backward(x, square, None, out)
        return out

    def backward(ctx, gradient):
        x, square, nothing, out = ctx.saved_tensors
        assert nothing is None
        return gradient * (x + 10 * square + 100 * out) * ctx.factor

    op = made(forward, backward)
    assert gradients(op.apply, tensor(2), wrap=wrap) == [[7 * 542]]


def test_gradient_of_the_gradient():
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return gradient * x * x

    op = made(forward, backward)
    assert gradients(ms.grad(op.apply), tensor(3)) == [[6]]


def test_context_prepared_apart():
    def setup(ctx, inputs, output):
        ctx.save_for_backward(*inputs, output)

    def backward(ctx, gradient):
        x, y, out = ctx.saved_tensors
        return gradient * out, gradient * (x + y)

    op = made(lambda x, y: x * y, backward, setup_context=setup)
    assert gradients(op.apply, tensor(2), tensor(5)) == [[10], [7]]


def test_which_inputs_need_gradients():
    seen = []

    def forward(ctx, x, y, z):
        seen.append(ctx.needs_input_grad)
        return x * 2

    op = made(forward, lambda ctx, g: (g, None, None))
    constant = tensor(1)
    assert gradients(lambda x: op.apply(x, 3, constant), tensor(1)) == [[1]]
    op.apply(tensor(1), 3, constant)
    assert seen == [(True, False, False), (False, False, False)]


@pytest.mark.parametrize("materialize", [True, False])
def test_gradients_of_unused_outputs(materialize):
    seen = []

    def forward(ctx, x):
        ctx.set_materialize_grads(materialize)
        return x * 2, x * 3

    def backward(ctx, first, second):
        seen.append(second if second is None else second.item())
        return first

    op = made(forward, backward)
    gradients(lambda x: op.apply(x)[0], tensor(1))
    assert seen == [0.0 if materialize else None]


def test_outputs_without_derivative():
    def forward(ctx, x):
        out, other = x * 2, x * 3
        ctx.mark_non_differentiable(other)
        return out, other

    op = made(forward, lambda ctx, first, second: first * 5 + second)
    assert gradients(op.apply, tensor(1)) == [[5]]


def test_arguments_changed_in_place():
    def forward(ctx, x, y):
        x.add_(1)
        ctx.mark_dirty(x)
        return x + y, x

    op = made(forward, lambda ctx, first, second: (first + second * 10, first * 2))
    assert gradients(lambda x, y: op.apply(x * 1, y), tensor(1), tensor(2)) == [[11], [2]]
    x = tensor(1)
    assert op.apply(x, tensor(2))[1] is x and x.item() == 2
    with pytest.raises(RuntimeError, match="A leaf tensor that need grad"):
        gradients(op.apply, tensor(1), tensor(2))
    lost = made(lambda ctx, x: ctx.mark_dirty(x) or x + 1, lambda ctx, g: g)
    with pytest.raises(RuntimeError, match="must all be outputs"):
        lost.apply(tensor(1))


def product(ctx, x, y):
    return x * y


@pytest.mark.parametrize(
    "function, second, error, text",
    [
        (made(product, lambda ctx, g: g), tensor(2), RuntimeError, "expect: 2 but: 1"),
        (made(product, lambda ctx, g: (g, 4)), tensor(2), RuntimeError, "be none or tensor, pos"),
        (
            made(product, lambda ctx, g: (g, g)),
            3,
            RuntimeError,
            "Input is not tensor, but gradient",
        ),
        (made(product, lambda ctx: None), tensor(2), TypeError, "takes 1 positional argument"),
        (ms._Function, tensor(2), NotImplementedError, "forward function should be customized"),
        (
            type("Half", (ms._Function,), {"forward": staticmethod(product)}),
            tensor(2),
            NotImplementedError,
            "backward function should be customized",
        ),
        (
            made(lambda ctx, x, y: ctx.save_for_backward(3), lambda ctx, g: g),
            tensor(2),
            RuntimeError,
            "only support None and tensor",
        ),
    ],
)
def test_refused(function, second, error, text):
    with pytest.raises(error, match=text):
        gradients(lambda x: function.apply(x, second), tensor(1))


def test_result_that_is_the_argument():
    x = tensor(1)
    op = made(lambda ctx, x: x, lambda ctx, g: g * 3)
    assert op.apply(x) is not x
    assert gradients(op.apply, x) == [[3]]


def test_weights():
    w = ms.Parameter(tensor(2), name="w")
    op = made(lambda ctx, w: w * w, lambda ctx, g: g * 5)
    assert ms.grad(lambda x: op.apply(w) * x, None, w)(tensor(3)).item() == 15


@pytest.mark.parametrize("wrap", WRAPS)
def test_an_argument_that_is_a_result_without_derivative(wrap):
    def forward(ctx, x, y):
        ctx.mark_non_differentiable(x)
        return x

    op = made(forward, lambda ctx, g: (g, g * 2))
    assert gradients(op.apply, tensor(2, 2), tensor(3, 3), wrap=wrap) == [[0, 0], [0, 0]]


def test_saved_tensors_are_those_that_were_saved():
    def forward(ctx, x, w):
        x.note = "of x"
        ctx.save_for_backward(x, w)
        return x * w

    def backward(ctx, gradient):
        x, w = ctx.saved_tensors
        seen.append((x.note, w is weight, w.main_grad))
        return gradient * w, gradient * x

    op, seen = made(forward, backward), []
    weight = ms.Parameter(tensor(3, 4), name="w")
    weight.main_grad = "total"
    found = ms.grad(op.apply, 0, weights=[weight])(tensor(1, 2), weight)
    assert [g.asnumpy().tolist() for g in (found[0], *found[1])] == [[3, 4], [1, 2]]
    assert seen == [("of x", True, "total")]
    # gradients of gradients are taken by what the derivative is given
    plain = lambda x, w: x * w  # noqa: E731
    for of in (op.apply, plain):
        twice = ms.grad(lambda x, of=of: (ms.grad(of)(x, weight) * x).sum())(tensor(1, 2))
        assert twice.asnumpy().tolist() == [3, 4]


@pytest.mark.parametrize("wrap", WRAPS)
def test_saved_tensors_are_packed(wrap):
    def forward(ctx, x, y):
        made_on_the_way, out = x * 2, x + y
        ctx.save_for_backward(made_on_the_way, out, None, x)
        return out

    def backward(ctx, g):
        first, out, nothing, x = ctx.saved_tensors
        assert nothing is None
        return g * first, g * (out + x)

    op, packed, unpacked = made(forward, backward), [], []

    class Net(ms.nn.Cell):
        def construct(self, x, y):
            return op.apply(x, y)

    def pack(t):
        packed.append(t.shape)
        return t + 1

    def unpack(t):
        unpacked.append(t.shape)
        return t * 10

    net = Net()
    net.register_saved_tensors_hooks(pack, unpack)
    found = gradients(net, tensor(1, 2), tensor(3, 4), wrap=wrap)
    assert found == [[30, 50], [50 + 20, 70 + 30]]
    assert packed == unpacked == [(2,)] * 3
