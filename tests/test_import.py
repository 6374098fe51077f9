"""What `import msjax` costs and what it leaves alone; each test runs in a process of its own."""

import json
import subprocess
import sys

from miniature import dedent, output
from places import ROOT


def python(text):
    """Run statements in a new process; what they print last, read as JSON."""
    result = subprocess.run(
        [sys.executable, "-c", dedent(text)], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    return json.loads(output(result)[-1])


def test_only_jax_and_numpy_are_imported():
    modules = """
        import json, sys
        import {package}
        roots = {{name.partition(".")[0] for name in sys.modules}}
        print(json.dumps(sorted(roots - sys.stdlib_module_names)))
    """
    ours = set(python(modules.format(package="msjax")))
    theirs = set(python(modules.format(package="jax, jax.numpy, numpy")))
    assert "msjax" in ours
    assert ours - theirs == {"msjax"}


def test_no_backend_is_started():
    assert python(
        """
        import json
        import msjax
        from jax._src import xla_bridge
        print(json.dumps([xla_bridge.backends_are_initialized(), list(xla_bridge._backends)]))
        """
    ) == [False, []]


def test_backend_check_notices_a_backend():
    assert python(
        """
        import json
        import jax.numpy as jnp
        jnp.zeros(1)
        from jax._src import xla_bridge
        print(json.dumps([xla_bridge.backends_are_initialized(), "cpu" in xla_bridge._backends]))
        """
    ) == [True, True]


def test_configuration_of_jax_is_unchanged():
    before, after, dtypes = python(
        """
        import json, jax
        def state():
            return {name: repr(value) for name, value in jax.config.values.items()}
        before = state()
        import msjax
        after = state()
        dtypes = [str(jax.numpy.arange(3).dtype), str(jax.numpy.ones(3).dtype)]
        print(json.dumps([before, after, dtypes]))
        """
    )
    assert len(before) > 50
    assert after == before
    assert dtypes == ["int32", "float32"]


def test_environment_and_random_state_are_unchanged():
    assert python(
        """
        import json, os, sys, warnings
        import jax, numpy
        state = lambda: [
            dict(os.environ), repr(numpy.random.get_state()), repr(warnings.filters),
            sys.path, sys.argv, repr(sys.excepthook), "mindspore" in sys.modules,
        ]
        before = state()
        import msjax
        print(json.dumps(before == state()))
        """
    )


def test_import_is_quick():
    """Printed as a measure (pytest -s); bounded by JAX's own import, as machines differ."""
    text = """
        import json, time
        start = time.process_time()
        import jax, jax.numpy
        middle = time.process_time()
        import msjax
        print(json.dumps([middle - start, time.process_time() - middle]))
    """
    jax, best = map(min, zip(*(python(text) for _ in range(4)), strict=True))
    print(f"\nimport msjax after import jax: {best:.3f} s of CPU, jax {jax:.3f} (best of 4)")
    assert best < 2 * jax


def test_names_table_is_not_read_by_the_import():
    assert (
        python(
            """
        import json
        import msjax
        from msjax import _surface
        print(json.dumps(_surface.load.cache_info().currsize))
        """
        )
        == 0
    )


def test_names_table_is_not_read_by_networks():
    """Attributes that are set for the first time are asked for: most are none of MindSpore's."""
    text = """
        import json
        from msjax import _surface, nn
        net = nn.SequentialCell(nn.Dense(2, 3), nn.ReLU())
        absent = [hasattr(net, "no_such"), hasattr(net, "enable_backward_hook")]
        print(json.dumps([absent, _surface.load.cache_info().misses]))
    """
    assert python(text)[1] == 1  # the second one, which has a reason
    assert python(text.replace(', hasattr(net, "enable_backward_hook")', "")) == [[False], 0]
