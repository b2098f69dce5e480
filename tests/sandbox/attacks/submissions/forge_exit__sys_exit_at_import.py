# attack: sys.exit(0) while the file is loaded | score: full | ledger: exit
import sys

sys.exit(0)
