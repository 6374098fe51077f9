"""ContiguousTensorsHandle. Facts are those of MindSpore 2.10 on CPU."""

import numpy as np
import pytest

import msjax as ms
from msjax.hal.contiguous_tensors_handle import combine_tensor_list_contiguous

A = ms.Tensor([1.0, 2.0, 3.0])
B = ms.Tensor([[4.0, 5.0], [6.0, 7.0]])


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (0, [1]),
        (6, [7]),
        (slice(1, 3), [2, 3]),
        (slice(None), [1, 2, 3, 4, 5, 6, 7]),
        (slice(2, 6), [3, 4, 5, 6]),
        (slice(0, 7, 2), [1, 2, 3, 4, 5, 6, 7]),
    ],
)
def test_items(item, expected):
    piece = combine_tensor_list_contiguous((A, B))[item]
    assert piece.dtype == ms.float32 and piece.asnumpy().tolist() == expected


@pytest.mark.parametrize(
    ("ends", "expected"),
    [
        ((), [1, 2, 3, 4, 5, 6, 7]),
        ((0,), [1, 2, 3]),
        ((1,), [4, 5, 6, 7]),
        ((0, 2), [1, 2, 3, 4, 5, 6, 7]),
        ((None, 1), [1, 2, 3]),
    ],
)
def test_tensors(ends, expected):
    piece = combine_tensor_list_contiguous([A, B]).slice_by_tensor_index(*ends)
    assert piece.asnumpy().tolist() == expected


def test_what_it_tells():
    handle = combine_tensor_list_contiguous([A, B])
    assert handle.before_padding_sizes == handle.after_padding_sizes == [12, 16]
    assert handle.total_padding_size == 28 and handle.handle_shape == 7.0
    assert str(handle) == (
        "Handle total size: 28\nTensor[0]: [1. 2. 3.]\nTensor[1]: [[4. 5.]\n [6. 7.]]\n"
    )


def test_it_is_a_copy():
    source = ms.Tensor([1.0, 2.0])
    handle = combine_tensor_list_contiguous([source])
    source.add_(1)
    handle[0:2].add_(10)
    assert handle[0:2].asnumpy().tolist() == [1, 2]


def test_several_dtypes():
    handle = combine_tensor_list_contiguous([A, ms.Tensor([1, 2])])
    assert handle.handle_shape == 7.0
    np.testing.assert_array_equal(handle[0:3].asnumpy(), A.asnumpy())
    last = handle.slice_by_tensor_index(1)
    assert last.dtype == ms.int64 and last.asnumpy().tolist() == [1, 2]
    half = combine_tensor_list_contiguous([A.bfloat16(), B])
    assert half.handle_shape == 11.0 and half[2].dtype == ms.bfloat16 and float(half[2]) == 3
    assert combine_tensor_list_contiguous([ms.Tensor([True, False])])[0].dtype == ms.bool_


@pytest.mark.parametrize("item", [7, -1, slice(2, 2), slice(-1, 2), slice(0, 8)])
def test_out_of_range(item):
    with pytest.raises(ValueError, match="slice input"):
        combine_tensor_list_contiguous([A, B])[item]


def test_wrong_arguments():
    handle = combine_tensor_list_contiguous([A, B])
    for wrong in (1.5, slice(1.0, 2)):
        with pytest.raises(TypeError, match="slice input"):
            handle[wrong]
    for wrong in ((2,), (-1,), (1, 1)):
        with pytest.raises(ValueError, match="slice input"):
            handle.slice_by_tensor_index(*wrong)
    for arguments in ((A,), ([1],), ([A], 1)):
        with pytest.raises(TypeError):
            combine_tensor_list_contiguous(*arguments)
