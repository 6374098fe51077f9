"""What is said where compiled code runs eagerly: place, reason, and what to write instead."""

from __future__ import annotations

import dis
import re
import traceback
from collections.abc import Callable, Iterable
from typing import Any

from msjax._core.base.errors import TraceBreak
from msjax._core.base.functions import of_user

ONLY_RAISES = "every path raises", "an exception shows a Tensor"  # reasons that are not told
# What to write instead where a reason has these words; the first that fits, so that words which are
# part of others come after them.
_ADVICE = {
    "paths differ": "Give them the same structure, shapes and dtypes to compile it.",
    "compares objects by": "Compare by == or keep a flag to compile it.",
    "is a generator": "Return a list to compile it.",
    "source of": "Put the function in a file to compile it.",
    "a comprehension asks": "Use ops.where, or operations on the whole Tensor, to compile it.",
    "sorted() asks": "Use ops.sort or ops.topk to compile it.",
    "sort() asks": "Use ops.sort or ops.topk to compile it.",
    "() asks them": "Use ops.max, ops.any and the like to compile it.",
    "calls itself": "Use a loop in place of the recursion to compile it.",
    "conditions on values follow": "Use ops.where, or ops.WhileLoop for a loop, to compile it.",
    "random state of": "Draw with ops.rand, ops.randint or ops.randperm to compile it.",
    "a random generator": "Draw with ops.rand, ops.randint or ops.randperm to compile it.",
    "iterator from outside is returned": "Return what it gives to compile it.",
    "iterator": "Give what the iterator gives as an argument to compile it.",
    "a generator is returned": "Return a list to compile it.",
    "cache of a function": "Call the cached function before to compile it.",
    "gets the attribute": "Keep it in an attribute of a Cell to compile it.",
    "of an argument is read": "Give it as another argument to compile it.",
    "set to None": "Set it to None before the call to compile it.",
    "changes in code that depends": "Keep such things in Parameters to compile it.",
    "in a loop on values": "Keep such things in Tensors or Parameters to compile it.",
    "among the arguments is changed": "Return a new one to compile it.",
    "is deleted": "Set it to None in its place to compile it.",
    "is changed": "Return it, or keep such things in Parameters, to compile it.",
    "code that is compiled changes": "Change it outside of compiled code to compile it.",
    "changes at every call": "Give it as a Tensor, or keep it in a Parameter, to compile it.",
    "other hooks at every call": "Put the hook on once, before the call, to compile it.",
    "used before": "Put the hook on before the Tensor is used to compile it.",
    "has hooks": "Put hooks on the loop's result, not on what it changes, to compile it.",
    "not given": "Use what is given to it, or Parameters, to compile it.",
    "of code that has ended": "Return the Tensor, or keep it in a Parameter, to compile it.",
    "keeps a Tensor": "Return the Tensor, or keep it in a Parameter, to compile it.",
    "print() to a file": "Print to the standard output to compile it.",
    "print() depends": "Leave MSJAX_CONTROL_FLOW unset, or use ops.Print, to compile it.",
    "print() of a container": "Print the Parameter itself to compile it.",
    "Parameter or a Tensor with hooks": (
        "Use the Parameter's value (`p.value()`), and put hooks on after the statement, "
        "to compile it."
    ),
    "code prints": "Print where no exception can follow, or leave the check out, to compile it.",
    "something is printed": "Print outside of compiled code to compile the rest.",
    "printed before": "Print after the condition or use ops.Print to compile it.",
    "exception": "Use ops.where in place of the exception to compile it.",
    "second derivative": "Use ops.Scan, or a loop over a known range, to compile it.",
    "a loop that prints": "Print after the loop, and differentiate it once, to compile it.",
    "by integers": "Differentiate by a floating Tensor to compile it.",
    "differentiated from outside": "Compile the gradient, too, to compile it.",
    "only inside a loop": "Give it a value before the loop to compile it.",
    "before a round of a loop": "Give it that shape and dtype before the loop to compile it.",
    "shape or dtype of a Tensor in place": "Keep its shape and dtype to compile it.",
    "in a loop do not settle": "Keep its type, shape and dtype in every turn to compile it.",
    "of a loop do not settle": "Keep types, shapes and dtypes in every turn to compile it.",
    "fit 64 bits": "Use a floating Tensor to compile it.",
    "two names": "Copy it before the loop or condition to compile it.",
    "may be shared": "Copy it before the loop or condition to compile it.",
    "that has views": "Write to it with [...] in place of assigning it to compile it.",
    "in place": "Use a new Tensor in every turn to compile it.",
    "another object": "Give it one Tensor or number before the loop to compile it.",
    "a Parameter is in a variable": "Use the Parameter's value (`p.value()`) to compile it.",
    "type() may be asked": "Use isinstance() to compile it.",
    "number that a loop changes": "Use a Tensor, and operations, in the loop to compile it.",
    "value that it carries": "Carry a Tensor to compile it.",
    "loop changes": "Use a variable in the loop, and assign it after that, to compile it.",
    "number of turns": "Use ops.WhileLoop, or a loop over a known range, to compile it.",
    "Python value of a Cell": "Keep it in a Parameter to compile it.",
    "collective": "Call it outside of conditions, on all ranks, to compile it.",
    "message between": "Send and fetch outside of compiled code to compile the rest.",
    "reads from a dataset": "Give the batch as an argument to compile it.",
    "text needs": "Print it, or return the Tensor, to compile it.",
    "conversion": "Use operations on Tensors to compile it.",
    "shape of the result": "Keep the shape, and choose by ops.where, to compile it.",
    "value of a Tensor": "Use ops.where, ops.WhileLoop or ops.ForiLoop to compile it.",
}


