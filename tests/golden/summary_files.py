"""Reading summary files of MindSpore's, for comparison."""

import re
import struct
import zlib

import numpy as np


def events(path):
    """The events of a summary file, without their times and with pixels for PNG files."""
    with open(path, "rb") as file:
        data = file.read()
    found, at = [], 0
    while at < len(data):
        (length,) = struct.unpack_from("<Q", data, at)
        event = data[at + 12 : at + 12 + length]
        check_sum = "" if b"PNG" in event else data[at + 8 : at + 12].hex()  # of the length
        found.append([check_sum, message(event)[1:]])
        at += 16 + length
    return found


def message(data):
    """The fields (number, contents) of a protobuf message of a summary file."""
    found, at = [], 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            value |= (data[at] & 127) << shift
            at, shift = at + 1, shift + 7
            if data[at - 1] < 128:
                return value

    while at < len(data):
        key = varint()
        number, wire = key >> 3, key & 7
        if wire == 0:
            found.append([number, varint()])
        elif wire == 2:
            length = varint()
            found.append([number, inside(data[at : at + length])])
            at += length
        else:
            found.append([number, struct.unpack_from("<d" if wire == 1 else "<f", data, at)[0]])
            at += 8 if wire == 1 else 4
    return found


def inside(data):
    """A field of bytes: text, a PNG file, float32 numbers or a message."""
    if data[:4] == b"\x89PNG":
        return pixels(data)
    if re.fullmatch(rb"[\w/.:]+", data):
        return data.decode()
    try:
        return message(data)
    except (IndexError, struct.error):
        return np.frombuffer(data, "<f4").tolist()


def pixels(png):
    """Size and pixels of a PNG file of 8-bit RGB, whatever filters its lines have."""
    at, packed = 8, b""
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        name, content = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        if name == b"IHDR":
            width, height = struct.unpack_from(">II", content)
        packed += content if name == b"IDAT" else b""
        at += 12 + length
    lines = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, -1)
    image, above = [], np.zeros(3 * width, int)
    for line in lines:
        kind, row = line[0], line[1:].astype(int)
        for i in range(row.size):
            left, corner = (row[i - 3], above[i - 3]) if i >= 3 else (0, 0)
            paeth = min((left, above[i], corner), key=lambda v: abs(left + above[i] - corner - v))
            row[i] += (0, left, above[i], (left + above[i]) // 2, paeth)[kind]
            row[i] &= 255
        image.append(row.tolist())
        above = row
    return [width, height, image]
