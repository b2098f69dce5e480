"""Other machines, imitated with user namespaces: another user, further namespaces allowed or forbidden.

python -m tests.helpers.user_namespaces "an ordinary user without namespaces" COMMAND…
"""

import os
import subprocess
import sys
from collections.abc import Sequence

MOST = "/proc/sys/user/max_user_namespaces"
ORDINARY = ("unshare", "--user", "--map-user=1000", "--map-group=1000", "--")
AS_ROOT = ("unshare", "-Ur", "sh", "-c")
# In a namespace there may be as many below it as its root says; the last one made is the only user's own.
USERS = {
    "an ordinary user": ORDINARY,
    "an ordinary user without namespaces": (*AS_ROOT, f'echo 1 >{MOST} && exec "$@"', "", *ORDINARY),
    "root, and nobody else": (*AS_ROOT, f'echo 0 >{MOST} && exec "$@"', ""),
}


def run_as(user: str, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a command as somebody else would."""
    return subprocess.run([*USERS[user], *command], capture_output=True, text=True, check=False)


if __name__ == "__main__":
    _, USER, *COMMAND = sys.argv
    os.execvp(USERS[USER][0], [*USERS[USER], *COMMAND])
