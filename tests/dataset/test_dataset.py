"""Data pipelines against the recorded facts, and what has no recorded value."""

import copy
import gc
import importlib
import json
import subprocess
import sys
import threading

import dataset_cases as cases
import numpy as np
import pytest
from places import read_golden

import msjax as ms
import msjax.dataset as ds
from msjax import ops
from msjax.dataset import debug, transforms, vision

GOLDEN = read_golden("dataset.json")
ALL = [(group, key) for group, facts in GOLDEN.items() for key in facts]
CASE = cases.Case(ms, ds)


@pytest.fixture(autouse=True)
def fresh_settings():
    ds.config.set_seed(5489)
    yield
    ds.config.set_seed(5489)


def test_transforms_for_a_device():
    image = np.arange(48, dtype=np.uint8).reshape(4, 4, 3)
    resize = vision.Resize(2)
    assert resize.device_target == "CPU" and resize.device("Ascend") is resize
    assert (resize(image) == vision.Resize(2)(image)).all()
    for error, make in (
        (ValueError, lambda: resize.device("GPU")),
        (TypeError, lambda: resize.device(1)),
        (RuntimeError, lambda: vision.Resize(2, vision.Inter.AREA).device("Ascend")),
        (RuntimeError, lambda: vision.Rotate(3, vision.Inter.CUBIC).device("Ascend")),
        (RuntimeError, lambda: vision.GaussianBlur(7).device("Ascend")),
    ):
        with pytest.raises(error):
            make()
    assert not hasattr(vision.CenterCrop(2), "device")


def test_every_case_is_recorded():
    assert {group: list(facts) for group, facts in GOLDEN.items()} == cases.GROUPS


def _marks(expression):
    """Thousands of draws of a policy take a second: not in the quick suite."""
    return [pytest.mark.sweep] if expression.endswith((" 2000)", " 2500)")) else []


@pytest.mark.parametrize(
    ("group", "expression"), [pytest.param(*case, marks=_marks(case[1])) for case in ALL]
)
def test_recorded(group, expression):
    if group == "images of Pillow":
        pytest.importorskip("PIL")
    got = json.loads(json.dumps(CASE.outcome(expression)))
    cases.near(got, GOLDEN[group][expression])


def numbers(count=100, **kwargs):
    return ds.NumpySlicesDataset({"n": np.arange(count)}, **kwargs)


def values(dataset):
    return [row[0].tolist() for row in dataset.create_tuple_iterator(num_epochs=1)]


