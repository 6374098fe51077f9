"""Flags, precision, compilation and parallel options of a Cell."""

from __future__ import annotations

import enum
import inspect
import logging
import warnings
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, Self

import jax.numpy as jnp

from msjax import _checkparam as validator
from msjax._core.base import dtype as mstype
from msjax._core.base.errors import unsupported
from msjax._core.base.state import STATE, refuse_lasting
from msjax._core.base.validator import args_type_check, check_string
from msjax._core.base.x64 import x64
from msjax._core.compile.flops import newest_of, phase_of
from msjax._core.compile.jit import graph_call, graph_compile
from msjax._core.op.placing import Strategies
from msjax._core.op.primitive import Primitive
from msjax._core.runtime.context import get_context
from msjax._core.runtime.slices import layout_of, slice_of
from msjax._core.tensor.construct import convert
from msjax._core.tensor.tensor import Tensor, box
from msjax.parallel._utils import _get_pipeline_stages

if TYPE_CHECKING:
    from msjax._core.compile.jit_config import JitConfig

_log = logging.getLogger("mindspore")
_FLOATS = mstype.float_type + mstype.complex_type
_RECOMPUTE_OPTIONS = (
    "mp_comm_recompute",
    "parallel_optimizer_comm_recompute",
    "recompute_slice_activation",
)


class MixedPrecisionType(enum.Enum):
    """The precision that `to_float` asked for.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.ReLU().to_float(ms.float16).get_mixed_precision_type()
        MixedPrecisionType.FP16
    """

    NOTSET = 0
    FP16 = 1
    FP32 = 2
    AUTO = 3
    BF16 = 4

    def __repr__(self) -> str:
        return str(self)


_PRECISIONS = (
    ("fp16", MixedPrecisionType.FP16, mstype.float16),
    ("fp32", MixedPrecisionType.FP32, mstype.float32),
    ("bf16", MixedPrecisionType.BF16, mstype.bfloat16),
)


def layouts_of(cell: Any) -> dict[str, list]:
    """How processes with strategies hold the Parameters of a Cell that programs have met."""
    found: dict[str, list] = {}
    for param in cell.get_parameters():
        part = slice_of(param)
        if part is not None:
            own = list(part.own)
            found[param.name] = [*layout_of(part), own, 0, True, "", list(part.shape), own]
    return found


def checked_option(
    name: str, kind: type, empty: Callable, doc: str, of_cell: bool = False
) -> property:
    """A property with a fixed type that starts out as what `empty()` returns, or that of a Cell."""
    key = "_" + name

    def read(self: Any) -> Any:
        if key in self.__dict__:
            return self.__dict__[key]
        return empty(self) if of_cell else empty()

    def write(self: Any, value: Any) -> None:
        if not isinstance(value, kind):
            raise TypeError(
                f"For 'Cell', the property '{name}' must be {kind.__name__} type, "
                f"but got type {type(value)}."
            )
        self.__dict__[key] = value

    return property(read, write, doc=doc)


def _stage(name: str) -> property:
    key = "_" + name

    def read(self: Any) -> int:
        if key not in self.__dict__:
            raise AttributeError(f"The '{type(self).__name__}' object has no attribute '{name}'.")
        return self.__dict__[key]

    def write(self: Any, value: int) -> None:
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError(
                f"For 'Cell', the property '{name}' must be int type, but got type : {type(value)}"
            )
        if value < 0:
            raise ValueError(
                f"For 'Cell', the property '{name}' can not be less than 0, but got {value}"
            )
        self.__dict__[key] = value

    return property(read, write, doc=f"The {name.replace('_', ' ')} of the Cell, if one was set.")


