"""Other machines, played with user namespaces of our own: another user, further namespaces allowed or forbidden."""

import subprocess
from collections.abc import Sequence

MOST = "/proc/sys/user/max_user_namespaces"
ORDINARY = ("unshare", "--user", "--map-user=1000", "--map-group=1000", "--")
# In a namespace there may be as many below it as its root says; the last one made is the only user's own.
WORLDS = {
    "an ordinary user": ORDINARY,
    "an ordinary user without namespaces": ("unshare", "-Ur", "sh", "-c", f'echo 1 >{MOST} && exec "$@"', "", *ORDINARY),
    "root, and nobody else": ("unshare", "-Ur", "sh", "-c", f'echo 0 >{MOST} && exec "$@"', ""),
}


def in_world(world: str, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a command as somebody else would."""
    return subprocess.run([*WORLDS[world], *command], capture_output=True, text=True, check=False)