def test_package_loads_when_used():
    code = (
        "import sys, msjax; assert not any(n.startswith('msjax.dataset') for n in sys.modules);"
        "msjax.dataset.config; assert 'msjax.dataset.engine' in sys.modules;"
        "assert 'sqlite3' not in sys.modules"  # which not every Python has
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_threads_do_not_outlive_the_program():
    code = (
        "import msjax.dataset as ds;"
        "data = ds.NumpySlicesDataset(list(range(9)), num_parallel_workers=2).repeat();"
        "rows = data.create_tuple_iterator(); next(rows)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=True)
    assert not done.stderr


def test_paths_of_older_releases():
    from msjax.dataset.engine.samplers import SequentialSampler
    from msjax.dataset.transforms import c_transforms, py_transforms
    from msjax.dataset.vision import c_transforms as vision_c
    from msjax.dataset.vision import py_transforms as vision_py

    assert c_transforms.TypeCast is transforms.TypeCast
    assert py_transforms.Compose is transforms.Compose
    assert (
        issubclass(vision_c.Resize, vision.Resize)
        and vision_c.Equalize.__module__ == vision_c.__name__
    )
    assert SequentialSampler is ds.SequentialSampler
    image = np.zeros((3, 2, 4), np.float32)
    assert vision_py.Normalize([1.0] * 3, [2.0] * 3)(image).shape == (3, 2, 4)


def test_images_of_older_releases():
    """Those of py_transforms were Pillow's or had channels first, those of c_transforms arrays."""
    image_of = pytest.importorskip("PIL.Image").Image
    from msjax.dataset.vision import c_transforms as vision_c
    from msjax.dataset.vision import py_transforms as vision_py

    image = np.arange(36, dtype=np.uint8).reshape(4, 3, 3)
    encoded = vision.encode_png(image)
    assert isinstance(vision_py.Decode()(encoded), image_of)
    # Pillow's way to resize an image, which is not that of arrays
    steps = transforms.Compose([vision_py.Decode(), vision_py.Resize((2, 2)), vision_py.ToTensor()])
    pil = vision.Resize((2, 2))(vision.ToPIL()(image))
    assert np.array_equal(steps(encoded)[0], vision.ToTensor()(pil))
    for decode in (vision_c.Decode(), vision_c.Decode(True), vision_c.Decode(rgb=True)):
        assert np.array_equal(decode(encoded), image)
    data = ds.NumpySlicesDataset({"image": [encoded]}).map(
        [vision_c.Decode(True), vision_c.HorizontalFlip(), vision_c.HWC2CHW()], "image"
    )
    (row,) = data.create_tuple_iterator(num_epochs=1, output_numpy=True)
    assert np.array_equal(row[0], image[:, ::-1].transpose(2, 0, 1))
    with pytest.raises(ValueError, match="'rgb' must be True"):
        vision_c.Decode(rgb=False)
    for kind, args in (("Resize", (6,)), ("CenterCrop", (2,)), ("Pad", (1,)), ("Invert", ())):
        make, of_today = getattr(vision_c, kind), getattr(vision, kind)
        given = make(*args)(vision.ToPIL()(image))
        assert type(given) is np.ndarray and isinstance(make(*args), of_today)
        assert np.array_equal(given, of_today(*args)(image))
    assert np.array_equal(vision_c.RgbToBgr()(image), image[..., ::-1])
    assert np.array_equal(vision_py.RgbToBgr(is_hwc=True)(image), image[..., ::-1])
    first = image.transpose(2, 0, 1)
    assert np.array_equal(vision_py.RgbToBgr()(first[None]), first[None, ::-1])
    with pytest.raises(TypeError, match="3 channels"):
        vision_py.RgbToBgr()(image)
    assert vision_py.Cutout(2)(first).shape == (3, 4, 3)
    assert vision_py.ToType(output_type=np.float16)(image).dtype == np.float16


def test_seeded_order_repeats_and_epochs_differ():
    data = numbers()
    ms.set_seed(7)
    iterator = data.create_tuple_iterator(num_epochs=2)
    epochs = [[int(row[0]) for row in iterator] for _ in range(2)]
    assert epochs[0] != epochs[1]
    assert sorted(epochs[0]) == sorted(epochs[1]) == list(range(100))
    ms.set_seed(7)
    assert values(data) == epochs[0]
    assert values(data) == epochs[0]
    ds.config.set_seed(8)
    assert values(data) != epochs[0]


def test_datasets_with_one_seed_stay_aligned():
    ds.config.set_seed(3)
    both = ds.zip((numbers(), numbers().rename("n", "m")))
    assert all(int(a) == int(b) for a, b in both)


@pytest.mark.parametrize(
    ("shards", "error"),
    [
        ({"num_shards": "2"}, TypeError),
        ({"num_shards": True}, TypeError),
        ({"shard_id": 1.5}, TypeError),
        ({"num_shards": -1}, ValueError),
        ({"shard_id": 0}, ValueError),
    ],
)
def test_the_types_of_shards_are_looked_at_first(shards, error):
    with pytest.raises(error):
        numbers(10, **shards)


def test_shards_are_disjoint_in_every_epoch():
    shards = [numbers(10, num_shards=2, shard_id=i) for i in range(2)]
    runs = [shard.create_tuple_iterator(num_epochs=2) for shard in shards]
    for _ in range(2):
        assert sorted(int(row[0]) for run in runs for row in run) == list(range(10))


def test_parts_are_disjoint_without_a_seed():
    for data in numbers(50), numbers(50, shuffle=False).map(lambda n: n):
        first, second = data.split([0.8, 0.2])
        assert sorted(values(first) + values(second)) == list(range(50))
        assert values(first) == values(first)


def test_rows_of_classes_are_drawn_anew(tmp_path):
    """As MindSpore's: with repetitions, class by class, others in each epoch."""
    idx(tmp_path / "train-images-idx3-ubyte", np.arange(60)[:, None, None] + np.zeros((28, 28)))
    idx(tmp_path / "train-labels-idx1-ubyte", np.arange(60) % 2)
    ds.config.set_seed(1)
    data = ds.MnistDataset(str(tmp_path), "train", sampler=ds.PKSampler(40))
    assert len(data) == 80
    rows = data.create_tuple_iterator(num_epochs=2, output_numpy=True)
    epochs = [[int(image[0, 0, 0]) for image, _ in rows] for _ in range(2)]
    ds.config.set_seed(5489)
    assert epochs[0] != epochs[1]
    for found in epochs:
        assert [n % 2 for n in found] == [0] * 40 + [1] * 40
        assert len(set(found)) < 60


def test_classes_of_noise():
    data = ds.FakeImageDataset(40, (2, 2, 3), num_classes=4, sampler=ds.PKSampler(2))
    assert [int(label) for _, label in data] == [0, 0, 1, 1, 2, 2, 3, 3]


FILES = {
    "images": lambda folder, **options: ds.ImageFolderDataset(folder, **options),
    "records": lambda folder, **options: ds.MindDataset(folder + "/x.mindrecord", **options),
}
TOGETHER = {
    "num_shards": {"num_shards": 2},
    "shard_id": {"shard_id": 0},
    "num_samples": {"sampler": ds.SequentialSampler(), "num_samples": 2},
    "shuffle": {"sampler": ds.SequentialSampler(), "shuffle": False},
    "sharded": {"sampler": ds.SequentialSampler(), "num_shards": 2, "shard_id": 0},
}


@pytest.mark.parametrize("options", TOGETHER.values(), ids=TOGETHER)
@pytest.mark.parametrize("source", FILES.values(), ids=FILES)
def test_arguments_that_do_not_go_together(source, options, tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "x.mindrecord").write_bytes(b"")
    with pytest.raises(RuntimeError, match="together"):
        source(str(tmp_path), **options)


def test_lists_of_indices_are_for_batches():
    data = ds.NumpySlicesDataset([1, 2, 3], sampler=iter([[0, 1], [2]]))
    with pytest.raises(RuntimeError, match="gave a list"):
        list(data)


def test_shuffle_buffer_bounds_the_distance():
    mixed = values(numbers(200, shuffle=False).shuffle(8))
    assert sorted(mixed) == list(range(200))
    assert mixed != sorted(mixed)
    assert all(place >= value - 8 for place, value in enumerate(mixed))


def test_weights_are_probabilities():
    ds.config.set_seed(1)
    sampler = ds.WeightedRandomSampler([1.0, 3.0] + [0.0] * 3998)
    drawn = values(numbers(4000, sampler=sampler))
    assert set(drawn) == {0, 1}
    assert abs(np.mean(drawn) - 0.75) < 0.03


@pytest.mark.parametrize("where", ["source", "map", "batch", "filter"])
def test_threads_keep_order_and_end(where):
    seen = set()

    class Source:
        def __len__(self):
            return 60

        def __getitem__(self, index):
            return (note(np.array(index)),)

    def note(value):
        seen.add(threading.current_thread())
        return value

    threads = {"num_parallel_workers": 3}
    data = ds.GeneratorDataset(
        Source() if where == "source" else range(60),
        "n",
        shuffle=False,
        **(threads if where == "source" else {}),
    )
    if where == "map":
        data = data.map(note, "n", **threads)
    if where == "filter":
        data = data.filter(lambda n: note(n) >= 0, **threads)
    if where == "batch":
        data = data.batch(1, per_batch_map=lambda n, info: (note(n),), **threads)
    assert np.ravel(values(data)).tolist() == list(range(60))
    assert threading.current_thread() not in seen
    next(iter(data))  # left early
    iterator = data.create_tuple_iterator()
    next(iterator)
    iterator.stop()
    with pytest.raises(RuntimeError, match="stopped"):
        next(iterator)
    del iterator
    gc.collect()
    assert not [t for t in threading.enumerate() if t.name == "msjax-dataset"]


def test_debug_mode_stays_in_the_calling_thread():
    ds.config.set_debug_mode(True)
    try:
        data = numbers(5, shuffle=False, num_parallel_workers=2)
        data = data.map(lambda n: np.array(threading.get_ident()), num_parallel_workers=2)
        assert set(values(data)) == {threading.get_ident()}
    finally:
        ds.config.set_debug_mode(False)


TAKEN_NAMES = {  # as MindSpore has it: the old values stay where the number of columns changes
    "one for one": (lambda a: a + 10, ["a"], ["b"], ["b", "c"], [11, 5]),
    "to the left": (lambda c: c + 10, ["c"], ["a"], ["b", "a"], [3, 15]),
    "exchanged": (
        lambda a, b: (a + 10, b + 20),
        ["a", "b"],
        ["b", "a"],
        ["b", "a", "c"],
        [11, 23, 5],
    ),
    "more": (lambda a: (a + 10, a + 20), ["a"], ["n", "b"], ["n", "b", "c"], [11, 3, 5]),
    "fewer": (lambda a, b: a + b, ["a", "b"], ["c"], ["c"], [5]),
}


@pytest.mark.parametrize("case", TAKEN_NAMES)
def test_columns_with_the_name_of_another_one(case):
    function, inputs, outputs, names, first = TAKEN_NAMES[case]
    source = ds.NumpySlicesDataset({"a": [1, 2], "b": [3, 4], "c": [5, 6]}, shuffle=False)
    data = source.map(function, inputs, outputs)
    assert data.get_col_names() == names
    rows = data.create_dict_iterator(num_epochs=1, output_numpy=True)
    assert [(name, int(value)) for name, value in next(rows).items()] == list(
        zip(names, first, strict=True)
    )
    assert data.map(lambda x: x * 2, names[0]).project(names[:1]).output_shapes() == [[]]
    same = {1: lambda x, info: x, 2: lambda x, y, info: (x, y)}
    if set(outputs) - set(inputs):
        with pytest.raises(RuntimeError, match="must be new"):
            source.batch(
                2,
                per_batch_map=same[len(inputs)],
                input_columns=inputs,
                output_columns=outputs,
            ).get_col_names()


def test_errors_in_threads_reach_the_caller():
    def fail(n):
        if n == 7:
            raise KeyError("seven")
        return n

    data = numbers(20, shuffle=False).map(fail, num_parallel_workers=2)
    got = []
    with pytest.raises(RuntimeError, match=r"map operation: \[fail\].*KeyError: 'seven'"):
        got.extend(int(row[0]) for row in data)
    assert not [t for t in threading.enumerate() if t.name == "msjax-dataset"]


def test_failed_rows_are_left_out_or_replaced():
    mode = ds.config.ErrorSamplesMode
    data = numbers(6, shuffle=False).map(lambda n: n // (n != 2))
    with np.errstate(divide="raise"):
        try:
            ds.config.set_error_samples_mode(mode.SKIP)
            assert values(data) == [0, 1, 3, 4, 5]
            ds.config.set_error_samples_mode(mode.REPLACE)
            replaced = values(data)
            assert len(replaced) == 6 and 2 not in replaced
        finally:
            ds.config.set_error_samples_mode(mode.RETURN)


def test_rows_are_copies():
    buffer = np.zeros(2)

    def same():
        for i in range(3):
            buffer[:] = i
            yield (buffer,)

    assert [row[0].tolist() for row in ds.GeneratorDataset(same, "x")] == [[0, 0], [1, 1], [2, 2]]
    data = np.ones((2, 2))

    def double(x):
        x *= 2
        return x

    assert values(ds.NumpySlicesDataset(data).map(double)) == [[2, 2], [2, 2]]
    assert data.tolist() == [[1, 1], [1, 1]]


def test_user_sampler_starts_over():
    class Once(ds.Sampler):
        def __init__(self):
            super().__init__()
            self.calls = 0

        def __iter__(self):
            self.calls += 1
            return iter([self.calls])

    sampler = Once()
    data = numbers(9, sampler=sampler)
    iterator = data.create_tuple_iterator(num_epochs=2)
    assert [[int(row[0]) for row in iterator] for _ in range(2)] == [[1], [2]]
    assert values(data) == [1]
    assert sampler.calls == 0


def test_shape_of_a_column_of_dicts():
    data = ds.GeneratorDataset(lambda: iter([({"a": 1}, np.ones(2))]), ["x", "y"])
    assert data.output_shapes() == data.output_shapes(estimate=True) == [[0], [2]]


@pytest.mark.parametrize(
    ("mix", "shape"),
    [
        (vision.MixUpBatch(), (2, 5, 4, 2)),
        (vision.CutMixBatch(vision.ImageBatchFormat.NHWC), (2, 3, 4, 4)),
        (vision.CutMixBatch(vision.ImageBatchFormat.NCHW), (2, 4, 4, 3)),
    ],
)
def test_mixed_batches_have_one_or_three_channels(mix, shape):
    with pytest.raises(RuntimeError, match="channels"):
        mix(np.zeros(shape, np.uint8), np.eye(2, dtype=np.float32))


def test_user_sampler_is_reset_between_epochs():
    class Counting(ds.Sampler):
        def __init__(self):
            super().__init__(2)
            self.row = 0

        def __iter__(self):
            return iter([self.row] * self.num_samples)

        def reset(self):
            self.row += 1

    data = numbers(9, sampler=Counting())
    iterator = data.create_tuple_iterator(num_epochs=3)
    assert [[int(row[0]) for row in iterator] for _ in range(3)] == [[0, 0], [1, 1], [2, 2]]
    assert data.get_dataset_size() == 2
    assert values(data.repeat(2)) == [0, 0, 1, 1]


def test_sync_wait_follows_updates():
    told = []
    data = numbers(6, shuffle=False).sync_wait("go", 2, told.append).batch(1)
    got = []
    for row in data.create_tuple_iterator(num_epochs=1):
        got.append(row[0].tolist()[0])
        if len(got) % 2 == 0:
            data.sync_update("go", data=len(got))
    assert (got, told) == ([0, 1, 2, 3, 4, 5], [2, 4, 6])
    with pytest.raises(RuntimeError):
        data.sync_update("other")


@pytest.mark.parametrize(
    "make",
    [
        lambda waiting: waiting.shuffle(2),
        lambda waiting: waiting.batch(2).shuffle(2),
        lambda waiting: (numbers(2) + waiting).shuffle(2),
        lambda waiting: waiting.split([2, 2]),
    ],
)
def test_rows_that_wait_are_not_shuffled(make):
    with pytest.raises(RuntimeError, match="cannot be shuffled"):
        make(numbers(4).sync_wait("go"))
    numbers(4).shuffle(2).sync_wait("go")


def _shards(make, count):
    data, got = make(), []
    for shard in range(count):
        data.use_sampler(ds.DistributedSampler(count, shard, shuffle=False))
        got.append(
            [int(row[0]) for row in data.create_tuple_iterator(num_epochs=1, output_numpy=True)]
        )
        assert data.get_dataset_size() == len(got[-1])
    return got


def _part(start, stop, **kwargs):
    return ds.GeneratorDataset(list(range(start, stop)), ["x"], **kwargs)


@pytest.mark.parametrize(
    "make",
    [
        lambda: _part(0, 3) + _part(3, 8) + _part(8, 10),
        lambda: _part(0, 3) + (_part(3, 8) + _part(8, 10)),
        lambda: _part(0, 3).concat([_part(3, 8), _part(8, 10)]),
    ],
)
def test_shards_of_several_concatenated_datasets(make):
    assert _shards(make, 3) == [[0, 3, 6, 9], [1, 4, 7], [2, 5, 8]]
    assert _shards(make, 11)[9:] == [[9], []]


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: _part(0, 3).batch(2) + _part(3, 4), TypeError),
        (lambda: _part(0, 3) + _part(3, 4).padded_batch(1, pad_info={}), TypeError),
        (lambda: _part(0, 3, num_samples=2) + _part(3, 4), ValueError),
    ],
)
def test_what_cannot_be_shared_out(make, error):
    with pytest.raises(error):
        make().use_sampler(ds.DistributedSampler(2, 0, shuffle=False))
    make().use_sampler(ds.RandomSampler())


