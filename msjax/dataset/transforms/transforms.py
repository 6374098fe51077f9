"""General transforms."""

from __future__ import annotations

import random
from enum import IntEnum
from types import EllipsisType
from typing import TYPE_CHECKING, Any

import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.functions import F
from msjax._core.tensor.tensor import Tensor
from msjax.dataset import _checks as checks
from msjax.dataset import config
from msjax.dataset._draws import of_row
from msjax.dataset._given import Given
from msjax.dataset._numbers import cast, filler
from msjax.dataset.transforms.py_transforms_util import Implementation

if TYPE_CHECKING:
    from msjax._types import DType

SCALARS = (str, float, bool, int, bytes)
NUMPY = {
    mstype.string: np.dtype("U"),
    **{
        getattr(mstype, name): np.dtype(name.rstrip("_"))
        for name in (
            "bool_ int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64"
        ).split()
    },
}


def to_dtype(data_type: Any, name: str) -> np.dtype:
    """The NumPy dtype of a MindSpore or NumPy type."""
    if isinstance(data_type, mstype.Type):
        if data_type in NUMPY:
            return NUMPY[data_type]
    elif data_type is not None and not isinstance(data_type, int | float):
        kind = np.dtype(data_type)
        if kind.kind in "biufU":
            return kind
    raise TypeError(f"The argument '{name}' must be a type of numbers, but got {data_type!r}.")


class TensorOperation(Given):
    """Base of transforms of arrays: `_apply` makes arrays of arrays."""

    _lets_others_run = False  # whether most of its time goes by without the interpreter's lock
    _takes_arrays = False  # whether a map gives it arrays even behind operations of Pillow

    def __init__(self) -> None:
        self.implementation: Implementation | None = Implementation.C
        self._draws: np.random.Generator | None = None

    @property
    def _rng(self) -> np.random.Generator:
        stream = of_row(self)
        if stream is not None:
            return stream
        if self._draws is None:
            self._draws = config._generator()
        return self._draws

    def _inner(self) -> list:
        """The functions that it applies."""
        return []

    def _apply(self, *arrays: np.ndarray) -> Any:
        raise NotImplementedError(f"{type(self).__name__} must define _apply.")

    def __call__(self, *input_tensor_list: Any) -> Any:
        arrays = [self._input(value) for value in input_tensor_list]
        try:
            result = self._apply(*arrays)
        except (RuntimeError, NotImplementedError):
            raise
        except Exception as error:
            raise RuntimeError(
                f"{type(self).__name__} failed. {type(error).__name__}: {error}"
            ) from error
        return result

    def _input(self, value: Any) -> np.ndarray:
        array = value.asnumpy() if isinstance(value, Tensor) else np.asarray(value)
        if array.dtype == object:
            raise TypeError(
                f"For '{type(self).__name__}', the input cannot be made an array: {value!r}."
            )
        return array


class PyTensorOperation(Given):
    """Base of transforms that take and give any Python object: `_execute_py`."""

    def __init__(self) -> None:
        self.transforms: list = []
        self.output_type: Any = None
        self.implementation: Implementation | None = Implementation.PY

    def __call__(self, img: Any) -> Any:
        return self._execute_py(img)

    def _execute_py(self, img: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__} must define _execute_py.")


def knows_pil(operation: Any) -> bool:
    """Whether an operation treats images of Pillow by its own rules, in a map, too."""
    if getattr(operation, "_takes_arrays", False):
        return False
    if isinstance(operation, CompoundOperation):
        return all(map(knows_pil, operation.transforms))
    return getattr(operation, "_execute_py", None) is not None


def not_random(function: F) -> F:
    """Mark a function as giving the same for the same input.

    Examples:
        >>> from msjax.dataset import transforms
        >>> @transforms.not_random
        ... def halved(image):
        ...     return image // 2
        >>> halved.random
        False
    """
    function.random = False  # type: ignore[attr-defined]
    return function


def check_operations(transforms: Any, name: str = "transforms") -> None:
    """Refuse what is not a list of functions."""
    checks.check_type(transforms, list, name)
    if not transforms:
        raise ValueError(f"The argument '{name}' must not be empty.")
    for i, operation in enumerate(transforms):
        if isinstance(operation, type):
            raise ValueError(
                f"The element '{name}[{i}]' must be a function, but got the class "
                f"{operation.__name__}; parentheses may be missing."
            )
        if not callable(operation):
            raise TypeError(f"The element '{name}[{i}]' must be a function, got {operation!r}.")


