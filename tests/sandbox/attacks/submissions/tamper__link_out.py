# attack: links to places outside | score: full | ledger: none
import os

for make in (os.symlink, os.link):
    try:
        make("/etc/passwd", "passwd")
    except OSError:
        pass
