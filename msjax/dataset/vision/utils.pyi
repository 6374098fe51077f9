"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from msjax.dataset.config import get_video_backend as get_video_backend
from msjax.dataset.vision._files import encode_jpeg as encode_jpeg
from msjax.dataset.vision._files import encode_png as encode_png
from msjax.dataset.vision._files import get_image_num_channels as get_image_num_channels
from msjax.dataset.vision._files import get_image_size as get_image_size
from msjax.dataset.vision._files import read_file as read_file
from msjax.dataset.vision._files import read_image as read_image
from msjax.dataset.vision._files import write_file as write_file
from msjax.dataset.vision._files import write_jpeg as write_jpeg
from msjax.dataset.vision._files import write_png as write_png
from msjax.dataset.vision._modes import AutoAugmentPolicy as AutoAugmentPolicy
from msjax.dataset.vision._modes import Border as Border
from msjax.dataset.vision._modes import ConvertMode as ConvertMode
from msjax.dataset.vision._modes import ImageBatchFormat as ImageBatchFormat
from msjax.dataset.vision._modes import ImageReadMode as ImageReadMode
from msjax.dataset.vision._modes import Inter as Inter
from msjax.dataset.vision._modes import SliceMode as SliceMode
from msjax.dataset.vision._video import VideoDecoder as VideoDecoder
from msjax.dataset.vision._video import read_video as read_video
from msjax.dataset.vision._video import read_video_timestamps as read_video_timestamps