def test_callbacks_around_rows_and_epochs():
    calls = []

    class Note(ds.DSCallback):
        def note(self, name, context):
            calls.append((name, context.cur_epoch_num, context.cur_step_num_in_epoch))

        def ds_begin(self, ds_run_context):
            self.note("begin", ds_run_context)

        def ds_epoch_begin(self, ds_run_context):
            self.note("epoch", ds_run_context)

        def ds_epoch_end(self, ds_run_context):
            self.note("end", ds_run_context)

        def ds_step_begin(self, ds_run_context):
            self.note("step", ds_run_context)

    data = numbers(3, shuffle=False).map(lambda n: n, callbacks=[Note(2)])
    iterator = data.create_tuple_iterator(num_epochs=2)
    for _ in range(2):
        list(iterator)
    first = [("epoch", 1, 0), ("step", 1, 1), ("step", 1, 3), ("end", 1, 3)]
    assert calls == [("begin", 0, 0), *first, *((name, 2, step) for name, _, step in first)]
    with pytest.raises(AttributeError):
        numbers().map(lambda n: n, callbacks=ds.DSCallback())


def test_a_dataset_can_be_copied_and_used_twice():
    data = numbers(4, shuffle=False)
    assert values(copy.deepcopy(data)) == values(data) == [0, 1, 2, 3]
    assert values(data.skip(1)) == [1, 2, 3]
    assert values(data.take(1)) == [0]


