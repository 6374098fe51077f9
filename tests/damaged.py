"""Files with faults, for what reads files."""


def changed(content, random):
    """A file that differs in a byte, a length, a part left out, filled or repeated.

    Args:
        content: bytes of a whole file.
        random: numpy RandomState.
    """
    made = bytearray(content)
    for _ in range(random.randint(1, 4)):
        at, size = random.randint(max(1, len(made))), random.randint(1, 20)
        kind = random.randint(5)
        if kind == 0:
            made[at : at + 1] = bytes([random.randint(256)])
        elif kind == 1:
            del made[at : at + size]
        elif kind == 2:
            made[at:at] = made[at : at + size]
        elif kind == 3:
            made[at : at + size] = b"\xff" * size
        else:
            del made[max(1, at) :]
    return bytes(made)
