"""`python -m autograder.audit …` is `autograder audit …`."""

import sys

from autograder.__main__ import main

sys.exit(main(["audit", *sys.argv[1:]]))