def advice(reason: str) -> str:
    """What to write instead, a sentence; empty if nothing is known."""
    return next((say for words, say in _ADVICE.items() if words in reason), "")


def reason_of(error: BaseException) -> str:
    """Why code cannot be compiled, without a full stop."""
    if isinstance(error, TraceBreak):
        return str(error)
    return "a Python condition or conversion needs the value of a Tensor"


def place_of(error: BaseException, function: Any) -> str:
    """File and line that a break is about; at least those of the function that is compiled."""
    return getattr(error, "place", "") or user_frame(error) or _definition(function)


def user_frame(error: BaseException) -> str:
    """File and line of the innermost frame of the program or its packages."""
    found = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        if of_user(frame.f_globals.get("__name__")):
            found = f"{frame.f_code.co_filename}:{line}"
    return found


def line_that_names(reason: str, functions: Iterable[Callable]) -> str:
    """File and line of the first code that assigns, or else uses, what a reason names in quotes."""
    names = set(re.findall(r"'(\w+)'", reason))
    names |= {"random"} if "random" in reason else set()
    found: list[str] = ["", "", ""]  # where a part is given, a method called, the name used
    for function in functions:
        code = function.__code__
        starts = dict(dis.findlinestarts(code))
        line, used = code.co_firstlineno, False
        for step in dis.get_instructions(code):
            if step.offset in starts:
                line, used = starts[step.offset], False
            place = f"{code.co_filename}:{line}"
            # Python 3.12 loads methods as attributes, and 3.13 two variables in one step.
            given = step.argval if type(step.argval) is tuple else (step.argval,)
            if not names.isdisjoint(given):
                if step.opname.startswith(("STORE_", "DELETE_")):
                    return place
                used = True
                found[2] = found[2] or place
            elif used and step.opname in ("STORE_SUBSCR", "DELETE_SUBSCR"):
                found[0] = found[0] or place
            elif used and (step.opname == "LOAD_METHOD" or "NULL|self" in step.argrepr):
                found[1] = found[1] or place
    return next((place for place in found if place), "")


def _definition(function: Any) -> str:
    """File and line of a function, a method, or the `construct` of a Cell."""
    owner = getattr(function, "__self__", function)
    function = getattr(type(owner), "construct", function)
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    function = getattr(function, "func", function)
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    return "" if code is None else f"{code.co_filename}:{code.co_firstlineno}"
