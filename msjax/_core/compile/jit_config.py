"""JitConfig: options that a Cell or a compiled function carries."""

from __future__ import annotations

from typing import Any

_ALLOWED = {
    "jit_level": (["", "O0", "O1", "O2"], "['O0', 'O1', 'O2']."),
    "exc_mode": (["auto", "sink", "no_sink"], "'['auto', 'sink', 'no_sink']'."),
    "jit_syntax_level": (["", "STRICT", "COMPATIBLE", "LAX"], "'['STRICT', 'LAX']'."),
    "debug_level": (["RELEASE", "DEBUG"], "'['RELEASE', 'DEBUG']'."),
    "infer_boost": (["", "on", "off"], "'['on', 'off']'."),
}


class JitConfig:
    """Options for compiling a function or a Cell.

    The values are checked and kept in `jit_config_dict`; how XLA optimises does not depend on
    them.

    Args:
        jit_level (str): "", "O0", "O1" or "O2". Default ``""``.
        exc_mode (str): "auto", "sink" or "no_sink". Default ``"auto"``.
        jit_syntax_level (str): "", "STRICT", "COMPATIBLE" or "LAX". Default ``""``.
        debug_level (str): "RELEASE" or "DEBUG". Default ``"RELEASE"``.
        infer_boost (str): "on" or "off". Default ``"off"``.
        **kwargs: kept as they are.

    Raises:
        ValueError: if a value is not allowed.

    Examples:
        >>> import msjax as ms
        >>> ms.JitConfig(jit_level="O1").jit_config_dict["backend"]
        'ms_backend'
    """

    def __init__(
        self,
        jit_level: str = "",
        exc_mode: str = "auto",
        jit_syntax_level: str = "",
        debug_level: str = "RELEASE",
        infer_boost: str = "off",
        **kwargs: Any,
    ) -> None:
        given = {
            "jit_level": jit_level,
            "exc_mode": exc_mode,
            "jit_syntax_level": jit_syntax_level,
            "debug_level": debug_level,
            "infer_boost": infer_boost,
        }
        for name, value in given.items():
            allowed, text = _ALLOWED[name]
            if value not in allowed:
                raise ValueError(f"For '{name}' must be one of {text}")
        kwargs.pop("suppress_infer_boost_warning", None)
        self.jit_config_dict: dict[str, Any] = {**kwargs, **given}
        if jit_level:
            backend = "GE" if jit_level == "O2" else "ms_backend"
            self.jit_config_dict.setdefault("backend", backend)
