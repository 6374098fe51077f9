"""Videos: frames, sound and times as the real MindSpore reads them (golden/record_video.py)."""

from __future__ import annotations

import base64
import zlib
from fractions import Fraction

import numpy as np
import pytest
from places import read_golden

from msjax import dataset as ds
from msjax.dataset import vision

av = pytest.importorskip("av")
RECORD = read_golden("videos.json")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    found = tmp_path_factory.mktemp("videos")
    for name, content in RECORD["files"].items():
        (found / name).write_bytes(base64.b64decode(content))
    return found


def check(found, recorded):
    if isinstance(found, np.ndarray):
        shape, dtype, value = recorded
        assert list(found.shape) == shape and str(found.dtype) == dtype
        if dtype == "uint8":
            assert zlib.crc32(np.ascontiguousarray(found).tobytes()) == value
        else:
            assert (found.astype(np.float64) ** 2).sum() == pytest.approx(value, rel=1e-5)
    elif isinstance(found, (tuple, list)):
        assert len(found) == len(recorded)
        for one, other in zip(found, recorded, strict=True):
            check(one, other)
    else:
        assert found == recorded and type(found) is type(recorded)


@pytest.mark.parametrize(
    ("function", "name", "given", "recorded"), RECORD["answers"], ids=lambda v: str(v)[:40]
)
def test_what_is_read(folder, function, name, given, recorded):
    if function == "DecodeVideo":
        found = vision.DecodeVideo()(np.fromfile(folder / name, np.uint8))
    else:
        args = [Fraction(g) if isinstance(g, str) and "/" in g else g for g in given]
        found = getattr(vision, function)(str(folder / name), *args)
    check(found, recorded)


@pytest.mark.parametrize(("function", "given", "recorded"), RECORD["wrong"], ids=str)
def test_wrong_arguments(function, given, recorded):
    with pytest.raises(Exception) as raised:
        getattr(vision, function)(*given)
    assert type(raised.value).__name__ == recorded["error"]
    assert str(raised.value) == recorded["text"]


def test_what_is_no_video(tmp_path):
    (tmp_path / "text.mp4").write_text("no video")
    for function in (vision.read_video, vision.read_video_timestamps):
        with pytest.raises(RuntimeError, match="Failed to open the file .*text.mp4"):
            function(str(tmp_path / "text.mp4"))
    for given, text in (
        (np.zeros((2, 3), np.uint8), "got rank: 2"),
        (np.zeros(3, np.float32), "UINT8, but got float32"),
        (np.zeros(0, np.uint8), "no data"),
        (np.zeros(100, np.uint8), "Failed to open the input"),
    ):
        with pytest.raises(RuntimeError, match=text):
            vision.DecodeVideo()(given)
    with pytest.raises(TypeError, match="ndarray, got <class 'list'>"):
        vision.DecodeVideo()([1, 2])


def test_other_formats_and_packed_sound(tmp_path):
    file = str(tmp_path / "odd.mkv")
    with av.open(file, "w") as container:
        stream = container.add_stream("ffv1", rate=5)
        stream.width, stream.height, stream.pix_fmt = 21, 14, "yuv444p"
        audio = container.add_stream("pcm_s16le", rate=8000, layout="stereo")
        for i in range(5):
            image = np.full((14, 21, 3), 40 * i, np.uint8)
            frame = av.VideoFrame.from_ndarray(image, format="rgb24")
            frame.pts = i
            container.mux(stream.encode(frame))
        sound = np.arange(16000, dtype=np.int16).reshape(1, -1)
        frame = av.AudioFrame.from_ndarray(sound, format="s16", layout="stereo")
        frame.sample_rate = 8000
        container.mux(audio.encode(frame))
    frames, sound, rates = vision.read_video(file)
    assert frames.shape == (5, 14, 21, 3) and np.ptp(frames[3]) <= 3
    assert abs(int(frames[3, 0, 0, 0]) - 120) <= 3
    np.testing.assert_array_equal(sound, np.arange(16000, dtype=np.int16).reshape(-1, 2).T)
    assert rates == {"audio_fps": 8000, "video_fps": 5.0}


def test_in_a_pipeline(folder):
    data = ds.GeneratorDataset(
        [(np.fromfile(folder / name, np.uint8),) for name in RECORD["files"]],
        ["data"],
        shuffle=False,
    )
    data = data.map(vision.DecodeVideo(), ["data"], ["video", "audio"])
    rows = list(data.create_dict_iterator(num_epochs=1, output_numpy=True))
    assert [r["video"].shape for r in rows] == [(9, 24, 32, 3), (10, 24, 32, 3)]
    assert [r["audio"].shape for r in rows] == [(2, 8192), (1, 0)]
