"""Lines of files, pictures of boxes, and what is refused with what serves instead."""

import numpy as np
import pytest

import msjax.dataset as ds
from msjax.dataset import transforms, vision
from msjax.dataset.utils import LineReader, imshow_det_bbox


@pytest.fixture
def reader(tmp_path):
    path = tmp_path / "lines"
    path.write_bytes("first\r\n\nthird é\nlast".encode())
    with_end = LineReader(str(path))
    yield with_end
    with_end.close()


def test_lines(reader):
    assert len(reader) == reader.len() == 4
    assert [reader.readline(n) for n in (4, 1, 3, 2)] == ["last", "first", "third é", ""]
    reader.close()
    assert reader[3] == "third é"
    assert list(map(reader.readline, range(1, 5))) == ["first", "", "third é", "last"]


@pytest.mark.parametrize(("line", "error"), [(0, ValueError), (5, ValueError), ("1", TypeError)])
def test_no_such_line(reader, line, error):
    with pytest.raises(error, match="line"):
        reader.readline(line)


def test_no_such_file(tmp_path):
    with pytest.raises(RuntimeError, match="does not exist"):
        LineReader(str(tmp_path / "no"))
    with pytest.raises(RuntimeError, match="not a regular file"):
        LineReader(str(tmp_path))
    with pytest.raises(TypeError, match="filename"):
        LineReader(3)
    (tmp_path / "empty").touch()
    assert len(LineReader(str(tmp_path / "empty"))) == 0


IMAGE = np.full((30, 40, 3), 10, np.uint8)
BOXES = np.array([[5, 6, 20, 10, 0.9], [1, 1, 30, 25, 0.2]])
LABELS = np.array([[1], [7]])


@pytest.mark.parametrize("first", [False, True])
def test_boxes_are_drawn(tmp_path, first):
    pytest.importorskip("PIL")
    path = tmp_path / "out.png"
    image = IMAGE.transpose(2, 0, 1) if first else IMAGE
    masks = np.zeros((2, 30, 40), np.uint8)
    masks[0, 10:12, 10:12] = masks[1, 28:, 38:] = 1
    drawn = imshow_det_bbox(
        image, BOXES, LABELS, masks, ["a", "b"], 0.5, thickness=1, font_size=0.4, show=False,
        out_file=str(path),
    )  # fmt: skip
    assert drawn.shape == (30, 40, 3)
    assert [drawn[y, x].tolist() for y, x in ((6, 5), (6, 25), (16, 25))] == [[0, 255, 0]] * 3
    assert drawn[10, 10].tolist() == [(10 + c) // 2 for c in (128, 0, 128)]
    assert drawn[1, 1].tolist() == drawn[29, 39].tolist() == [10, 10, 10]  # the low score
    assert (drawn > 60).all(-1).any()  # letters
    assert np.array_equal(vision.read_image(str(path)), drawn[..., ::-1])
    assert (IMAGE == 10).all()


def test_masks_alone(tmp_path):
    pytest.importorskip("PIL")
    masks = np.ones((1, 30, 40))
    out = str(tmp_path / "out.png")
    drawn = imshow_det_bbox(IMAGE, None, None, masks, ["a"], show=False, out_file=out)
    assert np.unique(drawn.reshape(-1, 3), axis=0).tolist() == [[69, 5, 69]]


@pytest.mark.parametrize(
    "change",
    [
        {"image": IMAGE[..., 0]},
        {"bboxes": BOXES[:, :3]},
        {"labels": LABELS[:1]},
        {"segm": np.zeros((2, 3, 3))},
        {"segm": np.zeros((1, 30, 40))},
        {"class_names": "ab"},
        {"bbox_color": [0, 0, 0]},
        {"thickness": -1},
        {"out_file": None},
        {"bboxes": BOXES[:, :4], "score_threshold": 0.5},
    ],
)
def test_what_cannot_be_drawn(change):
    given = {"image": IMAGE, "bboxes": BOXES, "labels": LABELS, "show": False, "out_file": "x.png"}
    with pytest.raises(AssertionError):
        imshow_det_bbox(**{**given, **change})


@pytest.mark.parametrize(
    ("call", "instead"),
    [
        (lambda: vision.VideoDecoder("a.mp4"), "read_video"),
        (lambda: transforms.Plugin("a.so", "f"), "ctypes"),
        (lambda: ds.sync_wait_for_dataset(0, 1, 1, None), "barrier"),
    ],
)
def test_what_is_refused(call, instead):
    with pytest.raises(NotImplementedError, match=instead):
        call()
