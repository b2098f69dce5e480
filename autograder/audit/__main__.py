"""Says what replaced `python -m autograder.audit`."""

import sys

sys.stderr.write("python -m autograder.audit is now `autograder audit`, with the same options\n")
sys.exit(2)
