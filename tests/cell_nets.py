"""Small nested nets whose Parameter names, errors and texts are compared with MindSpore's.

`cases(m)` takes a namespace with Cell, CellList, CellDict, SequentialCell, Parameter,
ParameterTuple and Tensor, MindSpore's or msjax's, and returns functions by name. Each builds a net
and returns it, or a value that JSON can hold, or raises.
"""

import copy
from collections import OrderedDict

import numpy as np


def cases(m):
    """The functions, by name."""

    def tensor(*values):
        return m.Tensor(np.array(values, np.float32))

    def param(name=None, requires_grad=True):
        return m.Parameter(tensor(1, 2), name=name, requires_grad=requires_grad)

    class Leaf(m.Cell):
        """Two Parameters, one of them not trained."""

        def __init__(self, name="w"):
            super().__init__()
            self.w = param(name)
            self.s = param("s", requires_grad=False)

        def construct(self, x):
            return x

    class Text(m.Cell):
        """A Cell with text of its own."""

        def __init__(self, text):
            super().__init__()
            self.text = text

        def extend_repr(self):
            return self.text

    class Net(m.Cell):
        """A Cell that takes attributes as keywords, in order."""

        def __init__(self, auto_prefix=True, **attributes):
            super().__init__(auto_prefix)
            for name, value in attributes.items():
                setattr(self, name, value)

    def edited(net, edit):
        edit(net)
        return net

    def shared():
        p = param("shared")
        net = Net(a=p)
        net.b = p
        net.c = Net(d=p)
        return net

    def shared_cell():
        leaf = Leaf()
        return Net(first=leaf, second=leaf)

    def in_class(name, value):
        class Custom(m.Cell):
            def __init__(self):
                super().__init__()
                setattr(self, name, value())

        return Custom

    def without_init():
        class Bare(m.Cell):
            def __init__(self):
                self.leaf = Leaf()

        return Bare()

    def plain_before_init():
        class Early(m.Cell):
            def __init__(self):
                self.number = 3
                super().__init__()
                self.w = param()

        return Early()

    def deep_list():
        layers = [m.SequentialCell([Leaf(), Leaf()]) for _ in range(2)]
        return Net(blocks=m.CellList(layers), head=Leaf())

    def list_assigned_then_extended():
        net = Net(layers=m.CellList([Leaf(), Leaf()]))
        net.layers.append(Leaf())
        net.layers.extend([Leaf()])
        return net

    def list_inserted():
        net = Net(layers=m.CellList([Leaf(), Leaf()]))
        net.layers.insert(0, Leaf("x"))
        net.layers.insert(-1, Leaf("y"))
        return net

    def list_deleted():
        net = Net(layers=m.CellList([Leaf() for _ in range(4)]))
        del net.layers[1]
        del net.layers[0:1]
        return net

    def list_set():
        net = Net(layers=m.CellList([Leaf(), Leaf()]))
        net.layers[1] = Leaf("z")
        net.layers[-2] = Net(inner=Leaf())
        return net

    def sequential_edited():
        net = Net(seq=m.SequentialCell(Leaf(), Leaf(), Leaf()))
        net.seq.append(Leaf())
        del net.seq[1]
        net.seq[0] = Leaf("q")
        return net

    def ordered():
        return OrderedDict([("stem", Leaf()), ("body", Leaf())])

    def ordered_deleted():
        net = Net(seq=m.SequentialCell(ordered()))
        net.seq.append(Leaf())
        del net.seq[0]
        return net

    def dictionary():
        cells = m.CellDict({"one": Leaf(), "two": Leaf()})
        net = Net(d=cells)
        net.d["three"] = Leaf()
        net.d.update([["four", Leaf()], ("one", Leaf("again"))])
        net.d.pop("two")
        return net

    def nested_twice():
        inner = Net(leaf=Leaf())
        middle = Net(inner=inner)
        return Net(middle=middle, extra=param())

    def moved():
        leaf = Leaf()
        Net(old=leaf)
        return Net(new=leaf)

    def list_of_parameters():
        return Net(ps=[param("a"), param("b")], w=param())

    def clashing():
        return Net(auto_prefix=False, a=Leaf(), b=Leaf())

    def refreshed():
        net = clashing()
        net.check_names_and_refresh_name()
        return net

    def buffers():
        net = Net(a=Net())
        net.register_buffer("b", tensor(3))
        net.a.register_buffer("c", tensor(4), persistent=False)
        return [[n for n, _ in net.named_buffers()], list(net.state_dict())]

    def copied():
        net = copy.deepcopy(deep_list())
        net.head.w.name = "changed"
        return net

    return {
        "leaf": Leaf,
        "own_name_kept": lambda: Net(weight=param("kernel")),
        "generated_name": lambda: Net(weight=param()),
        "nested_renames": lambda: Net(layer=Net(weight=param("kernel"))),
        "nested_twice": nested_twice,
        "auto_prefix_off": lambda: Net(auto_prefix=False, layer=Leaf()),
        "auto_prefix_off_inside": lambda: Net(net=Net(auto_prefix=False, layer=Leaf())),
        "shared_parameter": shared,
        "shared_cell": shared_cell,
        "moved_cell": moved,
        "parameter_tuple": lambda: Net(ps=m.ParameterTuple([param("a"), param("b")]), w=param()),
        "parameter_tuple_generated": lambda: Net(ps=m.ParameterTuple([param(), param()])),
        "parameter_tuple_nested": lambda: Net(n=Net(ps=m.ParameterTuple([param("a"), param()]))),
        "parameter_list": list_of_parameters,
        "parameter_list_nested": lambda: Net(n=list_of_parameters()),
        "parameter_list_clash": lambda: Net(ps=[param("a"), param("a")]),
        "parameter_tuple_in_two": lambda: Net(
            a=m.ParameterTuple([param("a")]), b=m.ParameterTuple([param("a")])
        ),
        "cells_in_python_list": lambda: Net(layers=[Leaf(), Leaf()], w=param()),
        "cells_in_python_dict": lambda: Net(layers={"a": Leaf()}, w=param()),
        "cell_list": lambda: Net(layers=m.CellList([Leaf(), Leaf()])),
        "cell_list_alone": lambda: m.CellList([Leaf(), Leaf()]),
        "cell_list_no_prefix": lambda: m.CellList([Leaf("a"), Leaf("b")], auto_prefix=False),
        "cell_list_grown": list_assigned_then_extended,
        "cell_list_inserted": list_inserted,
        "cell_list_deleted": list_deleted,
        "cell_list_set": list_set,
        "cell_list_slice": lambda: m.CellList([Leaf(), Leaf(), Leaf()])[1:],
        "cell_list_empty": lambda: Net(layers=m.CellList(), leaf=Leaf()),
        "cell_list_of_number": lambda: m.CellList([3]),
        "cell_list_of_tuple": lambda: m.CellList((Leaf(),)),
        "cell_list_index_float": lambda: m.CellList([Leaf()])[1.0],
        "cell_list_index_far": lambda: m.CellList([Leaf()])[1],
        "cell_list_of_dict": lambda: m.CellList([m.CellDict()]),
        "sequential": lambda: Net(seq=m.SequentialCell(Leaf(), Leaf())),
        "sequential_list": lambda: m.SequentialCell([Leaf(), Leaf()]),
        "sequential_one": lambda: m.SequentialCell(Leaf()),
        "sequential_empty": lambda: m.SequentialCell(),
        "sequential_ordered": lambda: Net(seq=m.SequentialCell(ordered())),
        "sequential_ordered_deleted": ordered_deleted,
        "sequential_edited": sequential_edited,
        "sequential_slice": lambda: m.SequentialCell(Leaf(), Leaf(), Leaf())[1:],
        "sequential_of_tuple": lambda: m.SequentialCell((Leaf(),)),
        "sequential_of_number": lambda: m.SequentialCell([3]),
        "sequential_append_number": lambda: m.SequentialCell().append(3),
        "sequential_index_far": lambda: m.SequentialCell(Leaf())[-2],
        "deep_list": deep_list,
        "cell_dict": dictionary,
        "cell_dict_dot": lambda: m.CellDict({"a.b": Leaf()}),
        "cell_dict_empty_key": lambda: m.CellDict({"": Leaf()}),
        "cell_dict_attribute": lambda: m.CellDict({"phase": Leaf()}),
        "cell_dict_number": lambda: m.CellDict({"a": 3}),
        "cell_dict_none": lambda: m.CellDict({"a": None}),
        "cell_dict_container": lambda: m.CellDict({"a": m.CellList()}),
        "cell_dict_key_number": lambda: m.CellDict({1: Leaf()}),
        "cell_dict_of_number": lambda: m.CellDict(3),
        "cell_dict_of_triple": lambda: m.CellDict([("a", Leaf(), 1)]),
        "cell_dict_of_numbers": lambda: m.CellDict([1, 2]),
        "cell_replaced": lambda: edited(Net(a=Leaf()), lambda n: setattr(n, "a", Net(b=Leaf()))),
        "cell_to_none": lambda: edited(
            Net(a=Leaf(), b=Leaf()), lambda n: setattr(n, "a", None)
        ).check_names(),
        "cell_to_number": lambda: edited(Net(a=Leaf()), lambda n: setattr(n, "a", 3)),
        "cell_to_tensor": lambda: edited(Net(a=Leaf()), lambda n: setattr(n, "a", tensor(3))),
        "cell_to_parameter": lambda: edited(Net(a=Leaf()), lambda n: setattr(n, "a", param())),
        "cell_deleted": lambda: edited(Net(a=Leaf(), b=Leaf()), lambda n: delattr(n, "a")),
        "number_to_cell": lambda: edited(Net(a=3), lambda n: setattr(n, "a", Leaf())),
        "number_to_parameter": lambda: edited(Net(a=3), lambda n: setattr(n, "a", param())),
        "parameter_replaced": lambda: edited(
            Net(w=param()), lambda n: setattr(n, "w", param("other"))
        ),
        "parameter_to_tensor": lambda: edited(Net(w=param()), lambda n: setattr(n, "w", tensor(3))),
        "parameter_to_none": lambda: edited(Net(w=param()), lambda n: setattr(n, "w", None)),
        "parameter_to_number": lambda: edited(Net(w=param()), lambda n: setattr(n, "w", 3)),
        "parameter_to_cell": lambda: edited(Net(w=param()), lambda n: setattr(n, "w", Leaf())),
        "parameter_deleted": lambda: edited(Leaf(), lambda n: delattr(n, "w")),
        "parameter_named_as_method": lambda: Net(construct=param()),
        "cell_named_as_property": lambda: Net(phase=Leaf()),
        "missing_deleted": lambda: edited(Leaf(), lambda n: delattr(n, "q")),
        "missing_read": lambda: Leaf().q,
        "without_init": without_init,
        "plain_before_init": plain_before_init,
        "parameter_before_init": lambda: type(
            "Early", (m.Cell,), {"__init__": lambda self: setattr(self, "w", param())}
        )(),
        "renamed": lambda: edited(Net(a=Leaf()), lambda n: n.update_parameters_name("net.")),
        "renamed_shallow": lambda: edited(
            Net(a=Leaf(), w=param()), lambda n: n.update_parameters_name("net.", recurse=False)
        ),
        "renamed_badly": lambda: Leaf().update_parameters_name("a b"),
        "renamed_by_number": lambda: Leaf().update_parameters_name(3),
        "prefixes": lambda: edited(deep_list(), lambda n: n.update_cell_prefix()).head.param_prefix,
        "clashing": clashing,
        "clashing_checked": lambda: clashing().check_names(),
        "clashing_refreshed": refreshed,
        "insert_parameter": lambda: edited(
            Leaf(), lambda n: n.insert_param_to_cell("extra", param())
        ),
        "insert_parameter_dot": lambda: Leaf().insert_param_to_cell("a.b", param()),
        "insert_parameter_dot_allowed": lambda: edited(
            Leaf(), lambda n: n.insert_param_to_cell("a.b", param(), False)
        ),
        "insert_parameter_empty": lambda: Leaf().insert_param_to_cell("", param()),
        "insert_parameter_tensor": lambda: Leaf().insert_param_to_cell("a", tensor(1)),
        "insert_parameter_taken": lambda: Leaf().insert_param_to_cell("phase", param()),
        "insert_cell": lambda: edited(Net(), lambda n: n.insert_child_to_cell("a", Leaf())),
        "insert_cell_dot": lambda: Net().insert_child_to_cell("a.b", Leaf()),
        "insert_cell_number": lambda: Net().insert_child_to_cell(3, Leaf()),
        "insert_cell_value": lambda: Net().insert_child_to_cell("a", 3),
        "insert_cell_taken": lambda: Leaf().insert_child_to_cell("w", Leaf()),
        "sub_cell": lambda: type(deep_list().get_sub_cell("blocks.1.0")).__name__,
        "sub_cell_missing": lambda: deep_list().get_sub_cell("blocks.7"),
        "sub_cell_parameter": lambda: deep_list().get_sub_cell("head.w"),
        "buffers": buffers,
        "buffer_dot": lambda: Leaf().register_buffer("a.b", tensor(1)),
        "buffer_taken": lambda: Leaf().register_buffer("w", tensor(1)),
        "buffer_number": lambda: Leaf().register_buffer("b", 3),
        "buffer_name": lambda: Leaf().register_buffer(3, tensor(1)),
        "load_missing": lambda: Leaf().load_state_dict({}),
        "load_number": lambda: Leaf().load_state_dict(3),
        "load_loosely": lambda: repr(Leaf().load_state_dict({"q": tensor(1)}, strict=False)),
        "load_all": lambda: repr(deep_list().load_state_dict(deep_list().state_dict())),
        "copied": copied,
        "text_one_line": lambda: Text("a=1, b=2"),
        "text_two_lines": lambda: Text("a=1\nb=2"),
        "text_nested": lambda: Net(a=Text("a=1"), b=Text("x\ny"), c=Net(d=Text(""))),
        "text_with_cells": lambda: edited(Text("a=1"), lambda n: setattr(n, "leaf", Leaf())),
        "pipeline_stage_negative": lambda: setattr(Leaf(), "pipeline_stage", -1),
        "phase_number": lambda: setattr(Leaf(), "phase", 3),
        "to_int": lambda: Leaf().to_float(3),
        "recompute_unknown": lambda: Leaf().recompute(foo=1),
        "comm_fusion_negative": lambda: Leaf().set_comm_fusion(-1),
        "scope": lambda: edited(deep_list(), lambda n: n.generate_scope()).head.get_scope(),
    }


def describe(value):
    """What is compared of a net, as JSON holds it; other values stay as they are."""
    if not hasattr(value, "parameters_and_names"):
        return value
    return {
        "paths": [path for path, _ in value.parameters_and_names()],
        "names": [p.name for p in value.get_parameters()],
        "trainable": [p.name for p in value.trainable_params()],
        "untrainable": [p.name for p in value.untrainable_params()],
        "own": list(value.parameters_dict(recurse=False)),
        "cells": [path for path, _ in value.cells_and_names()],
        "children": list(value.name_cells()),
        "state": list(value.state_dict()),
        "repr": repr(value),
    }


def outcome(build):
    """The description of what a function returns, or the class of what it raises."""
    try:
        return describe(build())
    except Exception as error:
        return {"raises": type(error).__name__}
