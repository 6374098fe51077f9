"""`python -m msjax script.py` (msjax/_dropin.py) and `python -m msjax check` (msjax/_check)."""

import sys

from msjax._dropin import main

if __name__ == "__main__":
    if sys.argv[1:2] == ["check"]:
        from msjax._check import main as check

        sys.exit(check(sys.argv[2:]))
    main(sys.argv[1:])
