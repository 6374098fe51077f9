"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from msjax._core.runtime.groups import GlobalComm as GlobalComm
from msjax._core.runtime.groups import create_group as create_group
from msjax._core.runtime.groups import destroy_group as destroy_group
from msjax._core.runtime.groups import get_comm_name as get_comm_name
from msjax._core.runtime.groups import (
    get_group_rank_from_world_rank as get_group_rank_from_world_rank,
)
from msjax._core.runtime.groups import get_group_size as get_group_size
from msjax._core.runtime.groups import get_local_rank as get_local_rank
from msjax._core.runtime.groups import get_local_rank_size as get_local_rank_size
from msjax._core.runtime.groups import get_process_group_ranks as get_process_group_ranks
from msjax._core.runtime.groups import get_rank as get_rank
from msjax._core.runtime.groups import (
    get_world_rank_from_group_rank as get_world_rank_from_group_rank,
)
from msjax._core.runtime.groups import init as init
from msjax._core.runtime.groups import release as release

HCCL_WORLD_COMM_GROUP: str
MCCL_WORLD_COMM_GROUP: str
NCCL_WORLD_COMM_GROUP: str