def dicts(*rows):
    return ds.GeneratorDataset(lambda: ((row,) for row in rows), ["d"])


def test_functions_get_dicts_as_they_were_made():
    class Thing:
        pass

    thing = Thing()
    data = dicts({"name": "ab", "n": 1, "parts": [1, ("x",)], "thing": thing})

    def upper(row):
        assert row["n"] == 1 and type(row["n"]) is int and row["parts"] == [1, ("x",)]
        return {**row, "name": row["name"].upper()}

    ((row,),) = data.map(upper, "d").create_tuple_iterator(num_epochs=1, output_numpy=True)
    assert row["thing"] is thing
    assert repr(row["name"]) == repr(np.array("AB"))
    assert repr(row["parts"]) == repr([np.array(1), (np.array("x"),)])
    ((row,),) = data.map(upper, "d").create_tuple_iterator(num_epochs=1)
    assert repr(row["n"]) == repr(ms.Tensor(1))


def test_batches_of_dicts():
    def batches(data, **options):
        found = data.batch(2, **options).create_tuple_iterator(num_epochs=1, output_numpy=True)
        return [row[0] for row in found]

    (row,) = batches(dicts({"x": 1, "l": [1, 2]}, {"x": 1.5, "l": [3, 4]}))
    assert repr(row) == repr({"x": np.array([1, 1.5]), "l": np.array([[1, 2], [3, 4]])})
    for other, text in (
        ({"y": 1}, "same keys"),
        ({"x": 1, "y": 1}, "same keys"),
        ({"x": None}, "neither numbers nor strings"),
        ({"x": [1]}, "Cannot batch 'x'"),
    ):
        with pytest.raises(RuntimeError, match=text):
            batches(dicts({"x": 1}, other))
    two = dicts({"x": 1}, {"x": 2})
    (row,) = batches(two, per_batch_map=lambda rows, info: (rows,))
    assert repr(row) == repr({"x": [np.array(1), np.array(2)]})
    (row,) = batches(two, per_batch_map=lambda rows, info: {"rows": rows, "n": np.arange(3)})
    assert repr(row) == repr({"rows": [{"x": np.array(n)} for n in (1, 2)], "n": np.arange(3)})
    with pytest.raises(RuntimeError, match="A dict is a whole batch"):
        batches(two, per_batch_map=lambda rows, info: ({}, [1, 2]), output_columns=["a", "b"])
    length = {"element_length_function": lambda row: row["x"]}
    for made in (
        two.padded_batch(2, pad_info={}),
        two.bucket_batch_by_length(["d"], [9], [2, 1], **length),
    ):
        ((row,),) = made.create_tuple_iterator(num_epochs=1, output_numpy=True)
        assert repr(row) == repr({"x": np.array([1, 2])})
    with pytest.raises(NotImplementedError, match="either 'per_batch_map' or 'pad_info'"):
        two.batch(2, per_batch_map=lambda rows, info: (rows,), pad_info={})


