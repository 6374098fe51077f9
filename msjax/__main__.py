"""`python -m msjax script.py`: see msjax/_dropin.py."""

import sys

from msjax._dropin import main

if __name__ == "__main__":
    main(sys.argv[1:])
