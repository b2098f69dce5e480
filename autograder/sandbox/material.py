"""What is loaded behind the wall."""

import re
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path

NAME = re.compile(r"[^\W\d]\w*")
# What torch imports its compiler for, over 800 modules. A worker of a file that names one of these has them already;
# another one can import them too, but needs a second for it.
COMPILER = re.compile(
    rb"^[^#\n]*\b(?:vmap|vjp|jvp|jac(?:rev|fwd)|hessian|linearize|grad_and_value|functional_call|checkpoint\w*|custom_op|"
    rb"make_fx|_dynamo|profiler|flex_attention|while_loop|optim|torch\.(?:func|compile|compiler|export|cond|nested))\b",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Material:
    """What a session loads: the files of the submission, the file to run, callees to put in place, what is judged."""

    sources: dict[str, bytes]
    file: str
    replace: dict[str, str] = field(default_factory=dict)
    wanted: tuple[str, ...] = ()  # the names that are judged: what they need is run where the file stops

    @property
    def needs_compiler(self) -> bool:
        """Whether the files name something that torch imports its compiler for."""
        return any(map(COMPILER.search, self.sources.values()))

    @property
    def named(self) -> dict[str, bytes]:
        """The file, and those of the submission that it names, directly or through one another."""
        found: dict[str, bytes] = {}
        left = [self.file]
        while left:
            file = left.pop()
            found[file] = self.sources[file]
            text = unicodedata.normalize("NFKC", found[file].decode("utf-8", "replace"))  # as Python reads names
            names = set(NAME.findall(text))
            any_file = not names.isdisjoint(("__import__", "import_module", "exec", "eval"))
            left += [other for other in self.sources if other not in found and (any_file or Path(other).stem in names)]
        return found