def test_ranks_that_differ_have_no_common_shape():
    data = ds.GeneratorDataset([np.ones((2, 1)), np.ones(2)], ["d"], shuffle=False)
    with pytest.raises(RuntimeError, match="Inconsistent shapes"):
        data.output_shapes(estimate=True)


def test_per_batch_map_must_be_a_function():
    with pytest.raises(ValueError, match="must be a function, but got 3"):
        ds.NumpySlicesDataset([1, 2]).batch(2, per_batch_map=3)


def test_columns_ordered_and_padded_by_older_releases():
    data = ds.NumpySlicesDataset(([1, 2], [3, 4]), ["a", "b"], shuffle=False)
    data = data.map(lambda a: (a, a + 1), "a", ["x", "y"], column_order=["y", "b"])
    assert data.get_col_names() == ["y", "b"]
    assert [[int(v) for v in row] for row in data] == [[2, 3], [3, 4]]
    data = data.batch(2, column_order=["b"])
    assert [row[0].tolist() for row in data] == [[3, 4]]
    rows = ds.GeneratorDataset([np.ones(1), np.ones(2)], ["r"], shuffle=False)
    ((row,),) = rows.batch(2, pad_info={"r": ([3], 7)}).create_tuple_iterator(num_epochs=1)
    assert row.tolist() == [[1, 7, 7], [1, 1, 7]]
    with pytest.raises(TypeError, match="'order'"):
        data.map(lambda b: b, "b", order=["b"])


