"""Image operations that MindSpore's CPU build cannot run, or draws at random, against NumPy."""

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, ops


def data(*shape, seed=0):
    return np.random.RandomState(seed).randn(*shape).astype(np.float32)


# -- windows -------------------------------------------------------------------------------------


def dilated(x, window, stride, rate, same):
    batch, channels, height, width = x.shape
    rows, columns = window.shape[1:]
    reach = [(n - 1) * r + 1 for n, r in zip((rows, columns), rate, strict=True)]
    if same:
        out = [-(-n // s) for n, s in zip((height, width), stride, strict=True)]
        total = [
            max((o - 1) * s + k - n, 0)
            for o, s, k, n in zip(out, stride, reach, (height, width), strict=True)
        ]
        start = [t // 2 for t in total]
    else:
        out = [(n - k) // s + 1 for n, k, s in zip((height, width), reach, stride, strict=True)]
        start = [0, 0]
    result = np.full((batch, channels, *out), -np.inf)
    for i in np.ndindex(*result.shape):
        for m, n in np.ndindex(rows, columns):
            y = i[2] * stride[0] + m * rate[0] - start[0]
            z = i[3] * stride[1] + n * rate[1] - start[1]
            if 0 <= y < height and 0 <= z < width:
                result[i] = max(result[i], x[i[0], i[1], y, z] + window[i[1], m, n])
    return result


@pytest.mark.parametrize("mode", ["VALID", "same"])
@pytest.mark.parametrize(("stride", "rate"), [((1, 1), (1, 1)), ((2, 1), (1, 2))])
def test_dilation2d(mode, stride, rate):
    x, window = data(2, 2, 5, 6), data(2, 2, 3, seed=1)
    out = ops.Dilation2D((1, 1, *stride), rate, mode)(Tensor(x), Tensor(window))
    want = dilated(x, window, stride, rate, mode == "same")
    np.testing.assert_allclose(out.asnumpy(), want, rtol=1e-6)


def test_dilation2d_of_integers_and_its_gradient():
    x = np.random.RandomState(0).randint(-120, 0, (1, 1, 4, 4)).astype(np.int8)
    window = np.full((1, 3, 3), -5, np.int8)
    out = ops.Dilation2D(1, 1, "SAME")(Tensor(x), Tensor(window))
    assert out.dtype == ms.int8
    want = dilated(x.astype(int), window.astype(int), (1, 1), (1, 1), True)
    np.testing.assert_array_equal(out.asnumpy(), want)
    x, window = Tensor([[[[1.0, 4.0], [2.0, 3.0]]]]), Tensor([[[0.0, 1.0], [0.0, 0.5]]])
    grads = ms.grad(ops.Dilation2D(1, 1, "VALID"), (0, 1))(x, window)
    np.testing.assert_array_equal(grads[0].asnumpy(), [[[[0, 1], [0, 0]]]])
    np.testing.assert_array_equal(grads[1].asnumpy(), [[[0, 1], [0, 0]]])


@pytest.mark.parametrize("padding", ["VALID", "SAME"])
def test_extract_image_patches(padding):
    x = data(2, 3, 5, 6)
    out = ops.ExtractImagePatches((1, 1, 2, 3), [2, 1], (1, 2), padding)(Tensor(x)).asnumpy()
    pads = [(0, 0), (0, 0)] if padding == "VALID" else [(0, 1), (2, 2)]
    wide = np.pad(x, [(0, 0), (0, 0), *pads])
    rows, columns = (wide.shape[2] - 2) // 2 + 1, wide.shape[3] - 4
    want = np.zeros((2, 18, rows, columns), np.float32)
    for i, j, m, n in np.ndindex(rows, columns, 2, 3):
        want[:, (m * 3 + n) * 3 : (m * 3 + n + 1) * 3, i, j] = wide[:, :, i * 2 + m, j + n * 2]
    np.testing.assert_array_equal(out, want)


@pytest.mark.parametrize("pseudo", [False, True])
@pytest.mark.parametrize("overlapping", [False, True])
def test_fractional_pools_use_the_regions_they_return(pseudo, overlapping):
    x = data(2, 7, 10, 3)
    for pool, reduce in ((ops.FractionalMaxPool, np.max), (ops.FractionalAvgPool, np.mean)):
        out, rows, columns = pool([1.0, 1.5, 1.7, 1.0], pseudo, overlapping)(Tensor(x))
        rows, columns = rows.asnumpy(), columns.asnumpy()
        for borders, length, ratio in ((rows, 7, 1.5), (columns, 10, 1.7)):
            sizes = np.diff(borders)
            assert borders[0] == 0 and borders[-1] == length
            assert len(sizes) == int(length / ratio)
            assert set(sizes) <= {1, 2}
        want = np.zeros(out.shape)
        for i, j in np.ndindex(*out.shape[1:3]):
            block = x[
                :,
                rows[i] : rows[i + 1] + overlapping,
                columns[j] : columns[j + 1] + overlapping,
            ]
            want[:, i, j] = reduce(block, (1, 2))
        np.testing.assert_allclose(out.asnumpy(), want, rtol=1e-5, atol=1e-6)


def test_fractional_pools_draw_anew_unless_deterministic():
    x, ratio = Tensor(data(1, 40, 1, 1)), [1.0, 1.5, 1.0, 1.0]
    pool = ops.FractionalMaxPool(ratio)
    assert len({tuple(pool(x)[1].asnumpy()) for _ in range(4)}) > 1
    first, second = (ops.FractionalMaxPool(ratio, False, False, True, 5)(x)[1] for _ in range(2))
    assert (first == second).all()


def test_fractional_max_pool_gradient_goes_to_the_first_maximum():
    x = Tensor([[[[1.0], [2.0]], [[2.0], [0.0]]]])
    grad = ms.grad(lambda a: ops.FractionalMaxPool([1.0, 2.0, 2.0, 1.0])(a)[0])(x)
    np.testing.assert_array_equal(grad.asnumpy().reshape(-1), [0, 1, 0, 0])


# -- boxes ---------------------------------------------------------------------------------------


def overlap(a, b):
    low, high = np.maximum(a[:2], b[:2]), np.minimum(a[2:], b[2:])
    shared = np.prod(np.maximum(high - low, 0))
    areas = [np.prod(c[2:] - c[:2]) for c in (a, b)]
    return 0 if min(areas) <= 0 else shared / (sum(areas) - shared)


def suppressed(boxes, scores, limit, most, least):
    boxes = np.concatenate(
        [np.minimum(boxes[:, :2], boxes[:, 2:]), np.maximum(boxes[:, :2], boxes[:, 2:])], 1
    )
    taken = []
    for i in np.argsort(-scores, kind="stable"):
        if len(taken) < limit and scores[i] > least:
            if all(overlap(boxes[i], boxes[j]) <= most for j in taken):
                taken.append(i)
    return taken


@pytest.mark.parametrize(("limit", "most"), [(20, 0.1), (3, 0.3), (-1, 0.5), (20, 0.0)])
def test_non_max_suppression_v3(limit, most):
    random = np.random.RandomState(abs(limit))
    boxes, scores = random.rand(12, 4).astype(np.float32), random.rand(12).astype(np.float32)
    settings = (Tensor(limit, ms.int32), Tensor(most, ms.float32), Tensor(0.2, ms.float32))
    out = ops.NonMaxSuppressionV3()(Tensor(boxes), Tensor(scores), *settings)
    assert out.dtype == ms.int32
    assert out.asnumpy().tolist() == suppressed(boxes, scores, limit, most, 0.2)


def test_non_max_suppression_v3_refuses():
    boxes, scores = Tensor(data(3, 4)), Tensor(data(3))
    with pytest.raises(ValueError):
        ops.NonMaxSuppressionV3()(boxes, scores, 2, 1.5, 0.0)
    with pytest.raises(ValueError):
        ops.NonMaxSuppressionV3()(boxes, Tensor(data(4)), 2, 0.5, 0.0)
    with pytest.raises(TypeError):
        ops.NonMaxSuppressionV3()(boxes, scores.astype(ms.float16), 2, 0.5, 0.0)


@pytest.mark.runs_eagerly
def test_selection_works_in_functions_under_jit():
    @ms.jit
    def best(boxes, scores):
        return ops.NonMaxSuppressionV3()(boxes, scores, 5, 0.5, 0.0) + 0

    boxes = Tensor([[0.0, 0, 9, 9], [0, 0, 9, 8], [20, 0, 29, 9]])
    assert best(boxes, Tensor([0.8, 0.9, 0.5])).asnumpy().tolist() == [1, 2]


def polygon(box, trans):
    x, y, w, h, angle = (float(v) for v in box)
    if trans:
        x, y, w, h = (x + w) / 2, (y + h) / 2, w - x, h - y
    turn = np.deg2rad(angle)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2
    return corners @ matrix.T + [x, y], w * h


def clipped_area(subject, clip):
    """Area of the intersection of convex polygons, by clipping at one edge after the other."""
    points = list(subject)
    for a, b in zip(clip, np.roll(clip, -1, 0), strict=True):
        edge, kept = b - a, []

        def side(p, a=a, edge=edge):
            return edge[0] * (p[1] - a[1]) - edge[1] * (p[0] - a[0])

        for p, q in zip(points, points[1:] + points[:1], strict=True):
            if side(p) >= 0:
                kept.append(p)
            if side(p) * side(q) < 0:
                kept.append(p + (q - p) * side(p) / (side(p) - side(q)))
        points = kept
    if len(points) < 3:
        return 0.0
    x, y = np.array(points).T
    return abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


@pytest.mark.parametrize(("trans", "mode"), [(False, 0), (True, 1)])
def test_rotated_iou(trans, mode):
    random = np.random.RandomState(3)

    def boxes(count):
        corner = random.uniform(0, 4, (2, count, 2))
        size = random.uniform(1, 5, (2, count, 2))
        angle = random.uniform(-180, 180, (2, count, 1))
        return np.concatenate([corner, corner + size if trans else size, angle], -1)

    a, b = boxes(3).astype(np.float32), boxes(4).astype(np.float32)
    out = ops.rotated_iou(Tensor(a), Tensor(b), trans, mode).asnumpy()
    for i, j, k in np.ndindex(2, 3, 4):
        (p, p_area), (q, q_area) = polygon(a[i, j], trans), polygon(b[i, k], trans)
        shared = clipped_area(p, q)
        want = shared / (p_area if mode else p_area + q_area - shared)
        np.testing.assert_allclose(out[i, j, k], want, rtol=1e-4, atol=1e-5)
    aligned = ops.rotated_iou(Tensor(a), Tensor(b[:, :3]), trans, mode, False).asnumpy()
    np.testing.assert_allclose(aligned, out[:, range(3), range(3)], rtol=1e-6)


def test_rotated_iou_of_the_same_and_of_distant_boxes():
    a = Tensor([[[1.0, 1.0, 2.0, 3.0, 30.0], [50.0, 0.0, 1.0, 1.0, 0.0]]])
    same = ops.rotated_iou(a, a, v_threshold=1e-4, e_threshold=1e-4).asnumpy()[0]
    np.testing.assert_allclose(same, np.eye(2), atol=1e-3)
    assert ops.rotated_iou(a.astype(ms.float16), a.astype(ms.float16)).dtype == ms.float16
    with pytest.raises(ValueError):
        ops.rotated_iou(a.astype(ms.float64), a.astype(ms.float64))


# -- random content ------------------------------------------------------------------------------


def test_glimpse_noise_fills_what_is_outside():
    x, size = ops.ones((1, 4, 4, 1)) * 7, Tensor([20, 20], ms.int32)
    for noise, low in (("uniform", 0.0), ("gaussian", -9.0)):
        glimpse = ops.ExtractGlimpse(uniform_noise=noise == "uniform", noise=noise)
        out = glimpse(x, size, Tensor([[0.0, 0.0]])).asnumpy().reshape(-1)
        assert (out == 7).sum() == 16
        rest = out[out != 7]
        assert low <= rest.min() < rest.max() and abs(rest.std() - (1 if low else 0.2887)) < 0.15


@pytest.mark.parametrize("covered", [0.0, 0.6])
def test_random_crops_keep_their_promises(covered):
    image, box = Tensor([60, 90, 3], ms.int32), [0.2, 0.3, 0.7, 0.6]
    settings = {"aspect_ratio_range": (0.5, 1.5), "area_range": (0.2, 0.8)}
    crop = ops.SampleDistortedBoundingBoxV2(seed=3, **settings)
    found = set()
    for _ in range(12):
        begin, size, corners = crop(image, Tensor([[box]]), Tensor([covered]))
        (y, x, zero), (height, width, rest) = begin.asnumpy().tolist(), size.asnumpy().tolist()
        found.add((y, x, height, width))
        assert zero == 0 and rest == -1
        assert 0 <= y <= y + height <= 60 and 0 <= x <= x + width <= 90
        assert 0.2 * 5400 <= height * width <= 0.8 * 5400
        assert abs(width / height - 1) <= 0.5 + 1 / height
        want = [y / 60, x / 90, (y + height) / 60, (x + width) / 90]
        np.testing.assert_allclose(corners.asnumpy()[0, 0], want, rtol=1e-6)
        whole = np.array(box) * [60, 90, 60, 90]
        low, high = np.maximum(whole[:2], [y, x]), np.minimum(whole[2:], [y + height, x + width])
        part = np.prod(np.maximum(high - low, 0)) / np.prod(whole[2:] - whole[:2])
        assert part >= covered - 1e-6
    assert len(found) > 6


def test_random_crop_without_boxes():
    image, none = Tensor([60, 90, 3], ms.uint8), ops.zeros((1, 0, 4))
    with pytest.raises(ValueError):
        ops.SampleDistortedBoundingBoxV2()(image, none, Tensor([0.1]))
    crop = ops.SampleDistortedBoundingBoxV2(use_image_if_no_bounding_boxes=True)
    begin, size, _ = crop(image, none, Tensor([1.0]))
    assert begin.asnumpy().tolist() == [0, 0, 0] and size.asnumpy().tolist() == [60, 90, 255]


def test_position_sensitive_pooling():
    from msjax.ops.operations._inner_ops import PsROIPooling

    x = data(2, 3 * 4, 6, 7)
    rois = np.array([[0, 1, 0, 9, 7], [1, 4, 3, 13, 11], [0, 40, 40, 50, 50]], np.float32)
    out, channels = PsROIPooling(4, 2, 3, 0.5, 3, 2)(Tensor(x), Tensor(rois))
    assert channels.dtype == ms.int32 and out.shape == channels.shape == (3, 3, 4, 2)
    for r, c, i, j in np.ndindex(*out.shape):
        image, x0, y0, x1, y1 = rois[r]
        channel = c * 4 + (i * 2 // 4) * 2 + j * 2 // 2
        top, left = y0 * 0.5, x0 * 0.5
        high, wide = ((y1 + 1) * 0.5 - top) / 4, ((x1 + 1) * 0.5 - left) / 2
        rows = slice(int(np.floor(i * high + top)), int(np.ceil((i + 1) * high + top)))
        columns = slice(int(np.floor(j * wide + left)), int(np.ceil((j + 1) * wide + left)))
        block = x[int(image), channel, rows, columns]
        want = block.mean() if block.size else 0
        assert channels.asnumpy()[r, c, i, j] == channel
        np.testing.assert_allclose(out.asnumpy()[r, c, i, j], want, rtol=1e-5, atol=1e-6)