class CompoundOperation(TensorOperation):
    """Base of transforms made of others."""

    def __init__(self, transforms: list):
        check_operations(transforms)
        super().__init__()
        self.transforms = list(transforms)
        if self._python():
            self.implementation = Implementation.PY

    def _inner(self):
        return self.transforms

    def _python(self) -> bool:
        return not self._takes_arrays and any(
            getattr(t, "implementation", None) is Implementation.PY for t in self.transforms
        )

    def _run(self, *values: Any) -> tuple:
        raise NotImplementedError(f"{type(self).__name__} must define _run.")

    def __call__(self, *values: Any) -> Any:
        if not values:
            raise RuntimeError(f"For '{type(self).__name__}', there is no input.")
        pictured = not self._takes_arrays and len(values) == 1 and checks.is_pil(values[0])
        if pictured or self._python():
            return self._execute_py(*values)
        return super().__call__(*values)

    def _execute_py(self, *values: Any) -> Any:
        results = self._run(*values)
        return results[0] if len(results) == 1 else results

    def _apply(self, *values: Any) -> Any:
        results = self._run(*values)
        arrays = tuple(np.asarray(value) for value in results)
        return arrays[0] if len(arrays) == 1 else arrays


def chain(transforms: list, values: tuple) -> tuple:
    """What functions one after the other make of the values."""
    for transform in transforms:
        result = transform(*values)
        values = result if isinstance(result, tuple) else (result,)
    return values


class Compose(CompoundOperation):
    """Transforms one after the other.

    Args:
        transforms: a list of functions.

    Returns:
        What the last transform returns; in a tuple, also if it is one value, for an image of Pillow
        and where a transform is one of Python.

    Raises:
        TypeError: `transforms` is not a list.
        ValueError: `transforms` is empty.
        RuntimeError: a transform fails.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.transforms as transforms
        >>> both = transforms.Compose([lambda x: x + 1, transforms.OneHot(3)])
        >>> both(np.array(1)).tolist()
        [0, 0, 1]
    """

    def __init__(self, transforms: list):
        super().__init__(transforms)
        self.transforms = Compose.decompose(self.transforms)

    @staticmethod
    def decompose(operations: list) -> list:
        """The operations with the parts of Compose in its place."""
        flat: list = []
        for operation in operations:
            inside = type(operation) is Compose
            flat.extend(Compose.decompose(operation.transforms) if inside else [operation])
        return flat

    def _run(self, *values):
        return chain(self.transforms, values)

    def _execute_py(self, *values):
        return self._run(*values)


class RandomApply(CompoundOperation):
    """Apply all transforms with a probability, else none.

    Args:
        transforms: a list of functions.
        prob: the probability. Default: ``0.5``.

    Returns:
        What the last transform returns, or the input.

    Raises:
        TypeError: `transforms` is not a list.
        ValueError: `transforms` is empty, or `prob` is not in [0, 1].
        RuntimeError: a transform fails.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import transforms
        >>> transforms.RandomApply([transforms.Fill(3)], prob=1.0)(np.array([1, 2])).tolist()
        [3, 3]
    """

    def __init__(self, transforms: list, prob: float = 0.5):
        super().__init__(transforms)
        checks.check_probability(prob)
        self.prob = prob

    def _run(self, *values):
        return chain(self.transforms, values) if self._rng.random() < self.prob else values


class RandomChoice(CompoundOperation):
    """Apply one of the transforms, at random.

    Args:
        transforms: non-empty list of transforms.

    Returns:
        What the transform returns.

    Raises:
        TypeError: `transforms` is not a list.
        ValueError: `transforms` is empty.
        RuntimeError: the transform fails.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import transforms
        >>> transforms.RandomChoice([transforms.Fill(3)])(np.array([1, 2])).tolist()
        [3, 3]
    """

    def _run(self, *values):
        return chain([self.transforms[self._rng.integers(len(self.transforms))]], values)


class RandomOrder(PyTensorOperation):
    """Apply the transforms in random order, that of Python's `random`.

    Args:
        transforms: non-empty list of transforms.

    Returns:
        What the last transform returns.

    Raises:
        TypeError: `transforms` is not a list.
        ValueError: `transforms` is empty.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import transforms
        >>> transforms.RandomOrder([transforms.Fill(3)])(np.array([1, 2])).tolist()
        [3, 3]
    """

    def __init__(self, transforms: list):
        check_operations(transforms)
        super().__init__()
        self.transforms = transforms

    def _execute_py(self, img):
        for transform in random.sample(self.transforms, len(self.transforms)):
            img = transform(img)
        return img