def test_a_schema_without_columns():
    assert json.loads(ds.Schema().to_json()) == {"columns": None}


def test_tensors_and_compiled_steps_take_batches():
    data = numbers(4, shuffle=False).map(transforms.TypeCast(ms.float32)).batch(2)
    assert [float(ms.ops.sum(row["n"])) for row in data.create_dict_iterator(1)] == [1.0, 5.0]


def idx(path, array):
    head = (0x800 + array.ndim).to_bytes(4, "big")
    sizes = b"".join(size.to_bytes(4, "big") for size in array.shape)
    path.write_bytes(head + sizes + array.astype(np.uint8).tobytes())


def test_mnist(tmp_path):
    for part, size in ("train", 4), ("t10k", 2):
        idx(tmp_path / f"{part}-images-idx3-ubyte", np.full((size, 28, 28), size))
        idx(tmp_path / f"{part}-labels-idx1-ubyte", np.arange(size) % 3)
    data = ds.MnistDataset(str(tmp_path), shuffle=False)
    assert cases.info(data) == [
        6, 1, 1, ["image", "label"], [[28, 28, 1], []], ["uint8", "uint32"],
    ]  # fmt: skip
    labels = [int(label) for _, label in data]
    assert labels == [0, 1, 0, 1, 2, 0]
    train = ds.MnistDataset(str(tmp_path), "train", sampler=ds.PKSampler(2))
    assert len(train) == 6
    assert [int(label) for _, label in train] == [0, 0, 1, 1, 2, 2]
    assert len(ds.FashionMnistDataset(str(tmp_path), "test")) == 2
    with pytest.raises(ValueError, match="usage"):
        ds.MnistDataset(str(tmp_path), "x")
    with pytest.raises(ValueError, match="folder"):
        ds.MnistDataset(str(tmp_path / "none"))


def test_cifar(tmp_path):
    pixels = np.arange(3072).astype(np.uint8)
    for name, label in ("data_batch_1", 3), ("data_batch_2", 4), ("test_batch", 9):
        (tmp_path / f"{name}.bin").write_bytes(bytes([label]) + pixels.tobytes())
    data = ds.Cifar10Dataset(str(tmp_path), shuffle=False)
    images, labels = zip(*data, strict=True)
    assert [int(label) for label in labels] == [3, 4, 9]
    assert images[0].asnumpy().tolist() == pixels.reshape(3, 32, 32).transpose(1, 2, 0).tolist()
    assert len(ds.Cifar10Dataset(str(tmp_path), "train")) == 2
    (tmp_path / "train.bin").write_bytes(bytes([1, 2]) + pixels.tobytes())
    (row,) = ds.Cifar100Dataset(str(tmp_path), "train").create_dict_iterator(1, True)
    assert (row["coarse_label"], row["fine_label"]) == (1, 2)
    assert row["fine_label"].dtype == np.uint32


def test_image_folder(tmp_path):
    for folder, content in ("dog", b"abc"), ("cat", b"xy"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "1.png").write_bytes(content)
        (tmp_path / folder / "2.txt").write_bytes(content)
    data = ds.ImageFolderDataset(str(tmp_path), shuffle=False, extensions=[".png"])
    rows = cases.rows(data)
    assert [(bytes(row["image"]), int(row["label"])) for row in rows] == [(b"xy", 0), (b"abc", 1)]
    assert (rows[0]["image"].dtype, rows[0]["label"].dtype) == (np.uint8, np.int32)
    assert (data.get_class_indexing(), data.num_classes()) == ({"cat": 0, "dog": 1}, 2)
    only = ds.ImageFolderDataset(str(tmp_path), class_indexing={"dog": 7})
    assert [int(label) for _, label in only.create_tuple_iterator(num_epochs=1)] == [7, 7]
    with pytest.raises(RuntimeError):
        cases.rows(ds.ImageFolderDataset(str(tmp_path), extensions=[".jpg"]))


def test_random_transforms_repeat_with_the_seed():
    image = np.arange(10 * 12 * 3, dtype=np.uint8).reshape(10, 12, 3)
    data = ds.NumpySlicesDataset(image[None].repeat(20, 0), shuffle=False)
    operations = [
        vision.RandomResizedCrop((6, 6)),
        vision.RandomCrop(4),
        vision.RandomHorizontalFlip(),
        vision.RandomColorAdjust(0.4, 0.4, 0.4, 0.1),
        vision.CutOut(2),
        vision.RandomRotation(20),
        vision.RandomAffine(10, (-0.1, 0.1), (0.9, 1.1), 5),
        vision.RandomSharpness(),
        vision.RandomLighting(),
        vision.AutoAugment(),
        vision.RandAugment(),
        vision.TrivialAugmentWide(),
    ]
    data = data.map(operations)
    ds.config.set_seed(5)
    first, again = values(data), values(data)
    assert first == again
    assert len({str(row) for row in first}) > 15
    assert np.shape(first) == (20, 4, 4, 3)


