"""Record context facts of MindSpore 2.10 into context.json.

Run with a Python that has mindspore 2.10.0 (CPU). Every case runs in a forked child so that no
setting leaks into the next one. A case is a list of statements; the last one is an expression
whose ``repr`` is kept, or whose exception class and first line of text are kept.
"""

import json
import os
import pathlib
import signal

import mindspore as ms
from context_cases import AUTO_PARALLEL, CHECKPARAM, OTHER, SET_GET
from mindspore import _checkparam, communication, hal, runtime
from mindspore.parallel import _cost_model_context as cost_model
from mindspore.parallel import _utils as parallel_utils
from mindspore.parallel._auto_parallel_context import auto_parallel_context


def names():
    """Namespace the statements run in."""
    space = {
        "ms": ms,
        "comm": communication,
        "runtime": runtime,
        "hal": hal,
        "cost_model": cost_model,
        "utils": parallel_utils,
        "auto_parallel_context": auto_parallel_context,
        "apc": auto_parallel_context(),
        "set_ap": ms.set_auto_parallel_context,
        "get_ap": ms.get_auto_parallel_context,
        "reset_ap": ms.reset_auto_parallel_context,
        "setenv": os.environ.__setitem__,
        "_c": _checkparam,
    }
    return space | {k: getattr(_checkparam, k) for k in dir(_checkparam) if k[:2] != "__"}


def run(statements, space):
    """Outcome of one case: {"value": repr} or {"error": class name, "text": first line}."""
    try:
        for line in statements[:-1]:
            exec(line, space)
        return {"value": repr(eval(statements[-1], space))}
    except Exception as exc:
        text = (str(exc).splitlines() or [""])[0].replace(os.getcwd() + "/", "")
        return {"error": type(exc).__name__, "text": text}


def in_child(statements, space):
    """Run one case in a forked child so that settings do not leak."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        signal.alarm(20)
        os.write(write, json.dumps(run(statements, space)).encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        data = pipe.read()
    os.waitpid(pid, 0)
    return json.loads(data) if data else {"error": "crash", "text": ""}


def cases():
    """Every list of statements, in order."""
    for key, values in SET_GET.items():
        for value in values:
            yield [f"ms.set_context({key}={value})", f"ms.get_context({key!r})"]
    unreadable = "parallel_optimizer_config pipeline_config group_ckpt_save_file pipeline_segments"
    for key, values in AUTO_PARALLEL.items():
        for value in values:
            last = "None" if key in unreadable.split() else f"get_ap({key!r})"
            yield [f"set_ap({key}={value})", last]
    for line in OTHER.replace(";\n", ";").strip().splitlines():
        yield [part.strip() for part in line.split(";")]
    for line in CHECKPARAM.strip().splitlines():
        yield from ([call.strip()] for call in line.split("|"))


def main():
    """Write context.json next to this file."""
    from mindspore._c_expression import ms_ctx_param
    from mindspore.parallel import _auto_parallel_context, _ps_context, algo_parameter_config

    space = names()
    # Reading a value pins some of them in MindSpore ("device_id"), so the cases come first.
    facts = [{"code": c} | in_child(c, space) for c in cases()]
    defaults = {}
    extra = ["enable_ge", "reserve_class_name_in_scope", "support_binary"]
    extra += ["jit_config", "ascend_config", "gpu_config", "aoe_config"]
    for key in [*ms_ctx_param.__members__, *extra]:
        if key[0] != "_" and key != "runtime_num_threads":  # the latter counts the machine's cores
            defaults[key] = repr(ms.get_context(key))
    tables = {
        "auto_parallel": (
            _auto_parallel_context._get_auto_parallel_context_func_map,
            ms.get_auto_parallel_context,
        ),
        "ps": (_ps_context._get_ps_context_func_map, ms.get_ps_context),
        "cost_model": (
            cost_model.get_cost_model_context_func_map,
            cost_model.get_cost_model_context,
        ),
        "algo": (algo_parameter_config.get_algo_parameters_config_func_map, ms.get_algo_parameters),
    }
    record = {"context": defaults}
    record |= {k: {key: repr(get(key)) for key in keys} for k, (keys, get) in tables.items()}
    out = pathlib.Path(__file__).with_name("context.json")
    text = json.dumps({"defaults": record, "cases": facts}, indent=0, sort_keys=True)
    out.write_text(text + "\n")


if __name__ == "__main__":
    main()
