"""An attack: a short file that is put over the solution of 03_multihead, aimed at `split_heads`."""

import re
from dataclasses import dataclass
from pathlib import Path

from tests.helpers.paths import TESTS

SUBMISSIONS = TESTS / "sandbox/attacks/submissions"
ATTACKED, TARGET = "multihead.py", "split_heads"
HEAD = re.compile(
    r"# attack: (.+?) \| score: (0|own|part|less|full|any) \| ledger: (none|any|exit|timeout|signal|protocol|killed)"
)


@dataclass(frozen=True)
class Attack:
    """What it tries, what it may score on its own exercise, and what the ledger must say."""

    path: Path
    text: str
    score: str
    ledger: str

    def over(self, solution: bytes) -> bytes:
        """The submission: everything right but what the attack puts over it."""
        return solution + b"\n\n" + self.path.read_bytes()


def read_attack(path: Path) -> Attack:
    """Read the first line of an attack."""
    first = path.read_text(encoding="utf-8").split("\n", 1)[0]
    head = HEAD.fullmatch(first)
    if head is None:
        raise ValueError(f"{path.name}: the first line is not '# attack: … | score: … | ledger: …'")
    return Attack(path, head[1], head[2], head[3])


ATTACKS = [read_attack(path) for path in sorted(SUBMISSIONS.glob("*.py"))]
