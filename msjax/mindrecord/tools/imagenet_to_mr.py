"""ImageNet as MindRecord files."""

from __future__ import annotations

import os
from collections.abc import Iterator

from msjax import log
from msjax.mindrecord.common.exceptions import PathNotExistsError
from msjax.mindrecord.core.shardutils import SUCCESS, MSRStatus, check_filename
from msjax.mindrecord.filewriter import FileWriter
from msjax.mindrecord.tools import _conversion


class ImageNetToMR:
    """Folders of JPEG files as MindRecord files.

    Args:
        map_file: path of a text file, each line of which has the name of a folder and its label.
        image_dir: the folder of the folders.
        destination: path of the file, or what the paths of several begin with.
        partition_number: number of files. Default: ``1``.

    Raises:
        ValueError: `partition_number` is not an int.

    Examples:
        >>> import os
        >>> from msjax.mindrecord import FileReader, ImageNetToMR
        >>> os.makedirs("images/n01")
        >>> with open("images/n01/a.jpg", "wb") as file:
        ...     _ = file.write(b"contents")
        >>> with open("labels.txt", "w") as file:
        ...     _ = file.write("n01 7")
        >>> ImageNetToMR("labels.txt", "images", "imagenet.mindrecord").transform()
        >>> next(FileReader("imagenet.mindrecord").get_next())["label"]
        7
    """

    def __init__(self, map_file: str, image_dir: str, destination: str, partition_number: int = 1):
        for path in map_file, image_dir, destination:
            check_filename(path)
        self.map_file = map_file
        self.image_dir = image_dir
        self.destination = destination
        self.partition_number = _conversion.check_partitions(partition_number)
        self.writer = FileWriter(destination, partition_number)

    def _rows(self) -> Iterator[dict]:
        if not os.path.exists(self.map_file):
            raise OSError(f"map file {self.map_file} not exists")
        with open(self.map_file, encoding="utf-8") as stream:
            pairs = [line.split() for line in stream if line.strip()]
        found = False
        for folder, label in pairs:
            path = os.path.join(self.image_dir, folder)
            if not os.path.isdir(path):
                log.warning(f"{path} dir is not exist")
                continue
            found = True
            for name in sorted(os.listdir(path)):
                file = os.path.join(path, name)
                if not name.endswith(("JPEG", "jpg")):
                    log.warning(f"{file} file is not suffix with JPEG/jpg, skip it.")
                    continue
                with open(file, "rb") as stream:
                    content = stream.read()
                if not content:
                    log.warning(f"The image file: {file} is invalid.")
                    continue
                yield {"file_name": file, "label": int(label), "image": content}
        if not found:
            raise PathNotExistsError(f"not valid image dir in {self.image_dir}")

    def run(self) -> MSRStatus:
        """Write the files, as `transform` does, and return SUCCESS."""
        self.transform()
        return SUCCESS

    def transform(self) -> None:
        """Write the files.

        Raises:
            OSError: there is no `map_file`.
            PathNotExistsError: no folder of `map_file` exists.
        """
        self.writer.set_page_size(_conversion.LARGE_PAGE)
        self.writer.add_schema(
            {
                "label": {"type": "int32"},
                "image": {"type": "bytes"},
                "file_name": {"type": "string"},
            },
            "imagenet_schema",
        )
        self.writer.add_index(["label", "file_name"])
        _conversion.write_rows(self.writer, self._rows(), True)


__all__ = ["ImageNetToMR"]
