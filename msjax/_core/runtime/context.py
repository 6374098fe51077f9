"""The one context store: execution mode, device placement, and every option of set_context.

Other modules read `state.mode` and `state.version` directly, and call `device()` to learn where a
new array belongs. Nothing here starts a JAX backend until one of the questions that need it is
asked: `device()`, or `get_context("device_target")` when no target was ever set.
"""

from __future__ import annotations

import itertools
import logging
import os
from typing import Any

from msjax._core.base.errors import unsupported
from msjax._core.base.product_precision import allows_tf32
from msjax._core.base.state import STATE, refuse_lasting
from msjax._core.base.validator import check_positive_int
from msjax._core.runtime import context_keys as keys
from msjax._core.runtime.context_keys import COMPATIBLE, GRAPH_MODE, LAX, PYNATIVE_MODE, STRICT

__all__ = [
    "COMPATIBLE",
    "GRAPH_MODE",
    "LAX",
    "PYNATIVE_MODE",
    "STRICT",
    "DeviceInfo",
    "changed",
    "device",
    "get_context",
    "get_current_device",
    "remark",
    "set_context",
    "set_deterministic",
    "set_device",
    "set_recursion_limit",
    "state",
    "synchronous",
]

_UNRESOLVED: Any = object()
_TARGET_OF_PLATFORM = {"cpu": "CPU", "gpu": "GPU", "cuda": "GPU", "rocm": "GPU", "tpu": "TPU"}
_PLATFORM_OF_TARGET = {"CPU": "cpu", "GPU": "gpu", "TPU": "tpu"}
DEVICE_TARGETS = ["CPU", "GPU", "Ascend", "TPU"]
_log = logging.getLogger("mindspore")


class State:
    """Everything that can be set. `mode` and `version` are plain attributes for speed."""

    __slots__ = ("configured", "mode", "placement", "said", "saved_cache", "values", "version")

    def __init__(self) -> None:
        self.mode: int = PYNATIVE_MODE
        self.version: int = 0
        self.values: dict[str, Any] = {}  # only what was set
        self.placement: Any = None  # jax.Device, None for JAX's default, or _UNRESOLVED
        self.configured: dict[str, Any] = {}  # settings that may be made once
        self.said: set[str] = set()
        self.saved_cache: dict[str, Any] | None = None  # JAX's cache settings before ours


state = State()


def changed() -> None:
    """Note that something compiled functions depend on has changed; going back finds their code."""
    described = repr([state.values.get(key) for key in sorted(keys.AFFECTS_COMPILATION)])
    if described not in _versions:
        _versions[described] = next(_numbers)
    state.version = _versions[described]


def invalidate() -> None:
    """Make all compiled code stale, because of something that is not a context value."""
    _versions.clear()
    state.version = next(_numbers)


_versions: dict[str, int] = {}
_numbers = itertools.count(1)


def remark(key: str, text: str, level: int = logging.WARNING) -> None:
    """Log `text` once per process; GLOG_v=3 and above silence it, as in MindSpore."""
    if key not in state.said:
        state.said.add(key)
        if level > logging.WARNING or os.environ.get("GLOG_v", "2") not in ("3", "4"):
            _log.log(level, text)


# ---------------------------------------------------------------- devices


def backend_started() -> bool:
    """Whether JAX has already started a backend (asking starts none)."""
    from jax._src import xla_bridge

    return xla_bridge.backends_are_initialized()


def platforms() -> dict[str, int]:
    """Available device targets and how many devices of this process each has."""
    import jax

    found: dict[str, int] = {}
    for name, target in (("cpu", "CPU"), ("gpu", "GPU"), ("tpu", "TPU")):
        try:
            found[target] = len(jax.local_devices(backend=name))
        except RuntimeError:  # JAX's answer for a platform it does not have
            continue
    return found


