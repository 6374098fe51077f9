"""Miniature datasets in their real formats, written on the spot, and the ways to read them."""

from __future__ import annotations

import hashlib
import json
import os
import struct
from pathlib import Path
from typing import Any

import numpy as np
from scipy.io import savemat
from scipy.sparse import csc_matrix


def put(p: str, c: Any) -> None:
    """Write a file, and the folders that it is in."""
    os.makedirs(os.path.dirname(p), exist_ok=True)
    Path(p).write_bytes(c.encode() if isinstance(c, str) else c)


def make(root: str) -> None:
    """Write the miniature datasets into a folder."""
    j = os.path.join
    for n, k in ("ag", 3), ("amazon", 3), ("dbpedia", 3), ("sogou", 3), ("yahoo", 4), ("yelp", 2):
        for u in "train", "test":
            put(
                j(root, n, u + ".csv"),
                "".join(
                    ",".join([f'"{i + 1}"'] + [f'"{u} {i}, ""q"" c{c}"' for c in range(1, k)])
                    + "\n"
                    for i in range(3)
                ),
            )
    put(j(root, "enwik", "enwik9"), "<a>\n\n  b c \nd\n")
    for u in "train", "test", "valid":
        put(j(root, "ptb", f"ptb.{u}.txt"), f" no {u} a b \n\n c <unk> \n")
        put(j(root, "wiki", f"wiki.{u}.tokens"), f" \n = {u} = \n \n text here .\n")
    for u in "train", "test":
        for k in "pos", "neg":
            for i in range(2):
                put(j(root, "imdb", u, k, f"{i}_{i + 3}.txt"), f"{u} {k} {i} <br />\nline two\n")
    for d, f in ("training", "train"), ("validation", "val"), ("mmt16_task1_test", "test"):
        for t in "en", "de":
            put(j(root, "multi30k", d, f"{f}.{t}"), f"{f} {t} one\n{f} {t} two\n\n{f} {t} four\n")
    for u in "train", "test":
        put(j(root, "conll", u + ".txt"), f"The DT B-NP\ncat NN I-NP\n\n{u} VB B-VP\n. . O\n\n")
    for u, f in ("train", "train"), ("test", "test"), ("valid", "dev"):
        put(
            j(root, "udpos", f"en-ud-tag.v2.{f}.txt"),
            f"From\tADP\tIN\nthe\tDET\tDT\n\n{u}\tNOUN\tNN\n\n",
        )
    for v in "1", "2":
        for u in "train", "dev":
            put(
                j(root, "squad" + v, f"{u}-v{v}.{'1' if v == '1' else '0'}.json"),
                json.dumps(
                    {
                        "version": v,
                        "data": [
                            {
                                "title": "t",
                                "paragraphs": [
                                    {
                                        "context": f"The {u} context",
                                        "qas": [
                                            {
                                                "id": "1",
                                                "question": "q1?",
                                                "answers": [
                                                    {"text": "context", "answer_start": 6},
                                                    {"text": "The", "answer_start": 0},
                                                ],
                                            },
                                            {
                                                "id": "2",
                                                "question": "q2?",
                                                "answers": (
                                                    []
                                                    if v == "2"
                                                    else [{"text": "x", "answer_start": 3}]
                                                ),
                                            },
                                        ],
                                    }
                                ],
                            }
                        ],
                    }
                ),
            )
    put(j(root, "sst2", "train.tsv"), "sentence\tlabel\nhide new \t0\ngood one \t1\n")
    put(j(root, "sst2", "dev.tsv"), "sentence\tlabel\nit is \t1\n")
    put(j(root, "sst2", "test.tsv"), "index\tsentence\n0\tuneasy mishmash\n1\tother . \n")
    put(
        j(root, "clue", "afqmc_train.json"),
        '{"sentence1": "a 蚂", "sentence2": "b", "label": "0"}\n'
        '{"sentence1": "c", "sentence2": "d", "label": "1"}\n',
    )
    put(j(root, "clue", "afqmc_test.json"), '{"id": 0, "sentence1": "a", "sentence2": "b"}\n')
    put(
        j(root, "clue", "cmnli_train.json"),
        '{"sentence1": "a", "sentence2": "b", "label": "neutral"}\n',
    )
    put(j(root, "clue", "cmnli_test.json"), '{"id": 3, "sentence1": "a", "sentence2": "b"}\n')
    put(
        j(root, "clue", "csl_train.json"),
        '{"id": 1, "abst": "x", "keyword": ["k1", "k2"], "label": "0"}\n',
    )
    put(j(root, "clue", "csl_test.json"), '{"id": 1, "abst": "x", "keyword": ["k1", "k2"]}\n')
    put(
        j(root, "clue", "iflytek_train.json"),
        '{"label": "11", "label_des": "weather", "sentence": "s"}\n',
    )
    put(j(root, "clue", "iflytek_test.json"), '{"id": 5, "sentence": "s"}\n')
    put(
        j(root, "clue", "tnews_train.json"),
        '{"label": "108", "label_desc": "edu", "sentence": "s", "keywords": "a,b"}\n',
    )
    put(j(root, "clue", "tnews_test.json"), '{"id": 5, "sentence": "s", "keywords": ""}\n')
    put(
        j(root, "clue", "wsc_train.json"),
        '{"target": {"span1_index": 0, "span1_text": "a", "span2_index": 4, "span2_text": "b"}, '
        '"idx": 0, "label": "true", "text": "t"}\n',
    )
    put(
        j(root, "clue", "wsc_test.json"),
        '{"target": {"span1_index": 0, "span1_text": "a", "span2_index": 4, "span2_text": "b"}, '
        '"idx": 0, "text": "t", "id": 7}\n',
    )

    # idx
    def idx(a):
        return (
            struct.pack(">HBB", 0, 8, a.ndim)
            + b"".join(struct.pack(">I", s) for s in a.shape)
            + a.tobytes()
        )

    r = np.random.RandomState(0)
    for u in "train", "test":
        put(
            j(root, "emnist", f"emnist-mnist-{u}-images-idx3-ubyte"),
            idx(r.randint(0, 255, (3, 28, 28)).astype("u1")),
        )
        put(
            j(root, "emnist", f"emnist-mnist-{u}-labels-idx1-ubyte"), idx(np.array([1, 2, 3], "u1"))
        )
    # voc
    for i in range(3):
        put(j(root, "voc", "JPEGImages", f"{i}.jpg"), b"\xff\xd8img%d" % i)
        put(j(root, "voc", "SegmentationClass", f"{i}.png"), b"\x89PNGseg%d" % i)
        put(
            j(root, "voc", "Annotations", f"{i}.xml"),
            "<annotation><folder>V</folder>"
            f"<filename>{i}.jpg</filename><size><width>5</width></size>"
            + "".join(
                f"<object><name>{nm}</name><pose>x</pose><truncated>{k}</truncated>"
                f"<difficult>{i % 2}</difficult><bndbox><xmin>{10 + k}</xmin>"
                f"<ymin>{'20.5' if k else '20'}</ymin><xmax>{30 + k}</xmax><ymax>44</ymax>"
                "</bndbox></object>"
                for k, nm in enumerate(["dog", "cat"][: i % 2 + 1])
            )
            + "</annotation>",
        )
    put(j(root, "voc", "ImageSets", "Segmentation", "train.txt"), "0\n2\n")
    put(j(root, "voc", "ImageSets", "Main", "train.txt"), "0\n1\n2\n")
    put(j(root, "voc", "ImageSets", "Main", "val.txt"), "1\n")
    # coco
    for i in (7, 3, 5):
        put(j(root, "coco", "img", f"{i:04}.jpg"), b"\xff\xd8coco%d" % i)
    imgs = [{"id": i, "file_name": f"{i:04}.jpg", "width": 9, "height": 8} for i in (7, 3, 5)]
    put(
        j(root, "coco", "det.json"),
        json.dumps(
            {
                "images": imgs,
                "annotations": [
                    {
                        "id": 1,
                        "image_id": 7,
                        "category_id": 2,
                        "bbox": [1, 2.5, 3, 4],
                        "iscrowd": 0,
                        "area": 12,
                        "segmentation": [[1, 2, 3, 4, 5, 6]],
                    },
                    {
                        "id": 2,
                        "image_id": 3,
                        "category_id": 1,
                        "bbox": [0, 0, 2, 2],
                        "iscrowd": 1,
                        "area": 4,
                        "segmentation": [[1, 1, 2, 2, 3, 3], [4, 4, 5, 5]],
                    },
                    {
                        "id": 3,
                        "image_id": 7,
                        "category_id": 1,
                        "bbox": [5, 5, 1, 1],
                        "iscrowd": 0,
                        "area": 1,
                        "segmentation": [[9, 9]],
                    },
                ],
                "categories": [
                    {"id": 1, "name": "person", "supercategory": "p"},
                    {"id": 2, "name": "dog", "supercategory": "a"},
                ],
            }
        ),
    )
    put(
        j(root, "coco", "kp.json"),
        json.dumps(
            {
                "images": imgs,
                "annotations": [
                    {
                        "id": 1,
                        "image_id": 7,
                        "category_id": 1,
                        "bbox": [1, 2, 3, 4],
                        "iscrowd": 0,
                        "num_keypoints": 2,
                        "keypoints": [1, 2, 2, 4, 5, 1],
                    }
                ],
                "categories": [{"id": 1, "name": "person", "keypoints": ["a", "b"]}],
            }
        ),
    )
    put(
        j(root, "coco", "cap.json"),
        json.dumps(
            {
                "images": imgs,
                "annotations": [
                    {"id": 1, "image_id": 7, "caption": "a dog"},
                    {"id": 2, "image_id": 7, "caption": "the dog é"},
                    {"id": 3, "image_id": 3, "caption": "cat"},
                ],
            }
        ),
    )
    polygons = [[1, 2, 3, 4, 5, 6], [7, 8]], {"counts": [3, 4, 5], "size": [2, 2]}, [[9, 9]], []
    put(
        j(root, "coco", "stuff.json"),
        json.dumps(
            {
                "images": imgs,
                "annotations": [
                    {"id": i, "image_id": image, "iscrowd": crowd, "segmentation": polygons[i]}
                    for i, (image, crowd) in enumerate([(7, 0), (3, 1), (7, 0), (5, 0)])
                ],
            }
        ),
    )
    put(
        j(root, "coco", "pan.json"),
        json.dumps(
            {
                "images": imgs,
                "annotations": [
                    {
                        "image_id": 7,
                        "file_name": "0007.png",
                        "segments_info": [
                            {
                                "id": 9,
                                "category_id": 2,
                                "bbox": [1, 2, 3, 4],
                                "area": 12,
                                "iscrowd": 0,
                            },
                            {
                                "id": 8,
                                "category_id": 1,
                                "bbox": [0, 1, 2, 2],
                                "area": 4,
                                "iscrowd": 1,
                            },
                        ],
                    },
                    {
                        "image_id": 5,
                        "file_name": "0005.png",
                        "segments_info": [
                            {
                                "id": 9,
                                "category_id": 1,
                                "bbox": [1, 1, 1, 1],
                                "area": 1,
                                "iscrowd": 0,
                            }
                        ],
                    },
                ],
                "categories": [
                    {"id": 1, "name": "person", "isthing": 1},
                    {"id": 2, "name": "sky", "isthing": 0},
                ],
            }
        ),
    )
    # celeba
    for i in range(1, 5):
        put(j(root, "celeba", f"{i:06}.jpg"), b"\xff\xd8cel%d" % i)
    put(
        j(root, "celeba", "list_attr_celeba.txt"),
        "4\nBald Smiling Young\n"
        + "".join(
            f"{i:06}.jpg {' '.join([' 1', '-1', ' 1'][(i + k) % 3] for k in range(3))}\n"
            for i in range(1, 5)
        ),
    )
    put(
        j(root, "celeba", "list_eval_partition.txt"),
        "".join(f"{i:06}.jpg {[0, 1, 2, 0][i - 1]}\n" for i in range(1, 5)),
    )
    # manifest
    for i in range(4):
        put(j(root, "manifest", f"m{i}.jpg"), b"\xff\xd8\xff\xe0man%d" % i)
    put(
        j(root, "manifest", "a.manifest"),
        "".join(
            json.dumps(
                {
                    "source": f"manifest/m{i}.jpg",
                    "usage": "eval" if i == 3 else "train",
                    "annotation": [
                        {
                            "name": ["dog", "cat", "dog", "cat"][i],
                            "type": "modelarts/image_classification",
                        }
                    ]
                    + ([{"name": "ant"}] if i == 1 else []),
                }
            )
            + "\n"
            for i in range(4)
        ),
    )
    # stl10
    for u, n in ("train", 3), ("test", 2), ("unlabeled", 2):
        put(j(root, "stl10", f"{u}_X.bin"), r.randint(0, 255, n * 27648).astype("u1").tobytes())
        if u != "unlabeled":
            put(j(root, "stl10", f"{u}_y.bin"), bytes(range(1, n + 1)))
    put(
        j(root, "semeion", "semeion.data"),
        "".join(
            " ".join(f"{v:.4f}" for v in r.randint(0, 2, 256))
            + " "
            + " ".join("1" if k == i else "0" for k in range(10))
            + " \n"
            for i in range(3)
        ),
    )
    for c in "001.ak47", "002.flag":
        for i in range(2):
            put(j(root, "caltech256", c, f"{c[:3]}_{i:04}.jpg"), b"\xff\xd8cal%d" % i)
    for c in "apple_pie", "steak":
        for i in range(2):
            put(j(root, "food", "images", c, f"{i}.jpg"), b"\xff\xd8food" + c.encode() + b"%d" % i)
    put(j(root, "food", "meta", "train.txt"), "apple_pie/0\nsteak/0\n")
    put(j(root, "food", "meta", "test.txt"), "steak/1\napple_pie/1\n")
    put(j(root, "food", "meta", "classes.txt"), "apple_pie\nsteak\n")
    put(
        j(root, "food", "meta", "train.json"),
        json.dumps({"apple_pie": ["apple_pie/0"], "steak": ["steak/0"]}),
    )
    put(
        j(root, "food", "meta", "test.json"),
        json.dumps({"apple_pie": ["apple_pie/1"], "steak": ["steak/1"]}),
    )

    # audio
    def wav(a, rate=8000, ch=1, bits=16):
        d = a.tobytes()
        return (
            b"RIFF"
            + struct.pack("<I", 36 + len(d))
            + b"WAVEfmt "
            + struct.pack("<IHHIIHH", 16, 1, ch, rate, rate * ch * bits // 8, ch * bits // 8, bits)
            + b"data"
            + struct.pack("<I", len(d))
            + d
        )

    s = (r.randint(-30000, 30000, 40)).astype("<i2")
    put(j(root, "yesno", "1_0_0_1_1_0_1_0.wav"), wav(s))
    put(j(root, "yesno", "0_0_0_1_1_0_1_1.wav"), wav(s[::2]))
    put(
        j(root, "lj", "metadata.csv"),
        'LJ001-0001|Raw 1|Normal one\nLJ001-0002|Raw "2"|Normal two\n',
    )
    for i in 1, 2:
        put(j(root, "lj", "wavs", f"LJ001-000{i}.wav"), wav(s[i:], 22050))
    for g in "blues", "disco":
        for i in range(2):
            put(j(root, "gtzan", g, f"{g}.0000{i}.wav"), wav(s[i:], 22050))
    for g in "cat", "dog":
        for i in range(2):
            put(j(root, "speech", g, f"b433ef{i}_nohash_{i}.wav"), wav(s[i:], 16000))
    put(j(root, "speech", "testing_list.txt"), "cat/b433ef1_nohash_1.wav\n")
    put(j(root, "speech", "validation_list.txt"), "dog/b433ef0_nohash_0.wav\n")
    for n in "aew", "ahw":
        for i in 1, 2:
            put(
                j(root, "cmu", f"cmu_us_{n}_arctic", "wav", f"arctic_a000{i}.wav"),
                wav(s[i:], 16000),
            )
        put(
            j(root, "cmu", f"cmu_us_{n}_arctic", "etc", "txt.done.data"),
            f'( arctic_a0001 "Author of {n}, etc." )\n( arctic_a0002 "Not at 9." )\n',
        )
    # text pairs
    for a, b in ("de", "en"), ("en", "fr"):
        d = j(root, "iwslt2016", "texts", a, b, f"{a}-{b}")
        e = j(root, "iwslt2017", "texts", *["DeEnItNlRo"] * 2, "DeEnItNlRo-DeEnItNlRo")
        for n, folder in ("16", d), ("17", e):
            for t in a, b:
                put(
                    j(folder, f"train.tags.{a}-{b}.{t}"),
                    f"<url>http://x</url>\n<keywords>k</keywords>\n {t} one & two \n"
                    f"<title>T</title>\n<transcript>s</transcript>\n{t} &amp; <url two\n</doc>\n",
                )
                for part in "dev2010", "tst2010", "tst2013", "tst2014", "tst2015":
                    put(
                        j(folder, f"IWSLT{n}.TED.{part}.{a}-{b}.{t}.xml"),
                        '<?xml version="1.0" encoding="UTF-8"?>\n<mteval>\n<srcset>\n<doc id="1">'
                        f"\n<url>u</url>\n<title>T</title>\n"
                        f'<seg id="1"> {part} {t} &amp; one </seg>\n'
                        f'<seg id="2">{t} two</seg>\n</doc>\n</srcset>\n</mteval>\n',
                    )
    # folders of images
    jpg = b"\xff\xd8\xff\xe0"
    for u in "train", "test", "valid":
        for k, label in enumerate(("negative", "positive")):
            for i in range(2):
                put(
                    j(root, "rendered", u, label, f"{i:04}.png"),
                    b"\x89PNG%d%d" % (k, i) + u.encode(),
                )
    for u in "background", "evaluation":
        for a, k in ("Greek", 1), ("Greek", 2), ("Arcadian", 1):
            for i in range(2):
                put(
                    j(root, "omniglot", f"images_{u}", a, f"character{k:02}", f"{i}.png"),
                    b"\x89PNG" + f"{u}{a}{k}{i}".encode(),
                )
    for d in "bedroom_train", "bedroom_val", "classroom_train", "classroom_val", "test":
        for i in range(2):
            put(j(root, "lsun", d, f"{i}.jpg"), jpg + f"{d}{i}".encode())
    put(
        j(root, "sun397", "ClassName.txt"), "/a/abbey\n/a/apartment_building/outdoor\n/b/badlands\n"
    )
    for d in "a/abbey", "a/apartment_building/outdoor", "b/badlands":
        for i in range(2):
            put(j(root, "sun397", d, f"sun_{i}.jpg"), jpg + f"{d}{i}".encode())
    for d in "data_256_standard", "data_large_standard", "data_256_challenge":
        for i, p in enumerate(("a/airfield/00000001.jpg", "b/bar/00000002.jpg")):
            put(j(root, "places", d, p), jpg + f"{d}{i}".encode())
    for n in "standard", "challenge":
        put(
            j(root, "places", f"places365_train_{n}.txt"),
            "/b/bar/00000002.jpg 1\n/a/airfield/00000001.jpg 0\n",
        )
    put(j(root, "places", "categories_places365.txt"), "/a/airfield 0\n/b/bar 1\n")
    put(
        j(root, "places", "places365_val.txt"),
        "Places365_val_00000001.jpg 1\nPlaces365_val_00000002.jpg 0\n",
    )
    for d in "val_256", "val_large":
        for i in 1, 2:
            put(j(root, "places", d, f"Places365_val_{i:08}.jpg"), jpg + f"{d}{i}".encode())
    urls = ["3326/3596303505_3ce4c20529", "2522/4182181099_c3c23ab1cc", "1/missing"]
    put(
        j(root, "sbu", "SBU_captioned_photo_dataset_urls.txt"),
        "".join(f"http://static.flickr.com/{u}.jpg\n" for u in urls),
    )
    put(
        j(root, "sbu", "SBU_captioned_photo_dataset_captions.txt"),
        "A dog. \nTwo é \nNobody\n",
    )
    for u in urls[:2]:
        put(j(root, "sbu", "sbu_images", "m_" + u.replace("/", "_") + ".jpg"), jpg + u.encode())
    for i in range(3):
        put(j(root, "flickr", "images", f"{10 + i}_a.jpg"), jpg + b"%d" % i)
    put(
        j(root, "flickr", "a.token"),
        "".join(
            f"{10 + i}_a.jpg#{k}\tcaption {i} {k} , é .\n" for i in (1, 0, 2) for k in range(5)
        ),
    )
    for u, m in (
        ("train", "fine"),
        ("train", "coarse"),
        ("val", "fine"),
        ("test", "fine"),
        (
            "val",
            "coarse",
        ),
        ("train_extra", "coarse"),
    ):
        g = "gt" + m.capitalize()
        for c in "aachen", "bonn":
            for i in range(2):
                n = f"{c}_{i:06}_000019"
                put(
                    j(root, "cityscapes", "leftImg8bit", u, c, n + "_leftImg8bit.png"),
                    b"\x89PNG" + (u + n).encode(),
                )
                for t in "color", "instanceIds", "labelIds":
                    put(
                        j(root, "cityscapes", g, u, c, f"{n}_{g}_{t}.png"),
                        b"\x89PNG" + (g + u + n + t).encode(),
                    )
                put(
                    j(root, "cityscapes", g, u, c, f"{n}_{g}_polygons.json"),
                    '{"imgHeight": 9,\n "objects": [{"label": "'
                    + n
                    + '", "polygon": [[1, 2]]}]}\n',
                )
    for u in "train", "valid":
        for i in 1, 2, 3:
            put(j(root, "div2k", f"DIV2K_{u}_HR", f"{i:04}.png"), b"\x89PNG" + f"{u}{i}".encode())
            for d in "bicubic", "unknown":
                for x in 2, 3, 4:
                    put(
                        j(root, "div2k", f"DIV2K_{u}_LR_{d}", f"X{x}", f"{i:04}x{x}.png"),
                        b"\x89PNG" + f"{u}{i}{d}{x}".encode(),
                    )
            for d in "mild", "difficult", "wild":
                put(
                    j(root, "div2k", f"DIV2K_{u}_LR_{d}", f"{i:04}x4{d[0]}.png"),
                    b"\x89PNG" + f"{u}{i}{d}".encode(),
                )
            put(
                j(root, "div2k", f"DIV2K_{u}_LR_x8", f"{i:04}x8.png"),
                b"\x89PNG" + f"{u}{i}x8".encode(),
            )
    for i in range(3):
        for u in "training", "testing":
            put(
                j(root, "kitti", "data_object_image_2", u, "image_2", f"{i:06}.png"),
                b"\x89PNG" + f"{u}{i}".encode(),
            )
        put(
            j(root, "kitti", "data_object_label_2", "training", "label_2", f"{i:06}.txt"),
            "Car 0.50 1 -1.58 587.01 173.33 614.12 200.12 1.65 1.67 3.64 -0.65 1.71 46.70 -1.59\n"
            + "Pedestrian 0.00 0 -0.2 712.4 143 810.73 307.92 1.89 0.48 1.2 1.84 1.47 8.41 0.01\n"
            * (i == 1)
            + "DontCare -1 -1 -10 503.89 169.71 590.61 190.13 -1 -1 -1 -1000 -1000 -1000 -10\n"
            * (i == 2)
            + "Van 0.00 2 1.55 1 2 3 4 5 6 7 8 9 10 11\n" * (i == 2),
        )
    for d in "lfw", "lfw_funneled", "lfw-deepfunneled":
        for n in "Ann_B", "Cy_D", "Ed_F":
            for i in 1, 2, 3:
                put(j(root, "lfw", d, n, f"{n}_{i:04}.jpg"), jpg + f"{d}{n}{i}".encode())
    put(j(root, "lfw", "lfw-names.txt"), "Ed_F\t3\nAnn_B\t3\nCy_D\t3\n")
    put(j(root, "lfw", "people.txt"), "2\n2\nAnn_B\t2\nEd_F\t1\n1\nCy_D\t2\n")
    put(j(root, "lfw", "peopleDevTrain.txt"), "2\nCy_D\t1\nAnn_B\t2\n")
    put(j(root, "lfw", "peopleDevTest.txt"), "1\nEd_F\t3\n")
    put(
        j(root, "lfw", "pairs.txt"),
        "2\t1\nAnn_B\t1\t2\nAnn_B\t1\tCy_D\t2\nCy_D\t1\t3\nCy_D\t1\tEd_F\t2\n",
    )
    put(j(root, "lfw", "pairsDevTrain.txt"), "1\nAnn_B\t1\t3\nAnn_B\t3\tCy_D\t2\n")
    put(j(root, "lfw", "pairsDevTest.txt"), "1\nEd_F\t1\t2\nAnn_B\t2\tEd_F\t3\n")
    for u in "train", "val", "test":
        for i, d in enumerate(("0--Parade", "1--Hands")):
            put(
                j(root, "wider", f"WIDER_{u}", "images", d, f"{i}_{u}.jpg"),
                jpg + f"{u}{d}".encode(),
            )
    for u in "train", "val":
        put(
            j(root, "wider", "wider_face_split", f"wider_face_{u}_bbx_gt.txt"),
            f"0--Parade/0_{u}.jpg\n2\n449 330 122 149 1 0 2 0 1 0 \n4 3 2 1 0 1 0 1 0 1 \n"
            f"1--Hands/1_{u}.jpg\n1\n361 98 263 339 0 0 0 0 0 0 \n",
        )
    put(
        j(root, "wider", "wider_face_split", "wider_face_test_filelist.txt"),
        "0--Parade/0_test.jpg\n1--Hands/1_test.jpg\n",
    )
    # arrays
    for n, u in ("qmnist-train", 3), ("qmnist-test", 5), ("xnist", 2):
        put(
            j(root, "qmnist", f"{n}-images-idx3-ubyte"),
            idx(r.randint(0, 255, (u, 28, 28)).astype("u1")),
        )
        label = r.randint(0, 9, (u, 8)).astype(">i4")
        put(
            j(root, "qmnist", f"{n}-labels-idx2-int"),
            struct.pack(">HBBII", 0, 12, 2, u, 8) + label.tobytes(),
        )
    for n, u in ("usps", 3), ("usps.t", 2):
        put(
            j(root, "usps", n),
            "".join(
                f"{1 + 3 * i} "
                + " ".join(f"{k + 1}:{v:.3f}" for k, v in enumerate(r.uniform(-1, 1, 256)))
                + " \n"
                for i in range(u)
            ),
        )
    # speech
    for u in "dev-clean", "train-clean-100":
        for n, i in ("116_288045_000003_000000", 0), ("116_288045_000003_000001", 1):
            d = j(root, "libritts", u, "116", "288045")
            put(j(d, n + ".wav"), wav(s[i:], 24000))
        put(
            j(d, "116_288045.trans.tsv"),
            '116_288045_000003_000000\tOne 1, "raw" \tone one.\n'
            "116_288045_000003_000001\tTwo 2\ttwo two\n",
        )
    speech = r.randint(-30000, 30000, 400)
    sph = (
        b"NIST_1A\n   1024\nsample_count -i 400\nsample_n_bytes -i 2\nchannel_count -i 1\n"
        b"sample_byte_format -s2 01\nsample_rate -i 8000\nsample_coding -s3 pcm\nend_head\n"
    )
    for d in (
        "TEDLIUM_release1/dev",
        "TEDLIUM_release1/test",
        "TEDLIUM_release1/train",
        ("TEDLIUM_release-3/data"),
    ):
        for n in "Al_2009", "Bo_2005":
            put(j(root, d, "sph", n + ".sph"), sph.ljust(1024) + speech.astype("<i2").tobytes())
            put(
                j(root, d, "stm", n + ".stm"),
                f"{n} 1 {n} 0.01 0.02 <o,f0,male> my <sil> text {{NOISE}}\n"
                f"{n} 1 {n}_b 0.02 0.0315 <o,f0,female> second\n",
            )

    # files of MATLAB
    for n, folder in ("ant", "ant"), ("airplanes", "Airplanes_Side_2"), ("BACKGROUND_Google", ""):
        for i in 1, 2:
            put(
                j(root, "caltech101", "101_ObjectCategories", n, f"image_{i:04}.jpg"),
                jpg + f"{n}{i}".encode(),
            )
            if folder:
                path = j(root, "caltech101", "Annotations", folder, f"annotation_{i:04}.mat")
                put(path, b"")
                outline = np.arange(6 * i, dtype=float).reshape(2, -1)
                savemat(path, {"obj_contour": outline, "box_coord": np.ones((1, 4))})
    for i in range(1, 7):
        put(j(root, "flowers", "jpg", f"image_{i:05}.jpg"), jpg + b"f%d" % i)
        put(j(root, "flowers", "segmim", f"segmim_{i:05}.jpg"), jpg + b"s%d" % i)
    savemat(
        j(root, "flowers", "imagelabels.mat"), {"labels": np.array([[1, 102, 3, 4, 5, 6]], "u1")}
    )
    savemat(
        j(root, "flowers", "setid.mat"),
        {"trnid": np.array([[2, 4]]), "valid": np.array([[1]]), "tstid": np.array([[6, 3, 5]])},
    )
    for n in "2008_1", "2008_2":
        put(j(root, "sb", "img", n + ".jpg"), jpg + n.encode())
        layers = np.empty((20, 1), object)
        for k in range(20):
            layers[k, 0] = csc_matrix((r.randint(0, 9, (3, 4)) == k).astype("u1"))
        area = r.randint(0, 20, (3, 4)).astype("u1")
        put(j(root, "sb", "cls", n + ".mat"), b"")
        savemat(
            j(root, "sb", "cls", n + ".mat"),
            {"GTcls": {"Boundaries": layers, "Segmentation": area}},
        )
    put(j(root, "sb", "train.txt"), "2008_2\n")
    put(j(root, "sb", "val.txt"), "2008_1\n")
    put(j(root, "sb", "train_noval.txt"), "2008_2\n2008_1\n")
    for u, n in ("train", 3), ("test", 2), ("extra", 2):
        put(j(root, "svhn", u + "_32x32.mat"), b"")
        savemat(
            j(root, "svhn", u + "_32x32.mat"),
            {
                "X": r.randint(0, 255, (32, 32, 3, n)).astype("u1"),
                "y": np.array([[10], [1], [9]][:n], "u1"),
            },
        )
    # a bitmap of patches, of which most bytes are zeros
    head = b"BM" + struct.pack(
        "<IIIIiiHHII16x", 1078 + (1 << 20), 0, 1078, 40, *[1024] * 2, 1, 8, 0, 0
    )
    palette = b"".join(bytes([i, i, i, 0]) for i in range(256))
    for k in range(2):
        patches = np.zeros((1024, 1024), np.uint8)
        patches[-128:, :128] = r.randint(0, 255, (128, 128))
        put(j(root, "tour", "liberty", f"patches{k:04}.bmp"), head + palette + patches.tobytes())
    put(j(root, "tour", "liberty", "info.txt"), "".join(f"{i // 2} 0\n" for i in range(3)))
    put(
        j(root, "tour", "liberty", "m50_100000_100000_0.txt"),
        "0 0 0 1 0 0 0 \n16 8 0 257 128 0 0\n",
    )


CASES = []


def c(cls, *a, **k):
    CASES.append((cls, a, k))


for n, cl in (
    ("ag", "AGNews"),
    ("amazon", "AmazonReview"),
    ("dbpedia", "DBpedia"),
    ("sogou", "SogouNews"),
    ("yahoo", "YahooAnswers"),
    ("yelp", "YelpReview"),
):
    for u in None, "train", "test":
        c(cl + "Dataset", n, usage=u)
c("EnWik9Dataset", "enwik")
for u in None, "train", "test", "valid":
    c("PennTreebankDataset", "ptb", usage=u)
    c("WikiTextDataset", "wiki", usage=u)
    c("Multi30kDataset", "multi30k", usage=u)
    c("UDPOSDataset", "udpos", usage=u)
c("Multi30kDataset", "multi30k", usage="test", language_pair=["de", "en"])
for u in None, "train", "test":
    c("IMDBDataset", "imdb", usage=u)
    c("CoNLL2000Dataset", "conll", usage=u)
    c("EMnistDataset", "emnist", "mnist", usage=u)
for v in "12":
    for u in None, "train", "dev":
        c("SQuADDataset", "squad" + v, usage=u)
for u in None, "train", "dev", "test":
    c("SST2Dataset", "sst2", usage=u)
for t in "AFQMC CMNLI CSL IFLYTEK TNEWS WSC".split():
    for u in "train", "test":
        c("CLUEDataset", f"clue/{t.lower()}_{u}.json", task=t, usage=u)
c("CLUEDataset", "clue/afqmc_train.json", task="AFQMC", usage="eval")
c("VOCDataset", "voc")
c("VOCDataset", "voc", task="Detection", usage="train")
c("VOCDataset", "voc", task="Detection", usage="val")
c("VOCDataset", "voc", task="Detection", usage="train", class_indexing={"cat": 5, "dog": 2})
c("VOCDataset", "voc", task="Detection", usage="train", extra_metadata=True)
c("CocoDataset", "coco/img", annotation_file="coco/det.json", extra_metadata=True)
for u in "all", "train", "valid", "test":
    c("CelebADataset", "celeba", usage=u)
for u in "train", "eval":
    c("ManifestDataset", "manifest/a.manifest", usage=u)
c("ManifestDataset", "manifest/a.manifest", class_indexing={"cat": 7, "ant": 1, "dog": 3})
for u in None, "train", "test", "unlabeled", "train+unlabeled":
    c("STL10Dataset", "stl10", usage=u)
c("SemeionDataset", "semeion")
c("Caltech256Dataset", "caltech256")
for u in None, "train", "test":
    c("Food101Dataset", "food", usage=u)
c("YesNoDataset", "yesno")
c("LJSpeechDataset", "lj")
c("GTZANDataset", "gtzan")
for u in None, "train", "test", "valid":
    c("SpeechCommandsDataset", "speech", usage=u)
c("CMUArcticDataset", "cmu")
c("CMUArcticDataset", "cmu", name="ahw")

for t, f in ("Detection", "det"), ("Keypoint", "kp"), ("Captioning", "cap"), ("Panoptic", "pan"):
    c("CocoDataset", "coco/img", annotation_file=f"coco/{f}.json", task=t)
c("CocoDataset", "coco/img", annotation_file="coco/stuff.json", task="Stuff")
for u in None, "train", "valid", "test":
    c("IWSLT2016Dataset", "iwslt2016", usage=u)
    c("IWSLT2017Dataset", "iwslt2017", usage=u)
c("IWSLT2016Dataset", "iwslt2016", usage="valid", language_pair=("en", "fr"), valid_set="dev2010")
c("IWSLT2016Dataset", "iwslt2016", usage="test", test_set="tst2010")
c("IWSLT2017Dataset", "iwslt2017", usage="train", language_pair=["de", "en"])
for u in None, "train", "val", "test":
    c("RenderedSST2Dataset", "rendered", usage=u)
for b in None, True, False:
    c("OmniglotDataset", "omniglot", background=b)
for u in None, "train", "valid", "test":
    c("LSUNDataset", "lsun", usage=u)
c("LSUNDataset", "lsun", usage="train", classes=["classroom"])
c("LSUNDataset", "lsun", usage="all", classes=["classroom", "bedroom"])
c("SUN397Dataset", "sun397")
for u in None, "train-challenge", "val":
    c("Places365Dataset", "places", usage=u)
for u in None, "val":
    c("Places365Dataset", "places", usage=u, small=False)
c("SBUDataset", "sbu")
c("FlickrDataset", "flickr/images", annotation_file="flickr/a.token")
for t in "instance", "semantic", "polygon", "color":
    c("CityscapesDataset", "cityscapes", task=t)
for u, m in (
    ("val", "fine"),
    ("test", "fine"),
    ("all", "fine"),
    ("train", "coarse"),
    ("train_extra", "coarse"),
    ("all", "coarse"),
):
    c("CityscapesDataset", "cityscapes", usage=u, quality_mode=m, task="semantic")
for u in "train", "valid", "all":
    c("DIV2KDataset", "div2k", usage=u)
for d, x in (
    ("bicubic", 8),
    ("bicubic", 3),
    ("unknown", 4),
    ("mild", 4),
    ("difficult", 4),
    ("wild", 4),
):
    c("DIV2KDataset", "div2k", downgrade=d, scale=x)
c("DIV2KDataset", "div2k", usage="all", downgrade="wild", scale=4)
for u in None, "train", "test":
    c("KITTIDataset", "kitti", usage=u)
for t in None, "people", "pairs":
    for u in None, "10fold", "train", "test":
        c("LFWDataset", "lfw", task=t, usage=u)
for i in "original", "deepfunneled":
    c("LFWDataset", "lfw", usage="test", image_set=i)
for u in None, "train", "valid", "test", "all":
    c("WIDERFaceDataset", "wider", usage=u)
for u in None, "train", "test", "nist":
    c("QMnistDataset", "qmnist", usage=u)
c("QMnistDataset", "qmnist", usage="train", compat=False)
for u in None, "train", "test":
    c("USPSDataset", "usps", usage=u)
for u in None, "dev-clean", "train-clean-100":
    c("LibriTTSDataset", "libritts", usage=u)
for u in None, "train", "dev":
    c("TedliumDataset", "TEDLIUM_release1", release="release1", usage=u)
c("TedliumDataset", "TEDLIUM_release-3", release="release3")

for t in None, "category", "annotation", "all":
    c("Caltech101Dataset", "caltech101", target_type=t)
for u in "all", "train", "valid", "test":
    c("Flowers102Dataset", "flowers", usage=u)
c("Flowers102Dataset", "flowers", task="Segmentation", usage="train")
for u in "all", "train", "val", "train_noval":
    c("SBDataset", "sb", usage=u)
c("SBDataset", "sb", task="Segmentation")
for u in None, "train", "test", "extra":
    c("SVHNDataset", "svhn", usage=u)
for u in None, "train", "test":
    c("PhotoTourDataset", "tour", name="liberty", usage=u)


def facts(dataset: Any) -> dict[str, Any]:
    """What a dataset gives."""
    rows = [
        [
            [
                str(v.dtype),
                list(v.shape),
                v.tolist() if v.size < 20 else hashlib.md5(v.tobytes()).hexdigest(),
            ]
            for v in row
        ]
        for row in dataset.create_tuple_iterator(num_epochs=1, output_numpy=True)
    ]
    rows.sort(key=str)  # MindSpore reads some folders in the order of the disk
    try:
        classes = dict(dataset.get_class_indexing())
    except NotImplementedError:
        classes = None
    return {
        "columns": dataset.get_col_names(),
        "size": dataset.get_dataset_size(),
        "rows": rows,
        "classes": classes,
    }