class TypeCast(TensorOperation):
    """Values in another type.

    Args:
        data_type: a MindSpore or NumPy type of numbers.

    Returns:
        Array of the shape of the input, in `data_type`.

    Raises:
        TypeError: `data_type` is no such type, or the input cannot be made an array.
        RuntimeError: the input is made of strings.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import transforms
        >>> transforms.TypeCast(np.float32)(np.array([1, 2])).tolist()
        [1.0, 2.0]
    """

    def __init__(self, data_type: DType):
        super().__init__()
        self._dtype = to_dtype(data_type, "data_type")
        self.data_type = str(self._dtype)

    def _apply(self, array):
        if array.dtype.kind in "SU" or self._dtype.kind == "U":
            raise RuntimeError(f"TypeCast: {array.dtype} cannot be cast to {self.data_type}.")
        return cast(array, self._dtype)


class OneHot(TensorOperation):
    """One-hot encoding of ints.

    Args:
        num_classes: the number of classes.
        smoothing_rate: what the class gives away to all classes, in [0, 1]; above 0 the result is
            float64. Default: ``0.0``.

    Returns:
        Array with one dimension more, of `num_classes` elements, in the dtype of the input, or
        float64 for a positive `smoothing_rate`.

    Raises:
        TypeError: `num_classes` is not an int, or the input cannot be made an array.
        ValueError: `num_classes` is not positive.
        RuntimeError: the input is not made of ints below `num_classes`.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.transforms as transforms
        >>> transforms.OneHot(3)(np.array([2, 0])).tolist()
        [[0, 0, 1], [1, 0, 0]]
    """

    def __init__(self, num_classes: int, smoothing_rate: float = 0.0):
        super().__init__()
        self.implementation = None
        checks.check_type(smoothing_rate, (int, float), "smoothing_rate")
        checks.check_type(num_classes, int, "num_classes")
        if num_classes <= 0:
            raise ValueError(f"The 'num_classes' must be positive, but got {num_classes}.")
        checks.check_range(smoothing_rate, 0, 1, "smoothing_rate")
        self.num_classes = num_classes
        self.smoothing_rate = smoothing_rate

    def _apply(self, array):
        if array.dtype.kind not in "iu":
            raise RuntimeError(f"OneHot: the input must be ints, but got {array.dtype}.")
        if array.ndim > 1:
            array = array.squeeze()
        if array.ndim > 1:
            raise RuntimeError(f"OneHot: the input must be 1-D, but got shape {array.shape}.")
        if array.size and (array.max() >= self.num_classes or array.min() < 0):
            raise RuntimeError(f"OneHot: the classes must be in [0, {self.num_classes}).")
        hot = (array[..., None] == np.arange(self.num_classes)).squeeze()
        if not self.smoothing_rate:
            return hot.astype(array.dtype)
        return hot * (1 - self.smoothing_rate) + self.smoothing_rate / self.num_classes


class Fill(TensorOperation):
    """Another value in all places.

    Args:
        fill_value: a str, float, bool, int or bytes.

    Returns:
        Array of the shape and dtype of the input.

    Raises:
        TypeError: `fill_value` is none of these, or the input cannot be made an array.
        RuntimeError: the value does not fit the dtype of the input.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import transforms
        >>> transforms.Fill(3)(np.array([1, 2])).tolist()
        [3, 3]
    """

    def __init__(self, fill_value: str | bytes | float):
        super().__init__()
        checks.check_type(fill_value, SCALARS, "fill_value")
        self.fill_value = fill_value

    def _apply(self, array):
        text = array.dtype.kind in "SU"
        if text != isinstance(self.fill_value, str | bytes):
            raise RuntimeError(f"Fill: {self.fill_value!r} does not fit into {array.dtype}.")
        value = np.asarray(self.fill_value)
        return np.full(array.shape, value if text else cast(value, array.dtype))


