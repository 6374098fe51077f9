"""Pipelines as plain values of JSON, in MindSpore's form, and back."""

from __future__ import annotations

import inspect
from typing import Any

from msjax.dataset import config
from msjax.dataset.engine import _batching, _mapping, _operations, samplers
from msjax.dataset.engine import _operation_codes as codes
from msjax.dataset.engine._dataset import Dataset
from msjax.dataset.engine._sources import MappableDataset, Schema, SourceDataset
from msjax.dataset.engine.datasets_user_defined import GeneratorDataset
from msjax.dataset.engine.samplers import Shuffle

KNOWN: dict[str, type] = {}  # the public classes by name; their package enters them
QUEUE = 16  # MindSpore's length of the queues between operations
# What a sampler, the setting or the place in the pipeline says
_COMMON = frozenset(
    "num_parallel_workers num_samples shuffle sampler num_shards shard_id cache".split()
)
_SHUFFLES = [
    Shuffle.FALSE,
    Shuffle.FILES,
    Shuffle.GLOBAL,
    Shuffle.INFILE,
    Shuffle.PARTIAL,
    Shuffle.ADAPTIVE,
]
_TYPES = {
    "FakeImageDataset": "FakeImageNode",
    "MindDataset": "MindDataDataset",
    "UDPOSDataset": "UDPOSNode",
    "CoNLL2000Dataset": "CoNLL2000Node",
    "EMnistDataset": "EMnistNode",
    "GTZANDataset": "kGTZANNode",
    "YesNoDataset": "YesNoNode",
}
_SOURCES = {written: name for name, written in _TYPES.items()}
# What stands for None
_NOTHING = {
    "class_indexing": {},
    "classes": [],
    "column_names": [],
    "columns_list": [],
    "compression_type": "",
    "extensions": [],
    "image_size": [],
    "usage": "all",
}
_NOTHING_OF = {
    "CMUArcticDataset": {"name": "aew"},
    "KITTIDataset": {"usage": "train"},
    "LFWDataset": {"image_set": "funneled", "task": "people"},
    "Multi30kDataset": {"language_pair": ["en", "de"]},
    "OmniglotDataset": {"background": True},
    "PhotoTourDataset": {"usage": "train"},
    "Places365Dataset": {"usage": "train-standard"},
    "SST2Dataset": {"usage": "train"},
    "TedliumDataset": {"extensions": ".sph"},
    "IWSLT2016Dataset": {
        "language_pair": ["de", "en"],
        "test_set": "tst2014",
        "valid_set": "tst2013",
    },
    "IWSLT2017Dataset": {"language_pair": ["de", "en"]},
}
_LISTS = ("dataset_files",)
_MORE = {
    "ImageFolderDataset": {"recursive": False}
}  # of options that MindSpore has no argument for


def _mode(shuffle: Any) -> int:
    if isinstance(shuffle, Shuffle):
        return _SHUFFLES.index(shuffle)
    return 0 if shuffle is False else 2


def _workers(dataset: Dataset) -> dict[str, int]:
    return {
        "connector_queue_size": QUEUE,
        "num_parallel_workers": dataset.num_parallel_workers or config.get_num_parallel_workers(),
    }


def _sampler(sampler: Any) -> dict[str, Any]:
    name = type(sampler).__name__
    found: dict[str, Any] = {"num_samples": sampler.num_samples or 0, "sampler_name": name}
    match sampler:
        case samplers.SequentialSampler():
            found["start_index"] = sampler.start_index or 0
        case samplers.RandomSampler():
            found["replacement"] = sampler.replacement
            found["reshuffle_each_epoch"] = sampler.reshuffle_each_epoch
            found["shuffle_mode"] = _mode(sampler.shuffle)
            if sampler._seed is not None:
                found["seed"] = sampler._seed
        case samplers.SubsetSampler():
            found["indices"] = [int(index) for index in sampler.indices]
        case samplers.WeightedRandomSampler():
            found["weights"] = [float(weight) for weight in sampler.weights]
            found["replacement"] = sampler.replacement
        case samplers.DistributedSampler():
            found["even_dist"] = True
            for key in "num_shards", "shard_id", "offset":
                found[key] = getattr(sampler, key)
            found["seed"] = sampler.seed + 1  # of the next pass
            found["shuffle_mode"] = _mode(sampler.shuffle)
        case samplers.PKSampler():
            found["num_val"] = sampler.num_val
            found["shuffle"] = sampler.shuffle
            if sampler.class_column != "label":
                found["class_column"] = sampler.class_column
        case _:
            del found["sampler_name"]  # a program's own
    if sampler.child_sampler is not None:
        found["child_sampler"] = [_sampler(sampler.child_sampler)]
    return found


