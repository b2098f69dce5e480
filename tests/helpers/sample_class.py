"""The sample class of the repository, and its expected results."""

import re
from pathlib import Path

from tests.helpers.paths import ROOT

CLASS, EXPECTED = ROOT / "examples/class", ROOT / "examples/expected"
NAMES = ("result.json", "feedback.md")
FINGERPRINT = re.compile(r'"checks": "[0-9a-f]{64}"')


def files_of(folder: Path) -> dict[str, str]:
    """Every result and feedback; the fingerprint of the checks is left out, since new code may give equal verdicts."""
    found = {str(p.relative_to(folder)): p.read_text(encoding="utf-8") for n in NAMES for p in sorted(folder.rglob(n))}
    return {name: FINGERPRINT.sub('"checks": "…"', text) for name, text in found.items()}