def test_random_images_of_pillow_repeat_with_the_seed():
    pytest.importorskip("PIL")
    data = ds.NumpySlicesDataset(np.arange(7 * 60, dtype=np.uint8).reshape(7, 4, 5, 3))
    steps = [vision.ToPIL(), vision.RandomCrop(3), vision.RandomPerspective(0.5, 1.0)]
    data = data.map([*steps, vision.RandomGrayscale(0.5), vision.ToTensor()])
    runs = []
    for _ in range(2):
        ds.config.set_seed(5)
        runs.append(values(data))
    assert runs[0] == runs[1]


def test_angles_and_strengths_are_spread_over_their_range(monkeypatch):
    angles = []
    monkeypatch.setattr(vision._motion, "turned", lambda image, angle, *_: angles.append(angle))
    turn = vision.RandomRotation((10, 100))
    for _ in range(400):
        turn(np.zeros((3, 3), np.uint8))
    np.testing.assert_allclose(np.quantile(angles, [0, 0.5, 1]), [10, 55, 100], atol=8)
    gray = np.full((1, 1, 3), 100, np.uint8)
    light = np.array([vision.RandomLighting(0.5)(gray)[0, 0] for _ in range(400)], float)
    np.testing.assert_allclose(light.mean(0), 100, atol=6)
    np.testing.assert_allclose(light.std(0), [15.8, 16.1, 16.3], atol=2.5)
    blurred = vision.RandomAdjustSharpness(0, 0.25)
    spot = np.zeros((3, 3), np.uint8)
    spot[1, 1] = 130
    share = np.mean([blurred(spot)[1, 1] == 50 for _ in range(400)])
    np.testing.assert_allclose(share, 0.25, atol=0.08)


def test_boxes_stay_around_what_they_contain():
    image = np.zeros((20, 30, 3), np.uint8)
    image[5:9, 11:17] = 255
    boxes = np.array([[11, 5, 6, 4]], np.float32)
    operations = [
        vision.RandomHorizontalFlipWithBBox(),
        vision.RandomVerticalFlipWithBBox(),
        vision.RandomCropWithBBox((17, 23), padding=2),
    ]
    for _ in range(20):
        picture, around = image, boxes
        for operation in operations:
            picture, around = operation(picture, around)
        rows, columns = np.nonzero(picture[..., 0])
        if not rows.size:
            continue
        found = [columns.min(), rows.min(), np.ptp(columns) + 1, np.ptp(rows) + 1]
        assert around.tolist() == [found]


