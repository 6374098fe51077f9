"""Data pipelines, to be run by MindSpore and by msjax.

A case is an expression over the sources and helpers below; its outcome is what it evaluates to,
with kinds, dtypes and shapes, or the class of the error.
"""

from __future__ import annotations

import io
import struct
import tempfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np


class Source:
    """Random access: rows (image, label)."""

    def __init__(self, size: int = 5):
        self.size = size

    def __len__(self):
        return self.size

    def __getitem__(self, index):
        i = int(index)
        return np.full((2,), i, np.float32), np.array(i, np.int32)


class Ragged(Source):
    """Rows of growing length."""

    def __getitem__(self, index):
        return (np.arange(int(index) + 1, dtype=np.int64),)


class Scalars(Source):
    """Rows that are not tuples."""

    def __getitem__(self, index):
        return int(index) * 2


class Kinds(Source):
    """What kind of index it was asked for."""

    def __getitem__(self, index):
        return (np.array(type(index).__name__),)


class Mixed(Source):
    """Python values."""

    def __getitem__(self, index):
        i = int(index)
        return i, i / 2, bool(i), str(i), bytes(str(i), "utf8"), [i, i + 1], (i * 0.5,)


class Endless:
    """Random access without a length."""

    def __getitem__(self, index):
        if index >= 3:
            raise IndexError
        return (np.array(index),)


class Broken(Source):
    """Fails in the third row."""

    def __getitem__(self, index):
        if int(index) == 2:
            raise KeyError("row")
        return (np.array(index),)


class Rows:
    """An iterable without random access."""

    def __iter__(self):
        for i in range(4):
            yield np.array([i, i]), np.array(i)


class Sized(Rows):
    """The same with a length."""

    def __len__(self):
        return 4


class Counter:
    """An iterator."""

    def __init__(self):
        self.at = 0

    def __iter__(self):
        self.at = 0
        return self

    def __next__(self):
        if self.at == 3:
            raise StopIteration
        self.at += 1
        return (np.array(self.at),)


def count(size: int = 4):
    """A function that makes a generator of rows of one column."""

    def generator():
        for i in range(size):
            yield (np.array(i),)

    return generator


def pairs():
    """A generator function with two columns."""
    for i in range(3):
        yield np.array([i, i + 1], np.int16), np.array(i * 0.5)


def digest(value: Any) -> Any:
    """Dtype, shape and checksum of an image, or of each of several."""
    if isinstance(value, tuple | list):
        return [digest(one) for one in value]
    array = np.asarray(value)
    return [str(array.dtype), list(array.shape), zlib.crc32(array.tobytes())]


def pil(array: np.ndarray) -> Any:
    """An image of Pillow."""
    from PIL import Image

    return Image.fromarray(array)


def png_file(bits: int, colors: int, array: np.ndarray, **chunks: bytes) -> np.ndarray:
    """The bytes of a PNG file with rows as they are."""

    def chunk(kind: str, data: bytes) -> bytes:
        named = kind.encode() + data
        return struct.pack(">I", len(data)) + named + struct.pack(">I", zlib.crc32(named))

    height, width = array.shape[:2]
    rows = b"".join(b"\0" + row.tobytes() for row in array.astype(array.dtype.newbyteorder(">")))
    head = struct.pack(">IIBBBBB", width, height, bits, colors, 0, 0, 0)
    parts = {"IHDR": head, **chunks, "IDAT": zlib.compress(rows), "IEND": b""}
    data = b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts.items())
    return np.frombuffer(data, np.uint8)


def tiff_file(array: np.ndarray, colors: int = 1, extra: int | None = None) -> np.ndarray:
    """The bytes of a TIFF file of one strip."""
    height, width, channels = array.shape if array.ndim == 3 else (*array.shape, 1)
    pixels = array.astype(array.dtype.newbyteorder("<")).tobytes()
    bits, kind = array.dtype.itemsize * 8, {"u": 1, "i": 2, "f": 3}[array.dtype.kind]
    tags = {256: width, 257: height, 258: bits, 259: 1, 262: colors, 273: 8, 277: channels}
    tags |= {278: height, 279: len(pixels), 284: 1, 338: extra, 339: kind}
    tags = {tag: value for tag, value in tags.items() if value is not None}
    lists = 8 + len(pixels) + 2 + 12 * len(tags) + 4
    data = b"II*\0" + struct.pack("<I", 8 + len(pixels)) + pixels + struct.pack("<H", len(tags))
    for tag, value in tags.items():
        several = channels if tag in (258, 339) else 1
        if several == 2:  # both in the place of one
            value *= 65537
        elif several > 2:
            value = lists + 2 * channels * (tag == 339)
        wide = 4 if tag in (273, 279) else 3
        data += struct.pack("<HHII", tag, wide, several, value)
    numbers = [bits] * channels + [kind] * channels
    data += struct.pack(f"<I{2 * channels}H", 0, *numbers)
    return np.frombuffer(data, np.uint8)


