"""Write msjax/_surface/names.json: the public names of MindSpore 2.10, in compact form.

    python tools/make_surface.py DIRECTORY [OUTPUT]

DIRECTORY holds `api_2.10.json` (qualified name -> facts), `legacy.json` (names that older releases
had) and `usage.json` (names that real code uses). Only names, kinds and "is now called" relations
are kept. The layout of the result is described in msjax/_surface/__init__.py.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path

KINDS = {
    "class-Cell": "C",
    "class-Primitive": "P",
    "class-other": "K",
    "function": "F",
    "constant/dtype": "V",
}
SUBKINDS = {"enum": "E", "exception": "X"}

# Older paths whose objects are, by these findings, the very ones that 2.10 has elsewhere.
MOVED = {
    "judgement: module file moved",
    "judgement: metrics moved to mindspore.train",
    "lists: 2.1 listed nn.optim_ex, 2.2 experimental.optim",
    "same name, other module",
}

# "Same name, other module" holds for these only by chance: the signatures differ.
NOT_MOVED = ("mint.", "nn.extend.", "ops.extend.")

# Members of older packages that were packages or modules themselves.
OLD_MODULES = {"common", "layers", "loss", "quant", "transformer"}

# Modules that are reached through a module which happens to import them, or that have moved and
# are known by the old path.
VISIBLE = {
    "dataset.context": "context",
    "dataset.ds": "dataset",
    "graph.api": "common.api",
    "graph.jit_config": "common.jit_config",
    "graph.lazy_inline": "common.lazy_inline",
    "graph.no_inline": "common.no_inline",
    "mint.functional": "mint.nn.functional",
    "ops.function.comm_func": "ops.communication",
    "ops.P": "ops.operations",
    "train.serialization.context": "context",
    "parallel._transformer": "nn.transformer",
    **{
        f"parallel._transformer.{name}": f"nn.transformer.{name}"
        for name in ("layers", "loss", "moe", "op_parallel_config", "transformer")
    },
    **{
        f"nn.metrics.{name}": f"train.metrics.{name}"
        for name in (
            "accuracy auc bleu_score confusion_matrix cosine_similarity dice error fbeta "
            "hausdorff_distance loss mean_surface_distance occlusion_sensitivity perplexity "
            "precision recall roc root_mean_square_surface_distance topk"
        ).split()
    },
}

# Files that define the functions of ops; msjax/_missing.py finds their names by rule.
FILES = [
    "ops.auto_generate",
    *(
        f"ops.function.{stem}_func"
        for stem in (
            "array clip debug fft grad image linalg math nn other parameter random sparse "
            "sparse_unary spectral vmap"
        ).split()
    ),
    "ops.auto_generate.gen_ops_def",
    "ops.functional_overload",
    "ops.auto_generate.gen_ops_prim",
    "ops.auto_generate.pyboost_inner_prim",
    "ops.function.grad.grad_func",
    *(
        f"ops.operations.{stem}_ops"
        for stem in (
            "_csr _grad _infer _inner _quant _rl_inner _scalar _sequence _sparse_grad array comm "
            "control custom debug image inner linalg math nn other random sparse spectral"
        ).split()
    ),
    "ops.operations.manually_defined.ops_def",
    "ops.composite.base",
    "ops.composite.math_ops",
    "ops.composite.multitype_ops._compile_utils",
    *(
        f"ops.composite.multitype_ops.{stem}_impl"
        for stem in (
            "add bitwise_and bitwise_or bitwise_xor div equal floordiv getitem greater "
            "greater_equal in less less_equal logic_not mod mul negative not_equal not_in "
            "ones_like pow setitem sub zeros_like"
        ).split()
    ),
]

# Primitives that only the files which define them have, and that msjax has not: importing one
# must not fail, as files of calls import many.
PRIMITIVES = {
    "ops.operations": (
        "ActULQClampMaxGrad ActULQClampMinGrad ActsULQ ActsULQInputGrad BatchNormFold "
        "BatchNormFold2 BatchNormFold2D BatchNormFold2Grad BatchNormFold2GradD "
        "BatchNormFold2GradReduce BatchNormFoldD BatchNormFoldGrad BatchNormFoldGradD "
        "CTCLossV2Grad CacheSwapTable CholeskyTrsm CorrectionMul CorrectionMulGrad "
        "CorrectionMulGradReduce CusBatchMatMul CusCholeskyTrsm CusFusedAbsMax1 CusImg2Col "
        "CusMatMulCube CusMatMulCubeDenseLeft CusMatMulCubeDenseRight "
        "CusMatMulCubeFraczLeftCast CusMatMulCubeFraczRightMul CusMatrixCombine "
        "CusTranspose02314 DSDMatmul DetTriangle DynamicAssign FakeLearnedScaleQuantPerChannel "
        "FakeLearnedScaleQuantPerChannelGrad FakeLearnedScaleQuantPerChannelGradD "
        "FakeLearnedScaleQuantPerChannelGradDReduce FakeLearnedScaleQuantPerLayer "
        "FakeLearnedScaleQuantPerLayerGrad FakeLearnedScaleQuantPerLayerGradD "
        "FakeLearnedScaleQuantPerLayerGradDReduce FakeQuantParam FakeQuantPerChannel "
        "FakeQuantPerChannelGrad FakeQuantPerLayer FakeQuantPerLayerGrad "
        "FakeQuantWithMinMaxVars FakeQuantWithMinMaxVarsGradient "
        "FakeQuantWithMinMaxVarsPerChannel FakeQuantWithMinMaxVarsPerChannelGradient IFMR "
        "InstanceNorm LambApplyOptimizerAssign LambApplyWeightAssign Load LoadIm2Col MatmulDDS "
        "MinMaxUpdatePerChannel MinMaxUpdatePerLayer NewIm2Col PadAndShift ProdForceSeA "
        "TransShape TypeAs UpdateThorGradient WtsARQ"
    ),
    "ops.operations._csr_ops": "COO2CSR CSR2COO CSRDiv CSRGather CSRMM CSRMV CSRMul CSRReduceSum",
    "ops.operations._grad_ops": (
        "AvgPoolGradGe AvgPoolGradV1 AvgPoolGradVm BNTrainingReduceGrad BNTrainingUpdateGrad "
        "BasicLSTMCellCStateGrad BasicLSTMCellInputGrad BasicLSTMCellWeightGrad ConcatOffset "
        "DepthwiseConv2dNativeBackpropFilter DepthwiseConv2dNativeBackpropInput "
        "DynamicGRUV2Grad DynamicRNNGrad EmbeddingLookupCommGrad GRUV2Grad GruGradData "
        "GruGradWeight LSTMGrad LSTMGradData LSTMGradWeight MapTensorGetGrad MaxPoolGradV1 "
        "NeighborExchangeV2Grad PSROIPoolingGrad ParallelResizeBilinearGrad PsROIPoolingGrad "
        "RefToEmbed ResizeV2Grad SyncBatchNormGrad WKVGrad"
    ),
    "ops.operations._inner_ops": (
        "AntiQuant CellBackwardHook Centralization CheckBprop ConfusionMulGrad "
        "DSDGrad DSDMatmul DecodeImage Dequant DynamicResizeNearestNeighbor DynamicStitch "
        "FFN Format Generator GetGrad GetitemTensorIndexInfo "
        "IsConstant IsInstance IsParameter IsSubClass KMeansCentroids "
        "Lamb MatmulDDS MatmulDDSGrad MatrixDiag MatrixDiagPart MatrixSetDiag "
        "MixedPrecisionCast NonZeroWithValue NonZeroWithValueShape ParallelResizeBilinear "
        "PartitionedCall Quant SameTypeShape SequenceMask SetitemTensorIndexInfo StackDestroy "
        "StackInit StackPop StackPush SyncBatchNorm TileSize TopTypeof"
    ),
    "ops.operations._quant_ops": (
        "ActULQClampMaxGrad ActULQClampMinGrad ActsULQ ActsULQInputGrad BatchNormFold "
        "BatchNormFold2 BatchNormFold2D BatchNormFold2Grad BatchNormFold2GradD "
        "BatchNormFold2GradReduce BatchNormFoldD BatchNormFoldGrad BatchNormFoldGradD "
        "CorrectionMul CorrectionMulGrad CorrectionMulGradReduce "
        "FakeLearnedScaleQuantPerChannel FakeLearnedScaleQuantPerChannelGrad "
        "FakeLearnedScaleQuantPerChannelGradD FakeLearnedScaleQuantPerChannelGradDReduce "
        "FakeLearnedScaleQuantPerLayer FakeLearnedScaleQuantPerLayerGrad "
        "FakeLearnedScaleQuantPerLayerGradD FakeLearnedScaleQuantPerLayerGradDReduce "
        "FakeQuantParam FakeQuantPerChannel FakeQuantPerChannelGrad FakeQuantPerLayer "
        "FakeQuantPerLayerGrad FakeQuantWithMinMaxVars FakeQuantWithMinMaxVarsGradient "
        "FakeQuantWithMinMaxVarsPerChannel FakeQuantWithMinMaxVarsPerChannelGradient IFMR "
        "MinMaxUpdatePerChannel MinMaxUpdatePerLayer WtsARQ"
    ),
    "ops.operations._rl_inner_ops": "CudnnGRU GRUV2 LSTMV2",
    "ops.operations._sequence_ops": (
        "ListAppendAndInsertGrad SequenceAddN SequenceAddOffset SequenceIndex SequenceSliceGrad "
        "SequenceSliceSetItem SequenceStack SequenceUnstack SequenceZerosLike ShapeMulGrad "
        "list_greater_equal list_greater_than list_le list_lt tuple_greater_equal "
        "tuple_greater_than tuple_le tuple_lt"
    ),
    "ops.operations._sparse_grad_ops": "SparseAddGrad",
    "ops.operations.array_ops": "ArgminV2 TransShape Unsqueeze",
    "ops.operations.image_ops": "ResizeV2",
    "ops.operations.inner_ops": (
        "GenerateEodMask KVCacheMgr LambApplyOptimizerAssign LambApplyWeightAssign ScaleGrad"
    ),
    "ops.operations.manually_defined._inner": "TensorReport",
    "ops.operations.manually_defined.ops_def": "TypeAs",
    "ops.operations.math_ops": "NPUClearFloatStatusV2 NPUGetFloatStatusV2",
    "ops.operations.nn_ops": (
        "AllFinite AvgPoolV1 CTCLossV2Grad FusedBatchNorm FusedBatchNormEx InstanceNorm "
        "MaxPoolV1 PSROIPooling WKV"
    ),
    "ops.operations.other_ops": "Load PyExecute PyInterpret",
    "ops.operations.sparse_ops": "RaggedTensorToTensor SetSize SparseMatrixOrderingAMD SparseSplit",
}

# Further names of MindSpore's core that tests of operations and transforms of text import.
CORE = {
    "_c_dataengine": {"K": "BasicTokenizerOperation LookupOperation Vocab"},
    "dataset.core.datatypes": {"F": "mstype_to_detype mstypelist_to_detypelist nptype_to_detype"},
    "_c_expression": {
        "F": (
            "_empty_instance _framework_profiler_step_end _framework_profiler_step_start "
            "disable_multi_thread is_reboot_node swap_cache"
        ),
        "K": "Cell_ MSContext",
        "V": "security typing",
    },
    "_c_expression.typing": {"F": "_issubclass_ str_to_type"},
    "communication._comm_helper": {"F": "_get_group_map _remove_group_info"},
    "dataset.text.transforms": {"V": "DE_C_INTER_NORMALIZE_FORM"},
    "ops._grad_experimental.grad_comm_ops": {"F": "get_squared_device_local_norm_param"},
    "parallel.shard": {"K": "_DistributedTensorInfo"},
    "train._utils": {"F": "get_parameter_redundancy remove_param_redundancy"},
    "train.model": {"F": "_save_final_ckpt _set_training_dataset"},
    "train.serialization": {"F": "_load_map_parameter"},
    "utils": {"V": "_tft_handler"},
    "rewrite": {"K": "PatternEngine PatternNode Replacement VarNode"},
    "ops._grad.grad_base": {"F": "bprop_getters"},
    "ops._grad_experimental.grad_base": {"F": "bprop_getters"},
    "_c_expression.amp": {
        "E": "AmpLevel",
        "F": "create_amp_strategy pop_amp_strategy push_amp_strategy",
    },
}

# Attributes of objects rather than names of importable modules.
NOT_NAMES = ("log.logging.", "train.serialization.Validator.", "train.train_thor.dataset_helper.")


def short(name):
    """Drop the leading package name: 'mindspore.nn.Cell' -> 'nn.Cell', 'mindspore' -> ''."""
    return name.partition(".")[2]


def split(name):
    """'nn.layer.basic' -> ('nn.layer', 'basic'); 'Tensor' -> ('', 'Tensor')."""
    parent, _, leaf = name.rpartition(".")
    return parent, leaf


def guess_kind(leaf):
    """Kind of a name of which only the spelling is known."""
    bare = leaf.lstrip("_")
    if bare.isupper() and "_" in bare:
        return "V"
    return "K" if bare[:1].isupper() else "F"


def pack(table):
    """{module: {key: [names]}} -> {module: {key: 'names'}}, sorted."""
    return {
        module: {key: " ".join(sorted(set(names))) for key, names in sorted(groups.items())}
        for module, groups in sorted(table.items())
    }


def successor(name, replacement, api):
    """'>ops.sum' for a deprecated name whose documentation names its replacement, else ''."""
    for prefix in ("", "mindspore."):
        full = f"{prefix}{replacement}"
        if full in api and full != name:
            return ">" + short(full)
    return ""


def new_table():
    return defaultdict(lambda: defaultdict(list))


def public(api):
    """The 2.10 surface: module tables, class members and modules that are one object."""
    modules, members, module_alias = new_table(), defaultdict(list), {}
    classes = {name for name, fact in api.items() if fact["kind"].startswith("class")}
    for name, fact in api.items():
        parent, leaf = split(short(name))
        if fact["kind"] == "module":
            modules[short(name)]
            if "alias_of" in fact:
                module_alias[short(name)] = short(fact["alias_of"])
        elif f"mindspore.{parent}" in classes or split(parent)[1][:1].isupper():
            if not leaf.startswith("_") and "alias_of" not in fact:
                members[parent].append(leaf)
        elif leaf.startswith("__"):
            continue
        elif "alias_of" in fact:
            target, other = split(short(fact["alias_of"]))
            key = ("=" if fact["in_all"] else "-") + target
            modules[parent][key].append(leaf if leaf == other else f"{leaf}={other}")
        else:
            kind = SUBKINDS.get(fact.get("subkind"), KINDS[fact["kind"]])
            text = leaf + successor(name, fact.get("replacement"), api)
            modules[parent][kind if fact["in_all"] else kind.lower()].append(text)
    return modules, {key: " ".join(sorted(v)) for key, v in sorted(members.items())}, module_alias


def older(facts, known, api):
    """Names that 2.10 lacks: those that merely moved, and those that are gone."""
    moved, legacy = new_table(), new_table()

    def add(name, became, basis):
        parent, leaf = split(name)
        became = api.get(became, {}).get("alias_of", became)
        if leaf in known.get(parent, ()) or leaf.startswith("__"):
            return
        target, other = split(short(became or ""))
        if basis in MOVED and other == leaf and not name.startswith(NOT_MOVED):
            moved[parent][f"={target}"].append(leaf)
        else:
            text = f"{leaf}>{short(became)}" if became else leaf
            legacy[parent][guess_kind(leaf)].append(text)

    for section in ("in_older_api_lists", "in_older_all_lists", "unresolved_in_code"):
        for name, fact in facts[section].items():
            name = short(name)
            leaf = split(name)[1]
            if not fact.get("known_to_have_existed", True) and not fact.get("private"):
                continue
            if fact.get("members") and not leaf[:1].isupper():
                legacy[name]
                inner = [member for member in fact["members"] if member in OLD_MODULES]
                for member, entry in fact["members"].items():
                    if member not in inner:
                        for path in (name, *(f"{name}.{module}" for module in inner)):
                            add(f"{path}.{member}", entry.get("became"), fact.get("basis"))
                for module in inner:
                    legacy[f"{name}.{module}"]
            else:
                add(name, fact.get("became"), fact.get("basis"))

    for table in (moved, legacy):  # one statement per name, the most telling one
        for groups in table.values():
            for key, names in groups.items():
                told = {text.partition(">")[0] for text in names if ">" in text}
                groups[key] = [t for t in names if ">" in t or t not in told]
    for module, groups in legacy.items():
        gone = {text for texts in moved.get(module, {}).values() for text in texts}
        for key, names in groups.items():
            groups[key] = [text for text in names if text.partition(">")[0] not in gone]
    return moved, legacy


def private(facts, known):
    """Undocumented names that exist in 2.10 and that real code imports."""
    table = new_table()
    for name in map(short, facts):
        parent, leaf = split(name)
        if name.startswith(NOT_NAMES) or leaf.startswith("__") or leaf in known.get(parent, ()):
            continue
        table[parent][guess_kind(leaf)].append(leaf)
    for module, names in PRIMITIVES.items():
        table[module]["P"] += names.split()
    for module, groups in CORE.items():
        for kind, names in groups.items():
            table[module][kind] += names.split()
    return table


def spelled(facts, known):
    """Paths in no list by which real code reaches public names: nn.optim.momentum.Momentum."""
    table = new_table()
    for canonical, fact in facts.items():
        target, other = split(short(canonical))
        for name in map(short, fact["as"]):
            parent, leaf = split(name)
            if parent not in VISIBLE and leaf not in known.get(parent, ()):
                if not leaf.startswith("__"):
                    table[parent][f"-{target}"].append(leaf if leaf == other else f"{leaf}={other}")
    for path in FILES:
        table[path]
    for path, groups in SEEN.items():
        table[path]
        for key, names in groups.items():
            table[path][key] += names.split()
    table["_c_expression"]["-"].append("Tensor")
    return table


SDC = "get_sdc_detect_result sdc_detect_start sdc_detect_stop"

# Names that MindSpore's modules show because their files import them; no documentation has them.
SEEN = {
    "_extends.parse": {},
    "_extends.parse.resources": {},
    "_extends.parse.trope": {},
    "dtype": {
        "-": "bool=bool_",
        "-_c_expression": "typing",
        "-_c_expression.typing": "_issubclass_",
    },
    "mint": {"-": "Tensor", "-mint": "clip=clamp ge=greater_equal"},
    "mint.nn": {"-nn": "Cell"},
    "tools": {"-utils": f"{SDC} stress_detect", "-": "set_dump"},
    "tools.data_dump": {"-": "set_dump"},
    "tools.sdc_detect": {"-utils": SDC},
    "tools.stress_detect": {"-utils": "stress_detect"},
}


def known_names(modules):
    return {
        module: {
            text.partition("=")[0].partition(">")[0] for names in groups.values() for text in names
        }
        for module, groups in modules.items()
    }


def main(source, output):
    source = Path(source)
    api, legacy, usage = (
        json.loads((source / name).read_text())
        for name in ("api_2.10.json", "legacy.json", "usage.json")
    )
    modules, members, module_alias = public(api)
    known = known_names(modules)
    moved, gone = older(legacy, known, api)
    data = {
        "version": api["mindspore.__version__"]["value"],
        "modules": pack(modules),
        "members": members,
        "module_alias": module_alias | VISIBLE,
        "moved": pack(moved),
        "legacy": pack(gone),
        "spelled": pack(spelled(usage["names"], known)),
        "private": pack(private(usage["existing_but_not_public"], known)),
    }
    Path(output).write_text(json.dumps(data, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    default = Path(__file__).parents[1] / "msjax" / "_surface" / "names.json"
    main(sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else default)
