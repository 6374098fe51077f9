"""Record what MindSpore's audio transforms give in audio.json.gz.

Usage, with a Python that has mindspore: `python record_audio.py`. Each case runs in a process of
its own: some crash.
"""

from __future__ import annotations

import gzip
import json
import os
import signal
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import audio_cases as cases
import mindspore as ms
from mindspore.dataset import audio

LIMIT = 60  # seconds for a case


def outcome(case, expression, text):
    """The outcome, or an error named after what ended the process."""
    with tempfile.TemporaryFile("w+") as out:
        child = os.fork()
        if not child:
            signal.alarm(LIMIT)
            out.write(json.dumps(case.outcome(expression, text)))
            out.flush()
            os._exit(0)
        _, status = os.waitpid(child, 0)
        out.seek(0)
        return json.loads(out.read()) if not status else {"error": f"signal {status & 127}"}


if __name__ == "__main__":
    ms.set_context(pynative_synchronize=True)
    case = cases.Case(audio)
    facts = {
        group: {
            expression: {text: outcome(case, expression, text) for text in texts}
            for expression, texts in expressions.items()
        }
        for group, expressions in cases.GROUPS.items()
    }
    content = json.dumps(facts, separators=(",", ":")).encode()
    path = Path(__file__).with_name("audio.json.gz")
    path.write_bytes(gzip.compress(content, mtime=0))