class Concatenate(TensorOperation):
    """One array of a prefix, the inputs and a suffix, all 1-D.

    Args:
        axis: 0 or -1. Default: ``0``.
        prepend: the prefix. Default: ``None``.
        append: the suffix. Default: ``None``.

    Returns:
        Array of one dimension.

    Raises:
        TypeError: `axis` is not an int, or the input cannot be made an array.
        ValueError: `axis` is out of range.
        RuntimeError: an input is not 1-D, or the dtypes differ in kind.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import transforms
        >>> transforms.Concatenate(append=np.array([3.0]))(np.array([1.0, 2.0])).tolist()
        [1.0, 2.0, 3.0]
    """

    def __init__(
        self, axis: int = 0, prepend: np.ndarray | None = None, append: np.ndarray | None = None
    ):
        super().__init__()
        if axis is not None:
            checks.check_type(axis, int, "axis")
            if axis not in (0, -1):
                raise ValueError(f"The 'axis' must be 0 or -1, but got {axis}.")
        for name, array in ("prepend", prepend), ("append", append):
            if array is not None:
                checks.check_type(array, np.ndarray, name)
                if array.ndim != 1:
                    raise ValueError(f"The '{name}' must be 1-D, but got shape {array.shape}.")
        self.axis = axis
        self.prepend = prepend
        self.append = append

    def _apply(self, *arrays):
        parts = [part for part in (self.prepend, *arrays, self.append) if part is not None]
        if any(part.ndim != 1 for part in parts):
            raise RuntimeError("Concatenate: the inputs must be 1-D.")
        kinds = {part.dtype.kind if part.dtype.kind in "SU" else part.dtype for part in parts}
        if len(kinds) != 1:
            raise RuntimeError(f"Concatenate: the types must be the same, but got {kinds}.")
        return np.concatenate(parts)


class Duplicate(TensorOperation):
    """The input twice: a second column.

    Returns:
        Tuple of two arrays, the input twice.

    Raises:
        TypeError: the input cannot be made an array.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import transforms
        >>> [part.tolist() for part in transforms.Duplicate()(np.array([1, 2]))]
        [[1, 2], [1, 2]]
    """

    def _apply(self, array):
        return array, array.copy()


class Relational(IntEnum):
    """Comparisons of `Mask`: equal, not equal, greater, greater or equal, less, less or equal.

    Examples:
        >>> from msjax.dataset import transforms
        >>> transforms.Mask(transforms.Relational.GT, 2)([1, 2, 3])
        array([False, False,  True])
    """

    EQ = 0
    NE = 1
    GT = 2
    GE = 3
    LT = 4
    LE = 5


_COMPARE = (np.equal, np.not_equal, np.greater, np.greater_equal, np.less, np.less_equal)


class Mask(TensorOperation):
    """Where a comparison with a constant holds.

    Args:
        operator: a Relational.
        constant: a str, float, bool, int or bytes.
        dtype: type of the result. Default: ``mindspore.bool_``.

    Returns:
        Array of the shape of the input, in `dtype`.

    Raises:
        TypeError: `operator` is no Relational, or the input cannot be made an array.
        RuntimeError: numbers are compared with strings.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import transforms
        >>> transforms.Mask(transforms.Relational.GT, 1)(np.array([1, 2])).tolist()
        [False, True]
    """

    def __init__(
        self, operator: Relational, constant: str | bytes | float, dtype: mstype.Type = mstype.bool_
    ):
        super().__init__()
        checks.check_type(operator, Relational, "operator")
        checks.check_type(constant, SCALARS, "constant")
        checks.check_type(dtype, mstype.Type, "dtype")
        self.operator = operator
        self.constant = constant
        self.dtype = dtype

    def _apply(self, array):
        dtype = to_dtype(self.dtype, "dtype")
        if dtype.kind == "U":
            raise RuntimeError("Mask: the result must be numbers or bools.")
        if (array.dtype.kind in "SU") != isinstance(self.constant, str | bytes):
            raise RuntimeError(f"Mask: {self.constant!r} does not compare with {array.dtype}.")
        constant = np.asarray(self.constant)
        if array.dtype.kind not in "SU":
            constant = cast(constant, array.dtype)
        return _COMPARE[self.operator](array, constant).astype(dtype)


