"""Calls of recurrent steps."""

from records import cases

RECORDS = [
    *cases("ops.BasicLSTMCell", (), init=(2.0,)),
    *cases("ops.BasicLSTMCell", (), init=(1,)),
    *cases("ops.BasicLSTMCell", (), init=(1.0, 1.0, True, "relu")),
]