class OptionMethods:
    """The part of Cell that sets how it runs."""

    __slots__ = ()

    mixed_precision_type: MixedPrecisionType | None = None

    bprop_debug = checked_option("bprop_debug", bool, bool, "Kept for compatibility.")
    parameter_layout_dict = checked_option(
        "parameter_layout_dict",
        dict,
        layouts_of,
        "How processes with strategies hold the Parameters: by their names lists of the device "
        "matrix, its axes that cut each dimension, the shape of what each process has, 0, whether "
        "all have as much, the optimizer's group, the shape of the whole, and what each has again.",
        True,
    )
    parallel_parameter_name_list = checked_option(
        "parallel_parameter_name_list", list, tuple, "Kept for distributed training."
    )
    parallel_parameter_merge_net_dict = checked_option(
        "parallel_parameter_merge_net_dict", dict, dict, "Kept for distributed training."
    )
    pipeline_stage = _stage("pipeline_stage")
    pipeline_segment = _stage("pipeline_segment")

    # -- flags -------------------------------------------------------------------------------------

    def add_flags(self, **flags: Any) -> Self:
        """Set attributes that are also kept as flags.

        Args:
            flags: the attributes by name.

        Returns:
            Cell: itself.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.ReLU().add_flags(mark=1)
            >>> net.mark, net.get_flags()
            (1, {'mark': 1})
        """
        if any(flags.get(name) and self._msj_cast != dtype.np for name, _, dtype in _PRECISIONS):
            refuse_lasting("the float type of a Cell")
        kept = self.__dict__.setdefault("_func_graph_flags", {})
        for name, value in flags.items():
            kept[name] = value
            if name not in self.__dict__ or self.__dict__[name] is not value:
                self.__dict__[name] = value
                STATE.bump()
        for name, kind, dtype in _PRECISIONS:
            if flags.get(name, False):
                self.__dict__["mixed_precision_type"] = kind
                self._msj_cast, self._msj_plain = dtype.np, False
                STATE.bump()
        return self

    def add_flags_recursive(self, **flags: Any) -> Self:
        """`add_flags` for this Cell and all below.

        Args:
            flags: the attributes by name.

        Returns:
            Cell: itself.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.SequentialCell(ms.nn.ReLU()).add_flags_recursive(mark=1)
            >>> net[0].mark
            1
        """
        self.add_flags(**flags)
        for cell in self.cells():
            cell.add_flags_recursive(**flags)
        return self

    def get_flags(self) -> dict[str, Any]:
        """The flags set by `add_flags`.

        Returns:
            dict: the Cell's own, not a copy.

        Examples:
            >>> import msjax as ms
            >>> ms.nn.ReLU().add_flags(mark=1).get_flags()
            {'mark': 1}
        """
        return self.__dict__.setdefault("_func_graph_flags", {})

    def set_train(self, mode: bool = True) -> Self:
        """Put the Cell and all below into training or inference mode.

        Args:
            mode: bool, True to train.

        Returns:
            Cell: itself.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.Dropout(p=0.5)
            >>> net.training, net.set_train().training
            (False, True)
        """
        self.phase = "train" if mode else "predict"
        return self.add_flags_recursive(training=mode)

    def set_grad(self, requires_grad: bool = True) -> Self:
        """Mark the Cell as one to be differentiated, which is not needed.

        Args:
            requires_grad: bool, the mark.

        Returns:
            Cell: itself.

        Examples:
            >>> import msjax as ms
            >>> ms.nn.ReLU().set_grad().requires_grad
            True
        """
        self.requires_grad = requires_grad
        return self

    def set_broadcast_flag(self, mode: bool = True) -> Self:
        """Set the flag `broadcast_flag` here and below.

        Args:
            mode: bool, the flag.

        Returns:
            Cell: itself.

        Examples:
            >>> import msjax as ms
            >>> ms.nn.ReLU().set_broadcast_flag().get_flags()
            {'broadcast_flag': True}
        """
        return self.add_flags_recursive(broadcast_flag=mode)

    def set_boost(self, boost_type: str) -> Self:
        """Set the flag `less_bn` here and below.

        Args:
            boost_type: str, "less_bn".

        Returns:
            Cell: itself.

        Raises:
            ValueError: `boost_type` is not "less_bn".

        Examples:
            >>> import msjax as ms
            >>> ms.nn.ReLU().set_boost("less_bn").get_flags()
            {'less_bn': True}
        """
        if boost_type != "less_bn":
            raise ValueError(
                f"For 'set_boost', the argument 'boost_type' must be 'less_bn', "
                f"but got {boost_type}."
            )
        return self.add_flags_recursive(less_bn=True)

    def to_float(self, dst_type: mstype.Type) -> Self:
        """Compute in another float type in this Cell and all below.

        Operations cast their float inputs; Parameters keep their type.

        Args:
            dst_type: float16, bfloat16 or float32.

        Returns:
            Cell: itself.

        Raises:
            ValueError: `dst_type` is another type.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.Dense(2, 3).to_float(ms.float16)
            >>> net(ms.ops.ones((1, 2))).dtype, net.weight.dtype
            (mindspore.float16, mindspore.float32)
        """
        if dst_type not in (mstype.float16, mstype.float32, mstype.bfloat16):
            raise ValueError(
                "For 'to_float', the argument 'dst_type' must be mstype.float32, mstype.float16 or "
                f"mstype.bfloat16, but got type: {type(dst_type)} and value: {dst_type}."
            )
        return self.add_flags_recursive(**{n: dst_type == dtype for n, _, dtype in _PRECISIONS})

    def get_mixed_precision_type(self) -> MixedPrecisionType:
        """The precision set by `to_float`, or NOTSET.

        Returns:
            MixedPrecisionType: NOTSET if there is none.

        Examples:
            >>> import msjax as ms
            >>> ms.nn.ReLU().get_mixed_precision_type()
            MixedPrecisionType.NOTSET
        """
        return self.mixed_precision_type or MixedPrecisionType.NOTSET

    def set_mixed_precision_type(self, precision: MixedPrecisionType) -> None:
        """Set the precision of this Cell alone.

        Args:
            precision: MixedPrecisionType.

        Examples:
            >>> import msjax as ms
            >>> from msjax.nn.cell.options import MixedPrecisionType
            >>> net = ms.nn.ReLU()
            >>> net.set_mixed_precision_type(MixedPrecisionType.BF16)
            >>> net(ms.Tensor([1.0])).dtype
            mindspore.bfloat16
        """
        self.__dict__["mixed_precision_type"] = precision
        dtypes = {kind: dtype.np for _, kind, dtype in _PRECISIONS}
        self._msj_cast, self._msj_plain = dtypes.get(precision), False
        STATE.bump()

    def to(self, *args: Any, **kwargs: Any) -> Self:
        """Convert float Parameters and buffers, here and below, to another float type.

        Args:
            args: `to(dtype)`, `to(device, dtype)` or `to(tensor)`.
            kwargs: `device`, `dtype`, `non_blocking`. Arrays stay where JAX has put them.

        Returns:
            Cell: itself.

        Raises:
            TypeError: an argument is of another kind, or the type is neither float nor complex.

        Examples:
            >>> import msjax as ms
            >>> ms.nn.Dense(2, 1).to(ms.float16).weight.dtype
            mindspore.float16
        """
        dtype = _parse_to(args, kwargs)
        if dtype is None:
            return self
        if dtype not in _FLOATS:
            raise TypeError(
                "Cell.to only accepts floating point or complex dtypes, but got desired "
                f"dtype={dtype}"
            )
        if dtype in mstype.complex_type:
            warnings.warn("Not every Cell works with complex Parameters.", stacklevel=2)
        return _convert(
            self, lambda t: convert(t._value, dtype.np) if t.dtype in _FLOATS else t._value
        )

    def to_empty(self, *, device: str | None = None, recurse: bool = True) -> Self:
        """Give Parameters and buffers fresh memory, which is zeros here.

        Args:
            device: str or None, kept for compatibility.
            recurse: bool, also those of the Cells below.

        Returns:
            Cell: itself.

        Examples:
            >>> import msjax as ms
            >>> print(ms.nn.Dense(2, 1).to_empty(device="CPU").weight.asnumpy())
            [[0. 0.]]
        """

        def empty(tensor: Tensor) -> Any:
            with x64():
                return jnp.zeros(tensor.shape, tensor.dtype.np)

        return _convert(self, empty, recurse)

    # -- compilation -------------------------------------------------------------------------------

    def set_inputs(self, /, *inputs: Any, **kwargs: Any) -> None:
        """Describe the inputs; `get_inputs` returns the description.

        Compiled code follows the shapes that it is called with; in GRAPH_MODE the arguments of the
        outermost Cell are compared with the description.

        Args:
            inputs: Tensors that describe the arguments; a dimension of None may have any length.
            kwargs: the same by name, instead.

        Raises:
            ValueError: both positional and keyword inputs, or a keyword unknown to `construct`.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.ReLU()
            >>> net.set_inputs(ms.Tensor(shape=(None, 2), dtype=ms.float32))
            >>> len(net.get_inputs())
            1
        """
        if kwargs and inputs:
            raise ValueError(
                "For Cell, set_inputs should only set inputs or kwargs"
                f"(inputs: {inputs}, kwargs: {kwargs})!"
            )
        if not kwargs:
            self.__dict__["_dynamic_shape_inputs"] = inputs
            return
        names = [
            p.name
            for p in inspect.signature(self.construct).parameters.values()
            if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
        ]
        for name in kwargs:
            if name not in names:
                raise ValueError(f"For dict mode, valid key is {names}, but got {name}!")
        self.__dict__["_dynamic_shape_inputs"] = {
            "arg_specified_infos": [[names.index(k), v] for k, v in kwargs.items()],
            "total_arg_length": len(names),
        }

    def get_inputs(self) -> Any:
        """What `set_inputs` was given, or None.

        Returns:
            What `set_inputs` was given, or None.

        Examples:
            >>> import msjax as ms
            >>> print(ms.nn.ReLU().get_inputs())
            None
        """
        return self.__dict__.get("_dynamic_shape_inputs")

    def set_jit_config(self, jit_config: JitConfig) -> None:
        """Attach a `JitConfig`; a second one is ignored with a warning.

        Args:
            jit_config: JitConfig.

        Raises:
            AttributeError: `jit_config` is something else.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.ReLU()
            >>> net.set_jit_config(ms.JitConfig(jit_level="O1"))
            >>> net.jit_config_dict["jit_level"]
            'O1'
        """
        if self.jit_config_dict:
            _log.warning("For Cell, jit config can only be set once, ignore this setting.")
        else:
            self.__dict__["_jit_config_dict"] = jit_config.jit_config_dict

    @property
    def jit_config_dict(self) -> dict[str, Any]:
        """The options of the `JitConfig` that was set."""
        return self.__dict__.get("_jit_config_dict", {})

    @property
    def compile_cache(self) -> set:
        """The compiled forms of the Cell, one for each kind of arguments."""
        compiled = self.__dict__.get("_graph_function")
        return set() if compiled is None else set(compiled._cache)

    @property
    def phase_cache(self) -> dict:
        """Compiled forms by phase: they are kept in `compile_cache`."""
        return {}

    @property
    def compiled(self) -> bool:
        """Whether the Cell was run in GRAPH_MODE."""
        return "_graph_function" in self.__dict__

    @property
    def current_phase(self) -> str:
        """The name of the form compiled last in GRAPH_MODE, as `flops_collection` takes it.

        Raises:
            AttributeError: the Cell was not compiled in GRAPH_MODE.
        """
        compiled = self.__dict__.get("_graph_function")
        if compiled is None:
            raise AttributeError("current_phase")
        try:
            return phase_of(f"{self.phase}.{id(self)}", newest_of(compiled))
        except ValueError as error:
            raise AttributeError("current_phase") from error

    @property
    def compile_phase(self) -> str | None:
        """A label of this Cell and those below, for compatibility."""
        return self.__dict__.get("_compile_phase")

    @compile_phase.setter
    def compile_phase(self, value: str) -> None:
        if not isinstance(value, str):
            raise TypeError(
                f"For 'Cell', 'compile_phase' must be string type, but got type {type(value)}."
            )
        self.__dict__["_compile_phase"] = value
        for cell in self._cells.values():
            if cell is not None:
                cell.compile_phase = value

    @property
    def phase(self) -> str:
        """A label of what the Cell is being used for, "train" or "predict" or any other."""
        return self._phase

    @phase.setter
    def phase(self, value: str) -> None:
        if not isinstance(value, str):
            raise TypeError(
                f"For 'Cell', the property 'phase' must be string type, but got type {type(value)}."
            )
        if self._phase != value:
            self.__dict__["_phase"] = value
            STATE.bump()

    def compile(self, /, *args: Any, **kwargs: Any) -> None:
        """Compile the Cell for these arguments without running it.

        Args:
            args: the arguments of `construct`.
            kwargs: the same by name.

        Raises:
            TypeError: `construct` does not take them.
            ValueError: two Parameters have one name.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.ReLU()
            >>> net.compile(ms.Tensor([1.0]))
            >>> net.compiled
            True
        """
        self.check_names()
        self._check_construct_args(*args)
        graph_compile(self, args, kwargs)

    def compile_and_run(self, /, *args: Any, **kwargs: Any) -> Any:
        """Run the Cell compiled, whatever the mode.

        Args:
            args: the arguments of `construct`.
            kwargs: the same by name.

        Returns:
            What `construct` returns.

        Examples:
            >>> import msjax as ms
            >>> print(ms.nn.ReLU().compile_and_run(ms.Tensor([-1.0, 1.0])))
            [0. 1.]
        """
        return graph_call(self, args, kwargs)

    def get_func_graph_proto(self) -> NoReturn:
        """Not possible here: there is no MindSpore graph.

        Raises:
            NotImplementedError: always.

        Examples:
            >>> import msjax as ms
            >>> ms.nn.ReLU().get_func_graph_proto()
            Traceback (most recent call last):
            NotImplementedError: Cell.get_func_graph_proto is not supported by msjax; ...
        """
        raise unsupported("Cell.get_func_graph_proto", "use msjax.export")

    # -- recomputation and distribution ------------------------------------------------------------

    @args_type_check(
        output_recompute=bool, mp_comm_recompute=bool, parallel_optimizer_comm_recompute=bool
    )
    def recompute(
        self,
        *,
        use_reentrant: bool = True,
        output_recompute: bool = False,
        early_stop: bool = True,
        context_fn: None = None,
        **kwargs: Any,
    ) -> None:
        """Do not keep what the Cell computes for the backward pass; compute it again there.

        Args:
            use_reentrant: bool, kept for compatibility, as there is one way to do it here.
            output_recompute: bool, kept as a flag.
            early_stop: bool, kept for compatibility.
            context_fn: not supported, must be None.
            kwargs: `mp_comm_recompute`, `parallel_optimizer_comm_recompute`,
                `recompute_slice_activation`, for distributed training.

        Raises:
            ValueError: an unknown keyword.
            TypeError: an option is not a bool.
            NotImplementedError: `context_fn` is given.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.Dense(2, 1, weight_init="ones", has_bias=False)
            >>> net.recompute()
            >>> print(ms.grad(net)(ms.Tensor([[3.0, 4.0]])))
            [[1. 1.]]
        """
        for name in kwargs:
            if name not in _RECOMPUTE_OPTIONS:
                raise ValueError(
                    f"For 'recompute', keyword '{name}' is not recognized! the key kwargs must be "
                    + ", ".join(f"'{option}'" for option in _RECOMPUTE_OPTIONS)
                )
        if context_fn is not None:
            raise unsupported("Cell.recompute(context_fn=...)", "leave it None")
        self._msj_recomputed, self._msj_plain = True, False
        STATE.bump()
        _mark_recomputed(self, True, output_recompute)

    def shard(
        self,
        in_strategy: Sequence,
        out_strategy: Sequence | None = None,
        parameter_plan: dict[str, Any] | None = None,
    ) -> None:
        """Say how several devices share the work; one device does all of it.

        Strategies count in compiled code of the parallel modes "semi_auto_parallel" and
        "auto_parallel", and change no values.

        Args:
            in_strategy: tuple with the parts of each input, or their Layouts.
            out_strategy: the same for the outputs, or None.
            parameter_plan: the same for Parameters by name, or None.

        Examples:
            >>> import msjax as ms
            >>> ms.nn.ReLU().shard(((1, 1),))
        """
        name = type(self).__name__
        strategies = Strategies(name, in_strategy, out_strategy, parameters=parameter_plan)
        self.register_forward_pre_hook(strategies.before)
        self.register_forward_hook(strategies.after)

    def offload(self, backward_prefetch: str | int = "Auto") -> None:
        """Ask for activations to be kept on the host, which XLA decides itself.

        Args:
            backward_prefetch: "Auto", or an int, 0 or more.

        Raises:
            TypeError: `backward_prefetch` is neither str nor int.
            ValueError: it is neither "Auto" nor a non-negative int.

        Examples:
            >>> import msjax as ms
            >>> ms.nn.ReLU().offload()
        """
        if isinstance(backward_prefetch, str):
            check_string(backward_prefetch, ["Auto"], "backward_prefetch", type(self).__name__)
        else:
            validator.check_non_negative_int(backward_prefetch)
        for prim in _primitives_below(self):
            prim.add_prim_attr("backward_prefetch", backward_prefetch)

    def set_data_parallel(self) -> None:
        """Mark the operations below for data parallelism.

        Examples:
            >>> import msjax as ms
            >>> ms.nn.ReLU().set_data_parallel()
        """
        for prim in _primitives_below(self):
            prim.add_prim_attr("strategy_gen_mode", "data_parallel")

    def set_comm_fusion(self, fusion_type: int, recurse: bool = True) -> Self:
        """Set `comm_fusion` of the trainable Parameters.

        Args:
            fusion_type: int, 0 or more.
            recurse: bool, also of those of the Cells below.

        Returns:
            Cell: itself.

        Raises:
            TypeError: `fusion_type` is not an int.
            ValueError: it is negative.

        Examples:
            >>> import msjax as ms
            >>> ms.nn.Dense(2, 1).set_comm_fusion(2).weight.comm_fusion
            2
        """
        validator.check_non_negative_int(fusion_type)
        for param in self.trainable_params(recurse):
            param.comm_fusion = fusion_type
        return self

    def parameters_broadcast_dict(self, recurse: bool = True) -> OrderedDict | None:
        """Parameters by name, without those of one layer's parallelism.

        Args:
            recurse: bool, also those of the Cells below.

        Returns:
            OrderedDict[str, Parameter], or None if there are none.

        Examples:
            >>> import msjax as ms
            >>> list(ms.nn.Dense(2, 1).parameters_broadcast_dict())
            ['weight', 'bias']
        """
        found = OrderedDict(
            (p.name, p) for p in self.get_parameters(expand=recurse) if not p.layerwise_parallel
        )
        return found or None

    # -- scopes ------------------------------------------------------------------------------------

    def get_scope(self) -> str | None:
        """The scope name made by `generate_scope`.

        Returns:
            str, or None before `generate_scope`.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.SequentialCell(ms.nn.ReLU())
            >>> net.generate_scope()
            >>> net[0].get_scope()
            'Default/0-ReLU'
        """
        return self.__dict__.get("_scope")

    def generate_scope(self) -> None:
        """Give every Cell below a scope name, its path.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.SequentialCell(ms.nn.ReLU())
            >>> net.generate_scope()
            >>> net[0].get_scope()
            'Default/0-ReLU'
        """
        for name, cell in _scopes(self, "Default"):
            scope = cell.get_scope()
            if scope is None or scope == "recompute_":
                cell.__dict__["_scope"] = (scope or "") + name

    # -- old names ---------------------------------------------------------------------------------

    def set_param_ps(self, recurse: bool = True, init_in_server: bool = False) -> None:
        """Not possible here: there is no parameter server.

        Args:
            recurse: not used.
            init_in_server: not used.

        Raises:
            NotImplementedError: always.

        Examples:
            >>> import msjax as ms
            >>> ms.nn.ReLU().set_param_ps()
            Traceback (most recent call last):
            NotImplementedError: Cell.set_param_ps is not supported by msjax; ...
        """
        raise unsupported("Cell.set_param_ps", "there is no parameter server: leave the call out")

    def set_auto_parallel(self) -> None:
        """Set the flag by which older releases cut a Cell over devices; it says nothing here.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.ReLU()
            >>> net.set_auto_parallel()
            >>> net.get_flags()
            {'auto_parallel': True}
        """
        self.add_flags(auto_parallel=True)

    def infer_param_pipeline_stage(self) -> list:
        """The trainable Parameters of this process's pipeline stage.

        Returns:
            list[Parameter]: all trainable ones.

        Raises:
            NotImplementedError: there are several stages.

        Examples:
            >>> import msjax as ms
            >>> [p.name for p in ms.nn.Dense(2, 1).infer_param_pipeline_stage()]
            ['weight', 'bias']
        """
        if _get_pipeline_stages() > 1:
            raise unsupported("Cell.infer_param_pipeline_stage", "use one pipeline stage")
        return self.trainable_params()

    def exec_checkpoint_graph(self) -> None:
        """Do nothing: Parameters are always as a checkpoint would have them.

        Examples:
            >>> import msjax as ms
            >>> ms.nn.ReLU().exec_checkpoint_graph()
        """

    def cast_inputs(self, inputs: object, dst_type: object) -> None:
        """Do nothing; deprecated.

        Args:
            inputs: not used.
            dst_type: not used.

        Examples:
            >>> import msjax as ms
            >>> ms.nn.ReLU().cast_inputs((), ms.float16)
        """
        _log.warning("'cast_inputs' will be deprecated in future versions.")

    def remove_redundant_parameters(self) -> None:
        """Do nothing; deprecated.

        Examples:
            >>> import msjax as ms
            >>> ms.nn.ReLU().remove_redundant_parameters()
        """
        _log.warning("'remove_redundant_parameters' will be deprecated in future versions.")

    def run_construct(self, cast_inputs: Any, kwargs: Any) -> Any:
        """Run `construct`; deprecated: call the Cell instead.

        Args:
            cast_inputs: the first argument of `construct`.
            kwargs: the second argument of `construct`.

        Returns:
            What `construct` returns.

        Examples:
            >>> import msjax as ms
            >>> print(ms.nn.MatMul().run_construct(ms.Tensor([[2.0]]), ms.Tensor([[3.0]])))
            [[6.]]
        """
        _log.warning("'run_construct' of '%s' will be removed.", type(self).__name__)
        return self._run_construct(cast_inputs, kwargs)