def _rebuilt_sampler(found: dict[str, Any]) -> Any:
    cls = KNOWN.get(str(found.get("sampler_name")), object)
    if not issubclass(cls, samplers.BuiltinSampler):
        raise RuntimeError("A program's own sampler cannot be rebuilt.")
    arguments = {key: found[key] for key in inspect.signature(cls).parameters if key in found}
    arguments["num_samples"] = found["num_samples"] or None
    if "shuffle_mode" in found:
        arguments["shuffle"] = _SHUFFLES[found["shuffle_mode"]]
    sampler = cls(**arguments)
    if cls is samplers.RandomSampler:
        sampler.reshuffle_each_epoch = found["reshuffle_each_epoch"]
        sampler._seed = found.get("seed")
    elif cls is samplers.DistributedSampler:
        sampler.seed = found["seed"] - 1
    for child in found.get("child_sampler", ()):
        sampler.add_child(_rebuilt_sampler(child))
    return sampler


def _source(dataset: SourceDataset) -> dict[str, Any]:
    cls = type(dataset)
    known = KNOWN.get(cls.__name__) is cls
    if not known or isinstance(dataset, GeneratorDataset):
        return {"op_type": "GeneratorDataset", **_workers(dataset), "num_parallel_workers": 1}
    given = inspect.signature(cls).bind(*dataset._given[0], **dataset._given[1])
    given.apply_defaults()
    found: dict[str, Any] = {"op_type": _TYPES.get(cls.__name__, cls.__name__), **_workers(dataset)}
    found.update(_MORE.get(cls.__name__, {}))
    for key, value in given.arguments.items():
        if key in _COMMON:
            continue
        if value is None:
            value = _NOTHING_OF.get(cls.__name__, {}).get(key)
        if value is None and isinstance(getattr(dataset, key, None), str | bool):
            value = getattr(dataset, key)
        if value is None:
            value = _NOTHING.get(key)
        if key in _LISTS and isinstance(value, str):
            value = [value]
        if key == "schema":
            found.update(_schema(value, dataset.num_samples))
        else:
            found[key] = _value(value)
    if isinstance(dataset, MappableDataset):
        found["sampler"] = _sampler(dataset.sampler)
        return found
    shuffle = given.arguments.get("shuffle")
    found["num_samples"] = dataset.num_samples
    found["num_shards"] = dataset.num_shards or 1
    found["shard_id"] = dataset.shard_id or 0
    found["shuffle"] = _mode(shuffle)
    if cls.__name__ == "TFRecordDataset":
        found["shuffle_files"] = found["shuffle"] in (1, 2)
        found["shuffle_global"] = found["shuffle"] == 2
    return found


def _schema(schema: Any, rows: int) -> dict[str, Any]:
    if isinstance(schema, Schema):
        facts = {"datasetType": "TF", "numRows": rows, **schema._facts}
        return {"schema_json_string": {"columns": schema._columns, **facts}}
    return {"schema_file_path": schema or ""}


def _value(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _value(one) for key, one in value.items()}
    try:
        return codes._exact(value)
    except codes.Unwritable:
        raise RuntimeError(
            f"A value of {type(value)} in the arguments of a source has no form in JSON."
        ) from None


def _rebuilt_source(found: dict[str, Any]) -> Dataset:
    written = found["op_type"]
    name = _SOURCES.get(written, written)
    cls = KNOWN.get(name, object)
    if not issubclass(cls, SourceDataset) or name == "GeneratorDataset":
        raise RuntimeError(f"The dataset {written!r} cannot be rebuilt: JSON has only its name.")
    arguments = {}
    parameters = inspect.signature(cls).parameters
    for key in parameters:
        if key in found and key not in _COMMON:
            value = found[key]
            nothing = key in _NOTHING and not value
            arguments[key] = None if nothing else value
    if "schema" in parameters:
        arguments["schema"] = found.get("schema_file_path") or None
        if "schema_json_string" in found:
            arguments["schema"] = Schema()
            arguments["schema"].from_json(found["schema_json_string"])
    arguments["num_parallel_workers"] = _rebuilt_workers(found)
    if "sampler" in found:
        arguments["sampler"] = _rebuilt_sampler(found["sampler"])
    else:
        arguments["shuffle"] = _SHUFFLES[found["shuffle"]]
        if not found["shuffle"]:
            arguments["shuffle"] = False
        arguments["num_samples"] = found["num_samples"] or None
        if found["num_shards"] > 1:
            arguments["num_shards"], arguments["shard_id"] = found["num_shards"], found["shard_id"]
    try:
        return cls(**arguments)
    except TypeError as error:
        raise RuntimeError(f"The dataset {written!r} cannot be rebuilt: {error}") from error


def _rebuilt_workers(found: dict[str, Any]) -> int | None:
    workers = found.get("num_parallel_workers")
    return None if workers == config.get_num_parallel_workers() else workers


def describe(dataset: Dataset) -> dict[str, Any]:
    """A pipeline as MindSpore writes it."""
    children = [describe(child) for child in dataset.children]
    return {"children": children, **_described(dataset)}