def target() -> str:
    """The device target in force; starts JAX's backend when none was ever set."""
    given = state.values.get("device_target")
    if given is not None:
        return given
    import jax

    platform = jax.default_backend()
    return _TARGET_OF_PLATFORM.get(platform, platform.upper())


def _known_target() -> str | None:
    """The device target if it can be told without starting a backend."""
    if "device_target" in state.values or backend_started():
        return target()
    return None


def check_target(device_target: Any) -> str:
    """A device target that this process has; the current one for None."""
    name = target() if device_target is None else device_target
    if not isinstance(name, str):
        raise TypeError(
            f"The argument 'device_target' must be str, but got {name}, type is {type(name)}."
        )
    if name not in DEVICE_TARGETS:
        raise ValueError(
            f"The argument 'device_target' must be one of {DEVICE_TARGETS}, but got {name}."
        )
    if name != "Ascend" and name not in platforms():
        raise ValueError(
            f"{name} backend is not available for this MindSpore package."
            "You can call hal.is_available to check the reason."
        )
    return name


def local_devices(name: str | None = None) -> list:
    """This process's JAX devices for a device target; RuntimeError naming what there is."""
    import jax

    name = target() if name is None else name
    if name not in _PLATFORM_OF_TARGET:  # Ascend runs on whatever JAX prefers
        return jax.local_devices()
    try:
        return jax.local_devices(backend=_PLATFORM_OF_TARGET[name])
    except RuntimeError as exc:
        have = ", ".join(f"{k} ({n})" for k, n in platforms().items())
        raise RuntimeError(
            f"Unsupported device target {name}. JAX has no such device in this process; "
            f"available device targets: {have}."
        ) from exc


def _resolve() -> Any:
    import jax

    devices = local_devices()
    index = state.values.get("device_id", 0)
    if index >= len(devices):
        if devices[0].platform != "cpu":
            raise RuntimeError(
                f"The 'device_id' must be less than the number of {target()} devices, "
                f"{len(devices)}, but got {index}."
            )
        index = 0  # MindSpore has one CPU device and lets every id name it
    chosen = devices[index]
    if jax.config.jax_default_device is None and chosen == jax.local_devices()[0]:
        return None  # uncommitted arrays on the default device compose with any other
    return chosen


def device() -> Any:
    """Where to place a new array: a `jax.Device`, or None for JAX's own default.

    Raises:
        RuntimeError: if the device target or the device id asked for does not exist.
    """
    if state.placement is _UNRESOLVED:
        state.placement = _resolve()
    return state.placement


def _set_target(value: Any) -> None:
    name = keys.check_target(value)
    if name == "Ascend":
        remark(
            "device_target",
            f"device_target '{value}' runs on JAX's default device: CANN has no part in msjax.",
        )
    if state.values.get("device_target") != name:
        state.values["device_target"] = name
        state.placement = _UNRESOLVED
        changed()


# ---------------------------------------------------------------- settings with an effect in JAX


def _deterministic(on: bool) -> None:
    if not on or _known_target() in ("CPU", "TPU"):
        return  # XLA is deterministic there anyway
    flag = "--xla_gpu_deterministic_ops=true"
    flags = os.environ.get("XLA_FLAGS", "")
    if flag in flags:
        return
    if backend_started():
        remark(
            "deterministic",
            "deterministic was set after JAX had started; set it before the first Tensor, or "
            f"start Python with XLA_FLAGS={flag}.",
        )
    else:
        os.environ["XLA_FLAGS"] = f"{flags} {flag}".strip()


