"""What is loaded behind the wall."""

import re
from dataclasses import dataclass, field
from pathlib import Path

NAME = re.compile(rb"[A-Za-z_]\w*")


@dataclass(frozen=True)
class Material:
    """What a session loads: the files of the submission, the file to run, callees to put in place, what is judged."""

    sources: dict[str, bytes]
    file: str
    replace: dict[str, str] = field(default_factory=dict)
    wanted: tuple[str, ...] = ()  # the names that are judged: what they need is run where the file stops

    @property
    def named(self) -> dict[str, bytes]:
        """The file, and those of the submission that it names, directly or through one another."""
        found: dict[str, bytes] = {}
        left = [self.file]
        while left:
            file = left.pop()
            found[file] = self.sources[file]
            names = {name.decode() for name in NAME.findall(found[file])}
            left += [other for other in self.sources if other not in found and Path(other).stem in names]
        return found