class PadEnd(TensorOperation):
    """The input filled up or cut at its end to a shape.

    Args:
        pad_shape: list of ints, None for a dimension that stays.
        pad_value: the value to fill with. Default: ``None``, 0 or the empty string.

    Returns:
        Array of `pad_shape`, in the dtype of the input.

    Raises:
        TypeError: `pad_shape` is not a list, or the input cannot be made an array.
        ValueError: a length is not positive.
        RuntimeError: the input has another number of dimensions, or `pad_value` does not fit its
            dtype.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import transforms
        >>> transforms.PadEnd([4], 9)(np.array([1, 2])).tolist()
        [1, 2, 9, 9]
    """

    def __init__(self, pad_shape: list, pad_value: str | bytes | float | None = None):
        super().__init__()
        if pad_value is not None:
            checks.check_type(pad_value, SCALARS, "pad_value")
        checks.check_type(pad_shape, list, "pad_shape")
        for size in pad_shape:
            if size is not None:
                checks.check_int(size, 1, checks.INT64_MAX, "pad_shape")
        self.pad_shape = pad_shape
        self.pad_value = pad_value

    def _apply(self, array):
        text = array.dtype.kind in "SU"
        value = self.pad_value
        if value is None:
            value = {"U": "", "S": b""}.get(array.dtype.kind, 0)
        if text != isinstance(value, str | bytes):
            raise RuntimeError(f"PadEnd: {value!r} does not fit into {array.dtype}.")
        if not array.ndim:
            return array
        if None in self.pad_shape or len(self.pad_shape) != array.ndim:
            raise RuntimeError(
                f"PadEnd: an input of shape {list(array.shape)} cannot get {self.pad_shape}."
            )
        dtype = np.result_type(array.dtype, np.asarray(value)) if text else array.dtype
        padded = np.full(self.pad_shape, filler(value, dtype), dtype)
        inside = tuple(map(slice, map(min, array.shape, self.pad_shape)))
        padded[inside] = array[inside]
        return padded


class Slice(TensorOperation):
    """Parts of the input; no dimension is lost.

    Args:
        slices: for each dimension an int, a list of ints, a slice, or None, True or ... for all.

    Returns:
        Array of as many dimensions, in the dtype of the input.

    Raises:
        TypeError: an argument is none of these, or the input cannot be made an array.
        RuntimeError: the input has fewer dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import transforms
        >>> transforms.Slice(slice(0, 2))(np.array([1, 2, 3])).tolist()
        [1, 2]
    """

    def __init__(self, *slices: int | list[int] | slice | EllipsisType | None):
        super().__init__()
        for one in slices:
            if one is not None:
                checks.check_type(one, (int, bool, list, slice, type(...)), "slice")
                if isinstance(one, list):
                    checks.check_all(one, int, "slice")
        self.slices = slices

    def _apply(self, array):
        if len(self.slices) > array.ndim:
            raise RuntimeError(f"Slice: {len(self.slices)} slices for shape {array.shape}.")
        for axis, one in enumerate(self.slices):
            if one is None or one is True or one is ...:
                continue
            if one is False:
                raise RuntimeError("Slice: False chooses nothing.")
            size = array.shape[axis]
            places = np.arange(size)[one] if isinstance(one, slice) else np.atleast_1d(one)
            if places.size and not (-size <= places.min() and places.max() < size):
                raise RuntimeError(f"Slice: {one} is out of the range of {size}.")
            array = np.take(array, places, axis)
        return array


class Unique(TensorOperation):
    """Different values in the order of their first place, places to values, and counts.

    The input has two dimensions or more; it is flattened.

    Returns:
        Tuple of the values, in the dtype of the input, and two Int32 arrays: for each element the
        place of its value, and for each value how often it occurs.

    Raises:
        TypeError: the input cannot be made an array.
        RuntimeError: the input has fewer than two dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import transforms
        >>> [part.tolist() for part in transforms.Unique()(np.array([[1, 2], [1, 3]]))]
        [[1, 2, 3], [0, 1, 0, 2], [2, 1, 1]]
    """

    def _apply(self, array):
        if array.ndim < 2 or array.dtype.kind not in "iuf":
            raise RuntimeError(
                f"Unique: the input must be numbers of 2 or more dimensions, but got {array.dtype} "
                f"of shape {array.shape}."
            )
        values, first, inverse, counts = np.unique(
            array.ravel(), return_index=True, return_inverse=True, return_counts=True
        )
        order = np.argsort(first)
        places = np.argsort(order).astype(np.int32)
        return values[order], places[inverse.ravel()], counts[order].astype(np.int32)


class Plugin(TensorOperation):
    """A transform in a shared library of MindSpore's own interface, which msjax cannot load.

    Args:
        lib_path (str): path of the library.
        func_name (str): name of the function.
        user_args (str): its arguments. Default: ``None``.

    Returns:
        Nothing: it is refused.

    Raises:
        NotImplementedError: always; `map` takes functions, also ones that call C by ctypes.

    Examples:
        >>> import msjax.dataset.transforms as transforms
        >>> transforms.Plugin("library.so", "function")
        Traceback (most recent call last):
        NotImplementedError: ...
    """

    def __init__(self, lib_path: str, func_name: str, user_args: str | None = None):
        raise NotImplementedError(
            "Plugin is not supported by msjax, which has no such interface; give map a function of "
            "Python, which may call C by ctypes."
        )