def _compile_cache() -> None:
    """Make JAX's persistent compilation cache follow enable_compile_cache and its path."""
    import jax
    from jax.experimental.compilation_cache import compilation_cache

    if state.values.get("enable_compile_cache"):
        rank = os.environ.get("RANK_ID", "0")
        root = state.values.get("compile_cache_path") or "."
        wanted = {
            "jax_compilation_cache_dir": os.path.join(root, f"rank_{rank}", "graph_cache"),
            "jax_persistent_cache_min_entry_size_bytes": -1,
            "jax_persistent_cache_min_compile_time_secs": 0.0,
        }
        if state.saved_cache is None:
            state.saved_cache = {name: getattr(jax.config, name) for name in wanted}
    elif state.saved_cache is not None:
        wanted, state.saved_cache = state.saved_cache, None
    else:
        return
    for name, value in wanted.items():
        jax.config.update(name, value)
    compilation_cache.reset_cache()  # JAX decides once per process whether a cache is in use


@allows_tf32
def _allows_tf32(kind: str) -> bool:
    """MindSpore's defaults: convolutions may round float32 to TF32, matrix products may not."""
    return get_context(f"{kind}_allow_tf32")


def _rounding() -> list[bool]:
    return [_allows_tf32(kind) for kind in ("matmul", "conv")]


def synchronous() -> bool:
    """Whether the user asked that every eager op be waited for."""
    return bool(state.values.get("pynative_synchronize") or state.configured.get("launch_blocking"))


# ---------------------------------------------------------------- set_context and get_context


def _store(key: str, value: Any) -> None:
    before, rounding = get_context(key), _rounding()
    state.values[key] = value
    for entry, name in keys.SPREAD.get(key, {}).items():
        if entry in value:
            state.values[name] = value[entry]
    if value == before:
        return
    if _rounding() != rounding:
        import jax

        jax.clear_caches()  # operations are traced anew
    if key in keys.AFFECTS_COMPILATION:
        changed()
    if key == "mode":
        state.mode = value
    elif key == "device_id":
        state.placement = _UNRESOLVED
    elif key not in keys.EFFECTIVE and not key.endswith("_allow_tf32"):
        instead = keys.INSTEAD.get(key)
        remark(
            key,
            f"set_context: '{key}' is stored but has no effect in msjax"
            + (f"; {instead}." if instead else "."),
            logging.WARNING if instead else logging.INFO,
        )


def _set_one(key: str, value: Any, known_target: str | None) -> None:
    if key in keys.DROPPED:
        remark(key, f"set_context: '{key}' has no effect.", logging.INFO)
        return
    if key in keys.REMOVED:
        raise ValueError(keys.removed_text("context.set_context", key))
    if key in keys.ONLY_IN_ASCEND_CONFIG:
        raise ValueError(f"Please set '{key}' through parameter ascend_config")
    if (key not in keys.DEFAULTS and key != "runtime_num_threads") or key in keys.READ_ONLY:
        raise ValueError(
            f"For 'context.set_context', the keyword argument {key} is not recognized! For "
            "detailed usage of 'set_context', please refer to the Mindspore official website."
        )
    allowed = keys.ONLY_FOR_TARGET.get(key)
    if allowed is not None and known_target is not None and known_target not in allowed:
        remark(
            key,
            f"For 'context.set_context', when set the argument '{key}', the argument "
            f"'device_target' only supports devices in '{allowed}', but got '{known_target}', "
            "ignore it.",
        )
        return
    _store(key, keys.checked(key, value))
    if key in ("enable_compile_cache", "compile_cache_path"):
        _compile_cache()
    elif key == "deterministic":
        _deterministic(value == "ON")


def set_context(**kwargs: Any) -> None:
    """Set options of the running environment.

    `mode`, `device_target`, `device_id`, `deterministic`, `enable_compile_cache`,
    `compile_cache_path`, `jit_syntax_level` and `pynative_synchronize` act on msjax. Every other
    key of MindSpore 2.10 is checked, stored and returned by `get_context`; a change of one that
    means nothing to JAX is logged once by the logger "mindspore".

    Args:
        mode (int): GRAPH_MODE (0) or PYNATIVE_MODE (1, the default).
        device_target (str): "CPU", "GPU" or "TPU"; "Ascend" means JAX's default device. Whether
            such a device exists is checked when the first array is placed.
        device_id (int): which of this process's devices, in [0, 4095].
        **kwargs: any other option of MindSpore 2.10.

    Raises:
        TypeError: if a value has the wrong type.
        ValueError: if a key is unknown or a value is not allowed.

    Examples:
        >>> import msjax as ms
        >>> ms.set_context(mode=ms.GRAPH_MODE)
        >>> ms.get_context("mode")
        0
        >>> ms.set_context(mode=ms.PYNATIVE_MODE)
    """
    keys.check_argument_types(keys.ARGUMENT_TYPES, kwargs)
    _set_all(**kwargs)