def test_without_pillow(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    image = np.zeros((4, 5, 3), np.uint8)
    for operation in vision.ToPIL(), vision.FiveCrop(2), vision.Grayscale(), vision.encode_jpeg:
        with pytest.raises(NotImplementedError, match="pip install Pillow"):
            operation(image)
    with pytest.raises(NotImplementedError, match="Pillow"):
        vision.Decode()
    with pytest.raises(NotImplementedError, match="Pillow"):
        ds.ImageFolderDataset(".", decode=True)


def test_the_same_seed_again_seeds_again():
    ms.set_seed(3)
    ds.config.set_seed(5489)
    assert ds.config.get_seed() == 5489
    ms.set_seed(3)
    assert ds.config.get_seed() == 3


def test_bases_for_classes_of_programs():
    """What programs derive their own transforms and datasets from."""
    transforms = importlib.import_module("msjax.dataset.vision.transforms")

    class Twice(transforms.PyTensorOperation):
        def _execute_py(self, img):
            return img * 2

    class Images(ds.MappableDataset, ds.VisionBaseDataset):
        pass

    data = ds.NumpySlicesDataset({"a": [1, 2]}, shuffle=False).map(Twice())
    assert [int(row[0]) for row in data] == [2, 4]
    assert issubclass(Images, (ds.SourceDataset, ds.Dataset))
    assert not issubclass(ds.MnistDataset, (ds.TextBaseDataset, ds.AudioBaseDataset))


def test_a_queue_of_elements():
    data = ds.NumpySlicesDataset({"x": [1, 2, 3], "y": np.ones((3, 2), np.float32)}, shuffle=False)
    queue = data.batch(2).device_que(create_data_info_queue=True, queue_name="elements")
    assert queue.column_name == queue.get_col_names() == ["x", "y"]
    assert (queue.queue_name, queue.device_type, queue.get_dataset_size()) == ("elements", "CPU", 2)
    for call in queue.get_data_info, queue.get_send_info, queue.get_mbuf_queue_size:
        with pytest.raises(RuntimeError):
            call()
    queue.send(1)
    assert queue.get_data_info() == ([np.int64, np.float32], [[2], [2, 2]])
    take = ops.GetNext([ms.int64, ms.float32], [[-1], [-1, 2]], 2, "elements")
    assert [take()[0].tolist() for _ in range(3)] == [[1, 2], [3], [1, 2]]
    assert [entry[:2] for entry in queue.get_send_info()] == [[1, 2], [2, 1]]
    queue.send()
    assert take()[0].tolist() == [1, 2]
    queue.stop_send()
    queue.continue_send()
    assert take()[0].tolist() == [3]
    queue.release()
    for call in (
        lambda: iter(queue),
        queue.create_dict_iterator,
        queue.create_tuple_iterator,
        queue.output_shapes,
        queue.output_types,
    ):
        with pytest.raises(RuntimeError, match="TransferDataset"):
            call()
    with pytest.raises(NotImplementedError, match="offload"):
        queue.get_offload_model()
    with pytest.raises(TypeError, match="num_epochs"):
        queue.send("1")
    with pytest.raises(TypeError, match="send_epoch_end"):
        data.device_que(5)


class Seen(debug.DebugHook):
    def __init__(self):
        super().__init__()
        self.values = []

    def compute(self, *args):
        self.values.append([np.asarray(column).tolist() for column in args[0]])
        return None


@pytest.fixture
def hooks():
    yield [Seen(), debug.PrintMetaDataHook(), debug.PrintDataHook()]
    ds.config.set_debug_mode(False)


def plus(x, y):
    return x + 1, y


def test_hooks_see_what_operations_take_and_give(hooks, capsys):
    data = ds.NumpySlicesDataset({"x": [1, 2], "y": [3, 4]}, shuffle=False)
    data = data.map([plus, plus], ["x", "y"], num_parallel_workers=2)
    ds.config.set_debug_mode(True, hooks)
    for _ in range(2):
        rows = [list(map(int, row)) for row in data]
        assert rows == [[3, 3], [4, 4]]
    assert hooks[0].values == 2 * [[1, 3], [2, 3], [3, 3], [2, 4], [3, 4], [4, 4]]
    head = "[Dataset debugger] Print the [{}] of the operation [plus].\n"
    given, made = head.format("INPUT"), head.format("OUTPUT")
    kinds = "Column 0. The dtype is [int64]. The shape is [()].\n"
    text = capsys.readouterr().out
    assert text.startswith(given * 2 + kinds + kinds.replace("0.", "1."))
    assert text.count(made) == 2 * 2 * 2 * 3 and text.count(given) == 2 * 2 * 3
    assert "Column 1. The data is [4].\n" in text
    ds.config.set_debug_mode(False)
    assert [int(row[0]) for row in data] == [3, 4] and len(hooks[0].values) == 12
    assert not capsys.readouterr().out


def test_hooks_between_operations(hooks, capsys):
    data = ds.NumpySlicesDataset({"x": [1, 2]}, shuffle=False).map([lambda x: x * 3, hooks[0]], "x")
    assert [int(row[0]) for row in data] == [3, 6]
    assert hooks[0].values == [[3], [6]] and not capsys.readouterr().out


def test_wrong_hooks(hooks):
    for flags in (1,), (True, 5), (True, [5]), (True, hooks[0]):
        with pytest.raises(TypeError):
            ds.config.set_debug_mode(*flags)
    with pytest.raises(TypeError):
        debug.DebugHook()


class TestJoinedOperations:
    """Resize with CenterCrop in one step, and bytes resized row by row."""

    @pytest.mark.parametrize("shape", [(37, 50, 3), (50, 37), (20, 90, 1), (16, 16, 3)])
    @pytest.mark.parametrize("size", [16, (19, 23), (8, 8)])
    def test_the_middle_is_that_of_the_whole(self, shape, size):
        image = np.random.default_rng(3).integers(0, 256, shape, np.uint8)
        resize = ds.vision.Resize(size)
        for crop in map(ds.vision.CenterCrop, (7, (16, 9), 40)):
            data = ds.NumpySlicesDataset({"image": [image]}, shuffle=False)
            data = data.map([resize, crop], "image")
            (row,) = data.create_tuple_iterator(num_epochs=1, output_numpy=True)
            np.testing.assert_array_equal(row[0], crop(resize(image)))

    def test_a_part_is_cut_from_any_kind(self):
        from msjax.dataset.vision import _images

        image = np.random.default_rng(3).integers(0, 256, (20, 24, 3), np.uint8)
        for inter in (ds.vision.Inter.LINEAR, ds.vision.Inter.CUBIC, ds.vision.Inter.NEAREST):
            for size in (10, 12), (9, 31), (20, 24):
                whole = _images.resize(image, size, inter)
                part = _images.resize(image, size, inter, (1, 2, 5, 7))
                np.testing.assert_array_equal(part, whole[1:6, 2:9])

    def test_errors_name_the_operation(self):
        data = ds.NumpySlicesDataset({"image": [np.zeros((4, 4), np.int8)]}, shuffle=False)
        data = data.map([ds.vision.Resize(3), ds.vision.CenterCrop(2)], "image")
        with pytest.raises(RuntimeError, match="Resize"):
            next(iter(data))

    def test_rows_share_nothing_with_their_source(self):
        source = np.arange(12, dtype=np.uint8).reshape(1, 3, 4)
        data = ds.NumpySlicesDataset({"image": source}, shuffle=False)
        for operation in ds.vision.HWC2CHW(), ds.vision.Resize((3, 4)), ds.transforms.Duplicate():
            names = ["a", "b"] if isinstance(operation, ds.transforms.Duplicate) else ["a"]
            for _ in range(2):
                rows = data.map(operation, "image", names)
                (row,) = rows.create_tuple_iterator(num_epochs=1, output_numpy=True)
                for value in row:
                    np.testing.assert_array_equal(value, source[0])
                    value[:] = 0
                    assert source.any()


def test_what_was_set_for_a_dataset_is_seen_above_it():
    data = ds.NumpySlicesDataset([1, 2], shuffle=False)
    batched = data.concat(data).batch(2)
    assert batched.input_indexs == ()
    data.input_indexs = 10
    assert batched.input_indexs == 10
    batched.input_indexs = 3
    assert (batched.input_indexs, data.input_indexs) == (3, 10)
