"""Record what MindSpore reads from two small videos.

Run with an environment that has mindspore 2.10.0 and PyAV:
``python tests/golden/record_video.py``. The videos themselves are kept in ``videos.json``, too.
"""

from __future__ import annotations

import base64
import json
import tempfile
import zlib
from fractions import Fraction
from pathlib import Path

import av
import numpy as np

HERE = Path(__file__).parent
WIDTH, HEIGHT, RATE = 32, 24, 8000
FILES = {"narrow.mp4": ("mpeg4", "aac", 9), "full.avi": ("mjpeg", None, 10)}
PARTS = [
    (),
    (3,),
    (1024, 4096),
    (5.5, 3000.7),
    (100000,),
    (0.25, 0.61, "sec"),
    (Fraction(1, 9), Fraction(1, 2), "sec"),
    (0, None, "sec"),
]
WRONG = [
    ("read_video", (3,)),
    ("read_video", ("v", "x")),
    ("read_video", ("v", 0, "x")),
    ("read_video", ("v", 0, None, 3)),
    ("read_video", ("v", 0, None, "ms")),
    ("read_video", ("v", -1)),
    ("read_video", ("v", 5, 3)),
    ("read_video", ("nowhere.mp4",)),
    ("read_video", (".",)),
    ("read_video_timestamps", (3,)),
    ("read_video_timestamps", ("v", 3)),
    ("read_video_timestamps", ("v", "ms")),
    ("read_video_timestamps", ("nowhere.mp4",)),
]


def make(path: Path, picture: str, sound: str | None, frames: int) -> None:
    """Write a video of moving colours, and of a tone."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream(picture, rate=frames)  # a second long
        stream.width, stream.height = WIDTH, HEIGHT
        stream.pix_fmt = "yuvj420p" if picture == "mjpeg" else "yuv420p"
        audio = container.add_stream(sound, rate=RATE, layout="stereo") if sound else None
        y, x = np.mgrid[:HEIGHT, :WIDTH]
        for i in range(frames):
            colours = np.stack([x * 7 + i * 9, y * 10 + i * 4, (x + y) * 4 + i * 13], -1) % 256
            frame = av.VideoFrame.from_ndarray(colours.astype(np.uint8), format="rgb24")
            frame.pts = i
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
        if audio is not None:
            tone = np.sin(np.arange(2 * RATE, dtype=np.float32).reshape(2, RATE) / 3) / 2
            for start in range(0, RATE, 1024):
                part = np.ascontiguousarray(tone[:, start : start + 1024])
                frame = av.AudioFrame.from_ndarray(part, format="fltp", layout="stereo")
                frame.sample_rate, frame.pts = RATE, start
                container.mux(audio.encode(frame))
            container.mux(audio.encode())


def outcome(found: object) -> object:
    """Answers as JSON: bytes by their checksum, sound by its size and its sum of squares."""
    if isinstance(found, np.ndarray):
        if found.dtype == np.uint8:
            return [list(found.shape), "uint8", zlib.crc32(np.ascontiguousarray(found).tobytes())]
        return [list(found.shape), str(found.dtype), float((found.astype(np.float64) ** 2).sum())]
    return [outcome(f) for f in found] if isinstance(found, (tuple, list)) else found


def answer(call, *args) -> object:
    """What a call gives, or its error with the line that says why."""
    try:
        return outcome(call(*args))
    except Exception as error:
        lines = [line for line in str(error).splitlines() if line.strip()]
        told = [line.removeprefix("[ERROR] ") for line in lines if line.startswith("[ERROR]")]
        return {"error": type(error).__name__, "text": (told or lines)[0]}


def main() -> None:
    """Write videos.json."""
    from mindspore.dataset import vision

    files, answers = {}, []
    with tempfile.TemporaryDirectory() as folder:
        for name, how in FILES.items():
            path = Path(folder, name)
            make(path, *how)
            files[name] = base64.b64encode(path.read_bytes()).decode()
            for part in PARTS:
                given = [str(p) if isinstance(p, Fraction) else p for p in part]
                answers.append(
                    ["read_video", name, given, answer(vision.read_video, str(path), *part)]
                )
            for unit in ("pts", "sec"):
                found = answer(vision.read_video_timestamps, str(path), unit)
                answers.append(["read_video_timestamps", name, [unit], found])
            found = answer(vision.DecodeVideo(), np.fromfile(path, np.uint8))
            answers.append(["DecodeVideo", name, [], found])
    wrong = [[name, args, answer(getattr(vision, name), *args)] for name, args in WRONG]
    record = {"files": files, "answers": answers, "wrong": wrong}
    (HERE / "videos.json").write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