def _set_all(**kwargs: Any) -> None:
    if "device_target" in kwargs:
        _set_target(kwargs["device_target"])
    known_target = _known_target()
    for key, value in kwargs.items():
        if STATE.frame is not None and get_context(key) != value:
            refuse_lasting("the context")
        if key != "device_target":
            _set_one(key, value, known_target)


# MindSpore's is decorated, and programs reach what sets without a check of types by this name
set_context.__wrapped__ = _set_all  # type: ignore[attr-defined]


def get_context(attr_key: str) -> Any:
    """Value of one option of the running environment.

    Args:
        attr_key (str): any key of `set_context`.

    Returns:
        The value set last, or MindSpore's default.

    Raises:
        ValueError: if the key is unknown.

    Examples:
        >>> import msjax as ms
        >>> ms.get_context("max_call_depth")
        1000
    """
    if not isinstance(attr_key, str):
        raise TypeError(f"attribute name must be string, not '{type(attr_key).__name__}'")
    if attr_key == "device_target":
        return target()
    if attr_key in state.values:
        return state.values[attr_key]
    if attr_key == "runtime_num_threads":
        return os.cpu_count() or 1
    if attr_key not in keys.DEFAULTS:
        raise ValueError(
            f"For 'context.get_context', the argument {attr_key} is not recognized! For detailed "
            "usage of 'get_context', please refer to the Mindspore official website."
        )
    default = keys.DEFAULTS[attr_key]
    return dict(default) if isinstance(default, dict) else default


# ---------------------------------------------------------------- the newer one-purpose functions


class DeviceInfo(tuple):
    """Pair (device_target, device_id) that also answers by name."""

    def __new__(cls, device_target: str, device_id: int) -> DeviceInfo:
        return super().__new__(cls, (device_target, device_id))

    @property
    def device_target(self) -> str:
        """Name of the device target."""
        return self[0]

    @property
    def device_id(self) -> int:
        """Index of the device."""
        return self[1]


def set_device(device_target: str, device_id: int | None = None) -> None:
    """Choose the device of this process, once.

    Args:
        device_target (str): "CPU", "GPU" or "TPU"; "Ascend" means JAX's default device.
        device_id (int, optional): index among this process's devices. Default ``None``, meaning 0.

    Raises:
        TypeError: if an argument has the wrong type.
        ValueError: if the target is unknown or the id negative.
        RuntimeError: if another device was chosen before.

    Examples:
        >>> import msjax as ms
        >>> ms.set_device("CPU")
        >>> ms.get_current_device().device_target
        'CPU'
    """
    given = {"device_target": device_target, "device_id": device_id}
    keys.check_argument_types({"device_target": str, "device_id": int}, given)
    valid = DEVICE_TARGETS
    if device_target not in valid:
        raise ValueError(
            f"The argument 'device_target' must be one of {valid}, but got {device_target}."
        )
    index = 0 if device_id is None else int(device_id)
    if index < 0:
        raise ValueError("The device id must bigger than or equal to 0.")
    chosen = (device_target, index)
    if state.configured.setdefault("device", chosen) != chosen:
        raise RuntimeError("The 'mindspore.set_device' can not be modified.")
    _set_target(device_target)
    _store("device_id", index)