def _described(dataset: Dataset) -> dict[str, Any]:
    match dataset:
        case SourceDataset():
            return _source(dataset)
        case _mapping.MapDataset():
            operations = _mapping.Compose.decompose(dataset.operations)
            return {
                "op_type": "Map",
                **_workers(dataset),
                "callback": [type(one).__name__ for one in dataset.callbacks],
                "input_columns": dataset.input_columns,
                "output_columns": dataset.output_columns,
                "operations": [codes.describe(operation) for operation in operations],
            }
        case _batching.BatchDataset() if dataset.batch_size_func is None:
            found = {**_batch(dataset), "input_columns": dataset.input_columns}
            found["output_columns"] = dataset.output_columns
            return found | ({"per_batch_map": "pyfunc"} if dataset.per_batch_map else {})
        case _batching.PaddedBatchDataset() if dataset.batch_size_func is None:
            found = {**_batch(dataset), "input_columns": [], "output_columns": []}
            if dataset.pad:
                found["pad_info"] = _value(dataset.pad_info)
            return found
        case _operations.RepeatDataset():
            return {"op_type": "Repeat", "count": dataset.count}
        case _operations.SkipDataset():
            return {"op_type": "Skip", "count": dataset.count}
        case _operations.TakeDataset():
            return {"op_type": "Take", "count": dataset.count}
        case _operations.ShuffleDataset():
            found = {"op_type": "Shuffle", "buffer_size": dataset.buffer_size}
            if dataset._seed is not None:
                found["seed"] = dataset._seed
            return {**found, "reset_each_epoch": dataset.reshuffle_each_epoch}
        case _operations.RenameDataset():
            return {
                "op_type": "Rename",
                "input_columns": dataset.input_columns,
                "output_columns": dataset.output_columns,
            }
        case _operations.ProjectDataset():
            return {"op_type": "Project", "columns": dataset.columns}
        case _operations.ZipDataset():
            return {"op_type": "Zip", **_workers(dataset)}
        case _operations.ConcatDataset():
            sizes = [child.get_dataset_size() for child in dataset.children]
            return {
                "op_type": "Concat",
                "children_flag_and_nums": [[0, size] for size in sizes],
                "children_sizes": sizes,
                "children_start_end_index": [[-1, -1] for _ in sizes],
                "sampler": _sampler(dataset._sampler or samplers.SequentialSampler()),
            }
        case _operations.FilterDataset():
            return {
                "op_type": "Filter",
                "input_columns": dataset.input_columns,
                "num_parallel_workers": _workers(dataset)["num_parallel_workers"],
                "predicate": "pyfunc",
            }
        case _:
            name = type(dataset).__name__.removesuffix("Dataset")
            return {"op_type": name, **_workers(dataset)}


def _batch(dataset: Any) -> dict[str, Any]:
    return {
        "op_type": "Batch",
        **_workers(dataset),
        "batch_size": dataset.batch_size,
        "drop_remainder": dataset.drop_remainder,
    }


def rebuild(found: Any) -> Dataset:
    """The pipeline of a description; RuntimeError where it tells too little."""
    if not isinstance(found, dict) or not {"op_type", "children"} <= found.keys():
        raise RuntimeError("A description of a pipeline needs 'op_type' and 'children'.")
    children = [rebuild(child) for child in found["children"]]
    if not children:
        return _rebuilt_source(found)
    if "pyfunc" in (found.get("predicate"), found.get("per_batch_map")) or found.get("callback"):
        raise RuntimeError(f"A Python function in {found['op_type']} cannot be rebuilt.")
    first, workers = children[0], _rebuilt_workers(found)
    match found["op_type"]:
        case "Map":
            operations = [codes.rebuild(one) for one in found["operations"]]
            inputs, outputs = found["input_columns"] or None, found["output_columns"] or None
            return first.map(operations, inputs, outputs, workers)
        case "Batch" if "pad_info" in found:
            padding = {key: _padding(value) for key, value in found["pad_info"].items()}
            return first.padded_batch(found["batch_size"], found["drop_remainder"], None, padding)
        case "Batch":
            return first.batch(found["batch_size"], found["drop_remainder"], workers)
        case "Repeat":
            return first.repeat(found["count"])
        case "Skip":
            return first.skip(found["count"])
        case "Take":
            return first.take(found["count"])
        case "Shuffle":
            mixed: Any = first.shuffle(found["buffer_size"])
            mixed._seed = found.get("seed")
            return mixed
        case "Rename":
            return first.rename(found["input_columns"], found["output_columns"])
        case "Project":
            return first.project(found["columns"])
        case "Zip":
            return first.zip(tuple(children[1:]))
        case "Concat":
            joined: Any = first.concat(children[1:])
            if found["sampler"]["sampler_name"] != "SequentialSampler":
                joined.use_sampler(_rebuilt_sampler(found["sampler"]))
            return joined
        case other:
            raise RuntimeError(f"The operation {other!r} cannot be rebuilt.")


def _padding(value: list | None) -> tuple | None:
    return None if value is None else tuple(value)