def _cmyk(array: np.ndarray) -> bytes:
    """The bytes of a JPEG file of four channels."""
    stream = io.BytesIO()
    pil(array).convert("CMYK").save(stream, "JPEG")
    return stream.getvalue()


def read_all(data: np.ndarray, vision: Any) -> list:
    """What a file is decoded to, and read as in every mode."""
    found: list = []
    for read in (
        vision.Decode(),
        vision.Decode(to_pil=True),
        *(
            lambda data, mode=mode: saved(
                lambda place: Path(place).write_bytes(data.tobytes()),
                lambda place: vision.read_image(place, mode),
            )
            for mode in vision.ImageReadMode
        ),
    ):
        try:
            found.append(brief(read(data)))
        except Exception as error:
            found.append(type(error).__name__)
    return found


def kinds() -> dict[str, np.ndarray]:
    """Images of every kind that a transform may be given, small where values are recorded."""
    square = np.arange(32 * 33 * 3).reshape(32, 33, 3) ** 2 // 7 % 256
    odd, image = square.astype(np.uint8), square[5:9, 7:12].astype(np.uint8)
    small = image[:3, :4]
    return {
        "odd": odd,
        "grey": odd[1:, :, 1],
        "one channel": odd[:9, :8, :1],
        "two channels": odd[:9, :8, :2],
        "four channels": np.concatenate([odd[:9], odd[1:10, :, :1]], -1),
        "one pixel": image[:1, 1:2],
        "four grey pixels": image[2:4, 1:3, 2],
        "channels first": np.ascontiguousarray(odd[:9, :4].transpose(2, 0, 1)),
        "batch": np.stack([image, image[::-1]]),
        "grey batch": np.stack([image, image[::-1]])[..., :1],
        "video": np.stack([image, image[::-1]])[None],
        "empty": image[:0],
        "line": image[0],
        "int8": (square[:8, :9] // 4 - 9).astype(np.int8),
        "int16": (square[:8, :9] * 2 - 99).astype(np.int16),
        "uint16": (square[:8, :9] * 2).astype(np.uint16),
        "int32": (square[:8, :9] * 2 - 99).astype(np.int32),
        "float16": (small / 256).astype(np.float16),
        "float32": (small / 255).astype(np.float32),
        "large float32": small.astype(np.float32),
        "float64": small / 255,
        "str": np.array(["a", "b"]),
    }


def brief(value: Any) -> Any:
    """Values of floats, and a checksum of everything else."""
    if isinstance(value, tuple | list):
        return [brief(one) for one in value]
    array = np.asarray(value)
    if array.dtype.kind == "f" and array.size <= 200:
        return array.astype(array.dtype if array.dtype != np.float16 else np.float32)
    if array.dtype.kind == "f":
        array = np.round(array.astype(np.float64), 2) + 0.0
        return [str(array.dtype), list(array.shape), round(float(array.mean()), 3)]
    return digest(array)


def each(transform: Any, *others: Any, names: Any = None, wrap: Any = None) -> dict:
    """What a transform makes of images of every kind, or the class of the error."""
    found = {}
    for name, image in kinds().items():
        if names is None or name in names:
            try:
                given = image if wrap is None else wrap(image)
                found[name] = brief(transform(given, *(one.copy() for one in others)))
            except Exception as error:
                found[name] = {"error": type(error).__name__}
    return found


def each_pil(transform: Any) -> dict:
    """The same of images of Pillow."""
    return each(
        transform, names=("odd", "grey", "four channels", "one pixel", "four grey pixels"), wrap=pil
    )


def saved(write: Any, read: Any, *args: Any) -> Any:
    """What is read again from a file that was written."""
    with tempfile.TemporaryDirectory() as folder:
        place = str(Path(folder) / "file")
        write(place, *args)
        return read(place)


def draws(transform: Any, image: np.ndarray, count: int) -> list:
    """All results that occur in many calls, as checksums."""
    return sorted({digest(transform(image))[2] for _ in range(count)})


def show(value: Any) -> Any:
    """Kinds, dtypes, shapes and values as JSON."""
    if isinstance(value, np.ndarray) or hasattr(value, "asnumpy"):
        kind = "array" if isinstance(value, np.ndarray) else "tensor"
        array = value if isinstance(value, np.ndarray) else value.asnumpy()
        values = array.tolist()
        if array.dtype.kind == "S":
            values = np.char.decode(array).tolist()
        elif array.dtype.kind == "f":
            values = np.round(array.astype(np.float64), 5).tolist()
        return [kind, str(array.dtype), list(array.shape), values]
    if isinstance(value, dict):
        return {str(key): show(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [type(value).__name__, *map(show, value)]
    if isinstance(value, bytes):
        return ["bytes", value.decode()]
    if isinstance(value, np.dtype | type):
        return str(value)
    if isinstance(value, np.generic):
        return [type(value).__name__, value.item()]
    return value if isinstance(value, str | int | float | type(None)) else type(value).__name__


def near(got, want):
    """Equal; arrays of floats up to rounding."""
    if isinstance(want, list) and want and want[0] in ("array", "tensor"):
        assert got[:3] == want[:3]
        if want[1].startswith("float"):
            np.testing.assert_allclose(got[3], want[3], rtol=1e-5, atol=2e-5)
        else:
            assert got == want
    elif isinstance(want, list):
        assert len(got) == len(want)
        for one, other in zip(got, want, strict=True):
            near(one, other)
    elif isinstance(want, dict):
        assert list(got) == list(want)
        for key in want:
            near(got[key], want[key])
    else:
        assert got == want


class Case:
    """Names that the expressions use."""

    def __init__(self, ms: Any, ds: Any):
        from importlib import import_module

        self.names = dict(globals())
        self.names |= {"ms": ms, "ds": ds, "rows": rows, "vals": vals, "info": info}
        for name in ("transforms", "vision"):
            self.names[name[0].upper()] = import_module(f"{ds.__name__}.{name}")

        class Backwards(ds.Sampler):
            def __iter__(self):
                yield from range(4, -1, -1)

        class Sized(ds.Sampler):
            def __init__(self, num_samples=None):
                super().__init__(num_samples)

            def __iter__(self):
                for i in range(self.dataset_size):
                    yield (i * 2) % self.dataset_size

        self.names |= {"Backwards": Backwards, "SizedSampler": Sized}
        self.names["im"] = (np.arange(60).reshape(4, 5, 3) * 7 % 256).astype(np.uint8)
        y, x = np.mgrid[:13, :37]
        self.names["wide"] = np.stack([y * 19, x * 6, (x + y) * 5], -1).astype(np.uint8)
        self.names["wide"][::3, ::2] ^= 85
        y, x = np.mgrid[:48, :60]
        noise = np.stack([y * y * 7 + x * 13, y * 29 + x * x * 3, (x ^ y) * 37], -1)
        self.names["big"] = lambda dtype: (
            (noise % 251).astype(dtype) if dtype is np.uint8 else (noise % 601 - 300).astype(dtype)
        )
        coded = self.names["V"].encode_png(self.names["big"](np.uint8))
        self.names["png"] = lambda _: coded
        self.names["N"] = self.names["V"].Normalize([120.0, 110.0, 100.0], [50.0, 51.0, 52.0])
        self.names["odd"] = kinds()["odd"]
        self.names["deep"] = (noise[:8, :9, [0, 1, 2, 0]] * 991 % 65521).astype(np.uint16)
        self.names["cmyk"] = np.frombuffer(_cmyk(kinds()["odd"]), np.uint8)
        self.names["real"] = (self.names["im"][..., 0] / 16).astype(np.float32)
        self.names["boxes"] = np.array([[1, 1, 2, 2], [0, 2, 5, 2]], np.float32)
        self.names["gen"] = lambda size=5, **kw: ds.GeneratorDataset(
            Source(size), ["a", "b"], **{"shuffle": False, **kw}
        )
        self.names["nums"] = lambda size=5, **kw: ds.NumpySlicesDataset(
            list(range(size)), "n", **{"shuffle": False, **kw}
        )
        self.names["ragged"] = lambda size=4: ds.GeneratorDataset(Ragged(size), "n", shuffle=False)

    def outcome(self, expression: str) -> Any:
        """What the expression gives, or the class of its error."""
        self.names["ds"].config.set_seed(5489)
        try:
            return show(eval(expression, self.names))
        except Exception as error:
            return {"error": type(error).__name__}


def rows(dataset: Any, **kwargs) -> list:
    """All rows of one epoch as dicts of arrays."""
    return list(dataset.create_dict_iterator(num_epochs=1, output_numpy=True, **kwargs))


def vals(dataset: Any) -> list:
    """The first column of each row."""
    return [row[0].tolist() for row in dataset.create_tuple_iterator(1 and None, 1, True)]


def info(dataset: Any) -> list:
    """What a dataset tells about itself."""
    return [
        dataset.get_dataset_size(),
        dataset.get_batch_size(),
        dataset.get_repeat_count(),
        dataset.get_col_names(),
        dataset.output_shapes(),
        [str(t) for t in dataset.output_types()],
    ]


def _groups() -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    path = Path(__file__).with_name("golden") / "dataset_cases.txt"
    for line in path.read_text().splitlines():
        if line.startswith("## "):
            name = line[3:]
            groups[name] = []
        else:
            groups[name].append(line)
    return groups


GROUPS = _groups()