def get_current_device() -> DeviceInfo:
    """The device target and device id in force.

    Returns:
        DeviceInfo, a pair with the attributes `device_target` and `device_id`.
    """
    return DeviceInfo(target(), get_context("device_id"))


class DeviceCtx:
    """The device where Tensors are made within a `with` block.

    Args:
        name (str): "CPU", "GPU" or "TPU"; "Ascend" means JAX's default device.
        device_id (int, optional): index among this process's devices. Default ``None``, meaning 0.

    Raises:
        ValueError: on entering, if the name is unknown or the id negative.
        NotImplementedError: on entering, if the name is "meta".

    Examples:
        >>> import msjax as ms
        >>> with ms.DeviceCtx("CPU"):
        ...     x = ms.Tensor([1.0, 2.0])
        >>> print(x + 1)
        [2. 3.]
    """

    def __init__(self, name: str, device_id: int | None = None):
        self.name, self.device_id = name, device_id
        self._before: list[tuple[Any, Any]] = []

    def __enter__(self) -> DeviceCtx:
        valid = ["CPU", "GPU", "TPU", "Ascend", "meta"]
        if self.name not in valid:
            raise ValueError(
                f"For DeviceCtx, the name must be one of {valid}, but got {self.name}."
            )
        if self.device_id is not None and self.device_id < 0:
            raise ValueError(
                "For DeviceCtx, the device_id must be greater than or equal to 0, but got "
                f"{self.device_id}."
            )
        if self.name == "meta":
            raise unsupported(
                'DeviceCtx("meta")', "make networks within msjax.nn.no_init_parameters()"
            )
        self._before.append(tuple(state.values.get(key) for key in _PLACE))
        self._put(self.name, self.device_id or 0)
        return self

    def __exit__(self, *error: Any) -> None:
        self._put(*self._before.pop())

    @staticmethod
    def _put(*place: Any) -> None:
        for key, value in zip(_PLACE, place, strict=True):
            if value is None:
                state.values.pop(key, None)
            else:
                state.values[key] = value
        state.placement = _UNRESOLVED
        changed()


_PLACE = ("device_target", "device_id")


def set_deterministic(deterministic: bool) -> None:
    """Ask for bit-reproducible kernels, once per process and before the first Tensor.

    Args:
        deterministic (bool): whether to demand it. XLA is deterministic on CPU and TPU; on GPU
            this sets XLA's flag for deterministic kernels.

    Raises:
        TypeError: if `deterministic` is no bool.
        RuntimeError: if it was called before.

    Examples:
        >>> import msjax as ms
        >>> ms.set_deterministic(False)
    """
    keys.check_argument_types({"deterministic": bool}, {"deterministic": deterministic})
    if "deterministic" in state.configured:
        raise RuntimeError("The 'mindspore.set_deterministic' can not be set repeatedly.")
    state.configured["deterministic"] = deterministic
    set_context(deterministic="ON" if deterministic else "OFF")


def set_recursion_limit(recursion_limit: int = 1000) -> None:
    """Largest nesting of calls in a compiled function.

    Args:
        recursion_limit (int): a positive number. Default ``1000``. msjax stores it: what bounds a
            trace is Python's own limit, `sys.setrecursionlimit`.

    Raises:
        TypeError: if it is not an int.
        ValueError: if it is not positive.

    Examples:
        >>> import msjax as ms
        >>> ms.set_recursion_limit(2000)
    """
    state.configured["recursion_limit"] = check_positive_int(recursion_limit)
    remark(
        "recursion_limit",
        "set_recursion_limit is stored but has no effect in msjax; use sys.setrecursionlimit.",
        logging.INFO,
    )


if os.environ.get("MS_COMPILER_CACHE_ENABLE") == "1":  # the user asked for it outside Python
    state.values["compile_cache_path"] = os.environ.get("MS_COMPILER_CACHE_PATH", "")
    state.values["enable_compile_cache"] = True
    _compile_cache()
