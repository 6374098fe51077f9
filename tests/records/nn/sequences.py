"""Calls on lists of tokens."""

from records import cases, ints, normal, values

tokens = ints(2, 3, 9, low=0, high=3, dtype="i32")
scores = normal(2, 3, 5)
guess = (values([[0, 0, 0], [1, 0, 1], [1, 1, 1]], "i64"), values([1, 2, 3], "f32"))
truth = (values([[0, 1, 0], [0, 0, 1], [1, 1, 0], [1, 0, 1]], "i64"), values([1, 2, 3, 1], "f32"))
sizes = (values([2, 2, 2], "i64"), values([2, 3, 2], "i64"))
edit = (*guess, sizes[0], *truth, sizes[1])

RECORDS = [
    *cases("ops.NoRepeatNGram", (tokens, scores), init=(2,), dtypes="f16 f32 f64"),
    *cases("ops.NoRepeatNGram", (tokens, scores), init=(3,)),
    *cases("ops.NoRepeatNGram", (tokens, scores), init=(1,)),
    *cases("ops.NoRepeatNGram", (tokens, scores), init=(0,)),
    *cases("ops.NoRepeatNGram", (tokens, normal(1, 3, 5)), init=(2,)),
    *cases("ops.NoRepeatNGram", (tokens, normal(3, 5)), init=(2,), tag="rank"),
    *cases("ops.EditDistance", edit),
    *cases("ops.EditDistance", edit, init=(False,)),
    *cases("ops.EditDistance", edit, init=(1,)),
]
