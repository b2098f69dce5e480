"""What the code of a file, and of the files that it imports, says: scanned here, read by a worker where need be."""

import re
from functools import cached_property

from autograder.course import Limits
from autograder.grading.code_text import code_text, may_hide_words
from autograder.sandbox.material import Material
from autograder.sandbox.words import Reading, read_code
from autograder.sandbox.zygote import Zygote

# Code with reflection contains one of these words. To look for them costs little, and most files end there.
REFLECTION = re.compile(
    r"""
    \b(?: sys | gc | inspect | ctypes | _ctypes | cffi | cpp_extension | linecache | pkgutil | importlib | runpy
    | reload | marshal | \w*pickle\w* | shelve | dill | codecs | types | builtins | pydoc | get_type_hints | ForwardRef
    | code | codeop | timeit
    | pdb | load | serialization | mock | dis | _C | _decomp | _refs | _prims\w* | _dynamo
    | _inductor | _ops | library | overrides | _python_dispatch | _dispatch\w* | setattr | delattr | getattr
    | attrgetter | methodcaller | globals | vars | settrace | setprofile
    | \w*[Dd]ispatch\w* | get_objects | get_referrers | get_referents | import_module
    | __(?:import|wrapped|closure|globals|code|builtins|subclasses|getattribute)__ | __(?:dict|class|file|loader|spec)__
    | cell_contents | tb_frame | f_back | f_globals | f_locals | f_builtins | (?:gi|cr|ag)_frame )\b
    | (?<!\.)\b(?: (?:exec|eval|compile)\b(?!\s+(?!if|or|and|else|for|in|is)[a-z]) | type\s*\( )
    | \bfrom\s+torch[\w.]*\s+import\s[^\n]*\b_(?!_) | \btorch(?:\.\w+)*\._(?!_|foreach_)\w
    """,
    re.VERBOSE,
)
IMPORTED = re.compile(r"^[ \t]*(?:from[ \t]+[\w.]+[ \t]+)?import[ \t]+(.*(?:\([^)]*\))?)", re.MULTILINE)
ALIAS = re.compile(r"^[ \t]*(\w+)[ \t]*=[ \t]*[A-Za-z_][\w.]*[ \t]*$", re.MULTILINE)
ASSIGNED = re.compile(  # attributes of another object than `self`
    r"^[ \t]*(?:del[ \t]+)?(?!self\b)(\w+)(?:\.\w+)*\.(\w+)[ \t]*(?:[-+*/@]?=(?!=)|$|,|:)", re.MULTILINE
)
WORD = re.compile(r"\w+")


class CodeReading:
    """The code of a submission's file and of those of its files that it names; read at most once."""

    def __init__(self, zygote: Zygote, limits: Limits, material: Material) -> None:
        self._zygote = zygote
        self._limits = limits
        self.files = material.named

    @cached_property
    def may_hide_words(self) -> bool:
        """Whether there may be words that the bytes of the files do not show."""
        return any(may_hide_words(source, text) for source, text in zip(self.files.values(), self.texts, strict=True))

    @cached_property
    def texts(self) -> list[str]:
        """The code of each file, without comments; any string may be run as code."""
        return [code_text(source, lambda text: True) for source in self.files.values()]  # noqa: ARG005 - as said

    @property
    def words(self) -> frozenset[str]:
        """Words, dotted paths and short strings."""
        return self._read.words

    @cached_property
    def reflection(self) -> tuple[tuple[str, int, str], ...]:
        """File, line and description of what reaches into the library or into Python itself."""
        return self._read.reflection if self.may_hide_words or any(map(_may_reflect, self.texts)) else ()

    @cached_property
    def _read(self) -> Reading:
        return read_code(self._zygote, self._limits, self.files)


def _may_reflect(text: str) -> bool:
    if REFLECTION.search(text):
        return True
    assigned = ASSIGNED.findall(text)
    if not assigned:
        return False
    imported = set(WORD.findall(" ".join(IMPORTED.findall(text)))) | set(ALIAS.findall(text))
    return any(root in imported or last.startswith("__") for root, last in assigned)
