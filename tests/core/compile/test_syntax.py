"""What is read from the syntax tree of some code."""

import ast

import pytest

from msjax._core.compile import syntax


def statements(text):
    return ast.parse(text).body


def expression(text):
    return ast.parse(text, mode="eval").body


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("a = b = c\nd += 1\n(e, *f), g[0] = h", "a b d e f"),
        ("for i in r:\n  with o as w: pass", "i w"),
        ("import p.q, r as s\nfrom t import u", "p s u"),
        ("def f(x): y = 1\nclass C: z = 2\nlambda v: v", "f C"),
        ("try: pass\nexcept E as e: pass", "e"),
        ("match m:\n  case {'k': k, **others}: pass\n  case [a, *b] as c: pass", "k others a b c"),
        ("[i for i in (j := r)]\ndel d", "j d"),
    ],
)
def test_variables_that_code_assigns(text, names):
    assert syntax.assigned(ast.Module(statements(text), [])) == set(names.split())


@pytest.mark.parametrize(
    ("text", "gives"),
    [
        ("y = 1", True),
        ("y = y + 1", False),
        ("y += 1", False),
        ("if c: y = 1\nelse: y = 2", True),
        ("if c: y = 1", False),
        ("if y: y = 1\nelse: y = 2", False),
        ("with a: y = 1", True),
        ("with y: y = 1", False),
        ("while c: y = 1", False),
    ],
)
def test_statements_that_give_a_value_in_any_case(text, gives):
    assert syntax.gives_value(statements(text)[0], "y") is gives


@pytest.mark.parametrize(
    ("loop", "names"),
    [
        ("for i in r:\n  a = i\n  b = a + b", "i a"),
        ("while c > d:\n  c = 1\n  e = c", "e"),
        ("for i in r:\n  for j in q:\n    k = j\n  m = 1", "i j k m"),
        ("for i in r:\n  for j in q: pass\n  k = j", "i k"),
    ],
)
def test_variables_that_every_round_gives_a_value_first(loop, names):
    assert syntax.given_first(statements(loop)[0]) == set(names.split())


@pytest.mark.parametrize(
    ("text", "simple", "compared"),
    [
        ("a < 3", True, "a, 3"),
        ("a.b >= c", True, "a.b, c"),
        ("a < b < c", False, ""),
        ("a is b", True, ""),
        ("f(a) < 3", True, ""),
        ("f(a and b)", False, ""),
        ("not a", False, ""),
        ("(n := a) > 1", True, ""),
    ],
)
def test_tests_that_ask_no_condition_themselves(text, simple, compared):
    assert syntax.is_simple(expression(text)) is simple
    assert syntax.compared(expression(text)) == compared


@pytest.mark.parametrize(
    ("call", "is_text"),
    [
        ("print(f'{x}')", True),
        ("print('%d' % x)", True),
        ("print('{}'.format(x))", True),
        ("print(a, str(x))", True),
        ("print('x is ' + str(x))", True),
        ("print(a + b)", False),
        ("print(x % 2)", False),
        ("print(str(*x))", False),
        ("show(f'{x}')", False),
    ],
)
def test_calls_of_print_with_text_of_values(call, is_text):
    assert syntax.prints_text(expression(call)) is is_text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f():\n  while c: yield", "'f' is a generator"),
        ("def __len__(self): pass", "Python demands a value of '__len__'"),
        ("def f():\n  return locals()", "'f' uses locals()"),
        ("def f():\n  return a is b", "'f' compares objects by 'is'"),
        ("def f():\n  return a is None", ""),
        ("def f():\n  def g(): yield", ""),
    ],
)
def test_what_keeps_the_loops_of_a_function(text, found):
    (function,) = statements(text)
    assert syntax.hindered(function, list(syntax.own_nodes(function))) == found


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        ("def f(x):\n  return [v for v in x if v > 0]", 2, "a comprehension asks them"),
        ("def f(x):\n  return sorted(x)[0]", 2, "sorted() asks them"),
        ("def f(x):\n  x.sort()\n  return x", 2, "sort() asks them"),
        ("def f(x):\n  return any(v > 0 for v in x)", 2, "a comprehension asks them"),
        ("def f(x):\n  if x > 0: return f(x - 1)", 2, "'f' calls itself"),
        ("def f(x):\n  if x > 0: return self.f(x - 1)", 2, "'f' calls itself"),
        ("def f(x):\n  y = sorted(x)\n  if x > 0: return y", 3, ""),
    ],
)
def test_what_asks_conditions_at_a_line(text, line, found):
    assert syntax.asking(ast.parse(text), line) == found


def test_names_that_statements_bind_are_among_those_of_the_code():
    text = (
        "try:\n    import a.b\n    from c import d as e\nexcept ValueError as f:\n    pass\n"
        "def g(): pass\nclass h: pass\n"
        "match 1:\n    case [i, *j]: pass\n    case {'k': l, **m}: pass\n"
    )
    tree = ast.parse(text)
    assert syntax.assigned(tree) == set("aefghijlm") <= set(syntax.names_in(tree))
