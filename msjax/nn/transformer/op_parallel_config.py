"""How the transformer layers of older releases are spread over devices.

The settings are checked and kept; the layers here compute on one device, or on several if their
arrays are sharded with JAX.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msjax import _checkparam as validator
from msjax import context, log
from msjax._core.op.older import without
from msjax.communication.management import get_group_size
from msjax.parallel._utils import _is_in_auto_parallel_mode

__all__ = ["OpParallelConfig"]


def setting(name: str, check: Callable[[Any, str], Any]) -> Any:
    """A property that checks what it is set to."""
    place = "_" + name

    def write(config: Any, value: Any) -> None:
        check(value, name)
        setattr(config, place, value)

    return property(lambda config: getattr(config, place), write)


def forward(owner: str, name: str, *others: str) -> Any:
    """A property of a part of the config, written to other parts too."""

    def write(config: Any, value: Any) -> None:
        for part in (owner, *others):
            setattr(getattr(config, part), name, value)

    return property(lambda config: getattr(getattr(config, owner), name), write)


def set_parallel(**values: Any) -> None:
    """Tell the parallel context, if it says something else."""
    for name, value in values.items():
        if context.get_auto_parallel_context(name) != value:
            context.set_auto_parallel_context(**{name: value})


class _Config:
    """Base of the configs."""

    def __str__(self) -> str:
        return "[ParallelConfig]\n" + "".join(f"{k}:{v}\n" for k, v in vars(self).items())


def _check_config(config: Any) -> None:
    """Refuse a config that says something else than the parallel context.

    Args:
        config: OpParallelConfig, MoEParallelConfig or TransformerOpParallelConfig.
    """
    stages = context.get_auto_parallel_context("pipeline_stages")
    if getattr(config, "pipeline_stage", stages) != stages:
        raise ValueError(
            f"The pipeline stage {stages} in auto_parallel_context is not equal to the "
            f"pipeline_stage {config.pipeline_stage} in the config."
        )
    if not _is_in_auto_parallel_mode():
        return
    devices = get_group_size()
    if config.data_parallel * config.model_parallel * stages > devices:
        raise ValueError(
            f"The product of the data parallel {config.data_parallel}, model parallel "
            f"{config.model_parallel} pipeline stages {stages} should be less than device_num "
            f"{devices}."
        )
    shard = context.get_auto_parallel_context("enable_parallel_optimizer")
    if shard and not getattr(config, "optimizer_shard", True):
        log.warning(
            f"The optimizer shard {shard} in auto_parallel_context is not equal to the "
            f"optimizer_shard {config.optimizer_shard} in the OpParallelConfig. Please check the "
            "optimizer_shard to make them consistent."
        )


class OpParallelConfig(_Config):
    """Over how many devices batches and weights are spread.

    Args:
        data_parallel: int, parts of a batch.
        model_parallel: int, parts of a weight.

    Raises:
        TypeError: an argument is not an int.
        ValueError: an argument is not positive.

    Examples:
        >>> from msjax.nn.transformer import OpParallelConfig
        >>> OpParallelConfig(data_parallel=2).data_parallel
        2
    """

    data_parallel = setting("data_parallel", validator.check_positive_int)
    model_parallel = setting("model_parallel", validator.check_positive_int)

    def __init__(self, data_parallel: int = 1, model_parallel: int = 1):
        self.data_parallel = data_parallel
        self.model_parallel = model_parallel


class MoEParallelConfig(_Config):
    """As OpParallelConfig, with the experts of a mixture spread too.

    Args:
        data_parallel: int, parts of a batch.
        model_parallel: int, parts of a weight.
        expert_parallel: int, parts of the experts.

    Raises:
        TypeError: an argument is not an int.
        ValueError: an argument is not positive.

    Examples:
        >>> from msjax.nn.transformer.op_parallel_config import MoEParallelConfig
        >>> MoEParallelConfig(expert_parallel=2).expert_parallel
        2
    """

    data_parallel = forward("_dpmp", "data_parallel")
    model_parallel = forward("_dpmp", "model_parallel")
    expert_parallel = setting("expert_parallel", validator.check_positive_int)

    def __init__(self, data_parallel: int = 1, model_parallel: int = 1, expert_parallel: int = 1):
        self._dpmp = OpParallelConfig(data_parallel, model_parallel)
        self.expert_parallel = expert_parallel

    @property
    def dpmp(self) -> OpParallelConfig:
        """The config of batches and weights."""
        return self._dpmp


def _check_stage(value: Any, name: str) -> None:
    validator.check_positive_int(value, name)
    set_parallel(pipeline_stages=value)


class _PipeLineConfig(_Config):
    """Stages of a pipeline and the parts of a batch that go through it."""

    pipeline_stage = setting("pipeline_stage", _check_stage)
    micro_batch_num = setting("micro_batch_num", validator.check_positive_int)

    def __init__(self, pipeline_stage: int = 1, micro_batch_num: int = 1):
        self.pipeline_stage = pipeline_stage
        self.micro_batch_num = micro_batch_num


default_dpmp_config = OpParallelConfig()
default_moeparallel_config = MoEParallelConfig()


class EmbeddingOpParallelConfig(_Config):
    """Over how many devices an embedding is spread.

    Args:
        data_parallel: int, parts of a batch.
        model_parallel: int, parts of the table.
        vocab_emb_dp: bool, whether to spread the batch rather than the table.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: a number is not positive.

    Examples:
        >>> from msjax.nn.transformer import EmbeddingOpParallelConfig
        >>> EmbeddingOpParallelConfig(data_parallel=2).dp_mp_config.data_parallel
        2
    """

    data_parallel = forward("_dp_mp_config", "data_parallel")
    model_parallel = forward("_dp_mp_config", "model_parallel")
    vocab_emb_dp = setting("vocab_emb_dp", validator.check_bool)

    def __init__(self, data_parallel: int = 1, model_parallel: int = 1, vocab_emb_dp: bool = True):
        self._dp_mp_config = OpParallelConfig(data_parallel, model_parallel)
        self.vocab_emb_dp = vocab_emb_dp

    @property
    def dp_mp_config(self) -> OpParallelConfig:
        """The config of batches and weights."""
        return self._dp_mp_config


class TransformerRecomputeConfig(_Config):
    """What is computed again in backward instead of kept.

    Args:
        recompute: bool, whether the activations of a block are.
        parallel_optimizer_comm_recompute: bool, whether gathered weights are.
        mp_comm_recompute: bool, whether the communication of model parallelism is.
        recompute_slice_activation: bool, whether kept activations are spread over devices.

    Raises:
        TypeError: an argument is not a bool.

    Examples:
        >>> from msjax.nn.transformer import TransformerRecomputeConfig
        >>> TransformerRecomputeConfig(recompute=True).recompute
        True
    """

    recompute = setting("recompute", validator.check_bool)
    parallel_optimizer_comm_recompute = setting(
        "parallel_optimizer_comm_recompute", validator.check_bool
    )
    mp_comm_recompute = setting("mp_comm_recompute", validator.check_bool)
    recompute_slice_activation = setting("recompute_slice_activation", validator.check_bool)

    def __init__(
        self,
        recompute: bool = False,
        parallel_optimizer_comm_recompute: bool = False,
        mp_comm_recompute: bool = True,
        recompute_slice_activation: bool = False,
    ):
        self.recompute = recompute
        self.parallel_optimizer_comm_recompute = parallel_optimizer_comm_recompute
        self.mp_comm_recompute = mp_comm_recompute
        self.recompute_slice_activation = recompute_slice_activation


default_transformer_recompute_config = TransformerRecomputeConfig()


def _check_recompute(value: Any, name: str) -> None:
    if not isinstance(value, (TransformerRecomputeConfig, bool)):
        raise TypeError(
            f"{name} must be a TransformerRecomputeConfig/bool, but got {type(value).__name__}."
        )


def _check_shard(value: Any, name: str) -> None:
    validator.check_bool(value, name)
    set_parallel(enable_parallel_optimizer=value)


class TransformerOpParallelConfig(_Config):
    """All settings of a transformer.

    Args:
        data_parallel: int, parts of a batch.
        model_parallel: int, parts of a weight.
        expert_parallel: int, parts of the experts.
        pipeline_stage: int, stages of the pipeline.
        micro_batch_num: int, parts of a batch that go through the pipeline.
        recompute: TransformerRecomputeConfig or bool.
        optimizer_shard: bool, whether the optimizer's state is spread.
        gradient_aggregation_group: int, how many groups gradients are reduced in.
        vocab_emb_dp: bool, as in EmbeddingOpParallelConfig.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: a number is not positive.

    Examples:
        >>> from msjax.nn.transformer import TransformerOpParallelConfig
        >>> config = TransformerOpParallelConfig(recompute=True)
        >>> config.dp_mp_config.model_parallel
        1
    """

    recompute = setting("recompute", _check_recompute)
    optimizer_shard = setting("optimizer_shard", _check_shard)
    gradient_aggregation_group = setting("gradient_aggregation_group", validator.check_positive_int)
    vocab_emb_dp = forward("_embed_dp_mp_config", "vocab_emb_dp")
    data_parallel = forward("_embed_dp_mp_config", "data_parallel", "_moe_config")
    model_parallel = forward("_embed_dp_mp_config", "model_parallel", "_moe_config")
    expert_parallel = forward("_moe_config", "expert_parallel")
    pipeline_stage = forward("_pp_config", "pipeline_stage")
    micro_batch_num = forward("_pp_config", "micro_batch_num")

    def __init__(
        self,
        data_parallel: int = 1,
        model_parallel: int = 1,
        expert_parallel: int = 1,
        pipeline_stage: int = 1,
        micro_batch_num: int = 1,
        recompute: TransformerRecomputeConfig | bool = default_transformer_recompute_config,
        optimizer_shard: bool = False,
        gradient_aggregation_group: int = 4,
        vocab_emb_dp: bool = True,
    ):
        self.recompute = recompute
        self.optimizer_shard = optimizer_shard
        self.gradient_aggregation_group = gradient_aggregation_group
        self._embed_dp_mp_config = EmbeddingOpParallelConfig(
            data_parallel, model_parallel, vocab_emb_dp
        )
        self._pp_config = _PipeLineConfig(pipeline_stage, micro_batch_num)
        self._moe_config = MoEParallelConfig(data_parallel, model_parallel, expert_parallel)

    @property
    def embedding_dp_mp_config(self) -> EmbeddingOpParallelConfig:
        """The config of embeddings."""
        return self._embed_dp_mp_config

    @property
    def dp_mp_config(self) -> OpParallelConfig:
        """The config of layers."""
        return self._embed_dp_mp_config.dp_mp_config

    @property
    def moe_parallel_config(self) -> MoEParallelConfig:
        """The config of layers with experts."""
        return self._moe_config


default_transformer_config = TransformerOpParallelConfig()
default_embedding_parallel_config = EmbeddingOpParallelConfig()


class MoEConfig:
    """Settings of a mixture of experts.

    Args:
        expert_num: int, number of experts.
        capacity_factor: float, how many tokens an expert takes, relative to an even share.
        aux_loss_factor: float, weight of the loss that balances the experts.
        num_experts_chosen: int, experts for each token.
        expert_group_size: int, tokens of each group of devices, or None.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: an argument is out of range.

    Examples:
        >>> from msjax.nn.transformer import MoEConfig
        >>> MoEConfig(expert_num=4, num_experts_chosen=2).capacity_factor
        1.1
    """

    @without(group_wise_a2a=False, comp_comm_parallel=False, comp_comm_parallel_degree=2)  # 2.0
    def __init__(
        self,
        expert_num: int = 1,
        capacity_factor: float = 1.1,
        aux_loss_factor: float = 0.05,
        num_experts_chosen: int = 1,
        expert_group_size: int | None = None,
    ):
        validator.check_positive_int(expert_num, "expert_num")
        validator.check_positive_float(capacity_factor, "capacity_factor")
        validator.check_positive_float(aux_loss_factor, "aux_loss_factor")
        validator.check_positive_int(num_experts_chosen, "num_experts_chosen")
        if expert_group_size is not None:
            validator.check_positive_int(expert_group_size, "expert_group_size")
        if capacity_factor < 1.0:
            raise ValueError(
                "'capacity_factor' must be equal to or greater than 1.0, "
                f"but got {capacity_factor}."
            )
        if aux_loss_factor >= 1.0:
            raise ValueError(f"'aux_loss_factor' must be less than 1.0, but got {aux_loss_factor}.")
        if num_experts_chosen > expert_num:
            raise ValueError(
                "'num_experts_chosen' must not be larger than 'expert_num', "
                f"but got {num_experts_chosen}."
            )
        self.expert_num = expert_num
        self.capacity_factor = capacity_factor
        self.aux_loss_factor = aux_loss_factor
        self.num_experts_chosen = num_experts_chosen
        self.expert_group_size = expert_group_size


default_moe_config = MoEConfig()


def _check_moe_config(moe_config: Any = None, parallel_config: Any = None) -> None:
    """Refuse a mixture of experts that the devices cannot hold.

    Args:
        moe_config: MoEConfig.
        parallel_config: MoEParallelConfig or TransformerOpParallelConfig; one expert needs none.
    """
    if not isinstance(moe_config, MoEConfig):
        raise TypeError(
            f"'moe_config' must be an instance of MoEConfig, but got {type(moe_config).__name__}."
        )
    experts = moe_config.expert_num
    if experts <= 1:
        return
    parts, batches = parallel_config.expert_parallel, parallel_config.data_parallel
    if experts % parts != 0:
        raise ValueError(
            f"When using MoE, the 'expert_num' in {type(moe_config).__name__} must be a multiple "
            f"of 'expert_parallel' value in {type(parallel_config).__name__}, but got {experts} "
            f"for 'expert_num' and {parts} for 'expert_parallel'."
        )
    devices = get_group_size()
    if devices % parts != 0:
        raise ValueError(f"device_num: {devices} must be a multiple of expert_parallel: {parts}.")
    if batches % parts != 0:
        raise ValueError(
            f"data parallel: {batches} must be a multiple of expert_parallel: {parts} when using "
            "MoE."
        )
    if batches * parallel_config.model_parallel > devices:
        raise ValueError(
            f"The product of the data parallel: {batches} and model parallel: "
            f"{parallel_config.model_parallel} should be less than device_num: {devices}."
        )


def check_experts(owner: str, moe_config: Any) -> None:
    """Refuse a mixture of experts, which nothing here computes."""
    if moe_config.expert_num > 1:
        raise NotImplementedError(
            f"For '{owner}', a mixture of experts (expert_num > 1) is not supported by msjax; "
            "route the tokens with ops.top_k and nn.transformer.FeedForward layers."
        )