def _parse_to(args: tuple, kwargs: dict) -> Any:
    """The dtype asked for by arguments of `Cell.to`, or None."""
    names = ["device", "dtype", "non_blocking"]
    given = dict(kwargs)
    if args and isinstance(args[0], Tensor):
        return args[0].dtype
    if args and isinstance(args[0], mstype.Type):
        names = names[1:]
    if len(args) > len(names) or set(given) - {"device", "dtype", "non_blocking"}:
        raise TypeError(f"Failed calling Cell.to with {args} and {kwargs}: use device, dtype.")
    given |= dict(zip(names, args, strict=False))
    device, dtype = given.get("device"), given.get("dtype")
    if not isinstance(device, str | None) or not isinstance(dtype, mstype.Type | None):
        raise TypeError(
            f"Failed calling Cell.to: 'device' must be a string and 'dtype' a mindspore dtype, "
            f"but got {device!r} and {dtype!r}."
        )
    return dtype


def _convert(top: Any, function: Any, recurse: bool = True) -> Any:
    """Give Parameters and buffers the arrays that a function makes of them; returns the Cell."""
    for _, cell in top.cells_and_names() if recurse else [("", top)]:
        for param in cell._params.values():
            if param is not None:
                param._assign(function(param))
        for name, tensor in cell._buffers.items():
            if tensor is not None:
                cell._buffers[name] = twin = box(function(tensor))
                twin._is_buffer = True
    STATE.bump()
    return top


def _mark_recomputed(cell: Any, add_flag: bool, output_recompute: bool) -> None:
    if cell.__dict__.get("_has_config_recompute"):
        return
    cell.__dict__["_has_config_recompute"] = True
    scope = cell.get_scope() or ""
    if not scope.startswith("recompute_"):
        cell.__dict__["_scope"] = "recompute_" + scope
    if add_flag:
        cell.add_flags(output_recompute=output_recompute)
    for below in cell.cells():
        _mark_recomputed(below, False, True)


def _primitives_below(top: Any) -> Iterator[Primitive]:
    for _, cell in top.cells_and_names():
        yield from [v for v in cell.__dict__.values() if isinstance(v, Primitive)]


def _scopes(cell: Any, parent: str) -> Iterator[tuple[str, Any]]:
    named = get_context("reserve_class_name_in_scope")
    below = [
        (f"{parent}/{name}-{type(child).__name__}" if named else f"{parent}/{name}", child)
        for name, child in cell.name_cells().items()
    ]
    yield from below
    for scope, child in below:
        yield from _scopes(child, scope)
