"""Runs the public tests again after every save: `python -m assignments.watch 02_causal`."""

import argparse
import importlib.util
import os
import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

HERE = Path(__file__).resolve().parent
NEEDED = ("torch", "pytest")
# `_support/summary.py` has it too, but imports torch, which is slow.
MARK = re.compile(r"""^@pytest\.mark\.exercise\(["'](\w+)["']\)""", re.MULTILINE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Watch until Ctrl-C; return 0, or exit with 2 if a part does not exist or a library is missing."""
    parser = argparse.ArgumentParser(prog="python -m assignments.watch", description="Run the tests after every save.")
    text = "such as 02, or an exercise in it; may be left out in its folder"
    parser.add_argument("part", nargs="*", default=[Path.cwd().name], help=text)
    parser.add_argument("--hints", type=int, choices=(1, 2, 3), default=1, help="how much a failed test tells")
    options = parser.parse_args(arguments)
    parts = names_of_parts()
    wanted = [Path(part).name for part in options.part]
    unknown = [name for name in wanted if name not in parts]
    if unknown:
        folders = list(dict.fromkeys(parts.values()))
        close = get_close_matches(unknown[0], parts, n=1)
        meant = f"did you mean {close[0]}?" if close else f"choose from {', '.join(folders)}"
        parser.error(f"there is no part and no exercise called {unknown[0]}; {meant}")
    if missing := [name for name in NEEDED if importlib.util.find_spec(name) is None]:
        parser.error(
            f"this Python lacks {' and '.join(missing)}: run `{sys.executable} -m pip install {' '.join(missing)}`"
        )
    return _watch(list(dict.fromkeys(parts[name] for name in wanted)), options.hints)


def names_of_parts() -> dict[str, str]:
    """Return the folder of every part by its name, its number with and without zeros, and its exercises."""
    parts: dict[str, str] = {}
    for test in sorted(HERE.glob("[0-9]*/test_*.py")):
        folder, number = test.parent.name, test.parent.name.split("_")[0]
        exercises = MARK.findall(test.read_text(encoding="utf-8"))
        parts |= dict.fromkeys([folder, number, number.lstrip("0") or "0", *exercises], folder)
    return parts


def _watch(folders: Sequence[str], hints: int) -> int:
    print(f"getting ready to watch {' '.join(folders)} ...", flush=True)  # noqa: T201 - imports take two seconds
    sys.path[:0] = [str(HERE.parent)]
    from assignments._support.drawing import Canvas, shows_shades  # noqa: PLC0415 - imports torch, which is slow
    from assignments._support.hints import View  # noqa: PLC0415
    from assignments._support.runs import Job  # noqa: PLC0415
    from assignments._support.watching import watch  # noqa: PLC0415

    screen = sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and has_codes()
    canvas = Canvas(colour=screen and not os.environ.get("NO_COLOR"), shades=shows_shades(sys.stdout))
    try:
        watch(Job(tuple(folders), View(canvas, hints), clear=screen), [HERE / folder for folder in folders])
    except KeyboardInterrupt:
        print()  # noqa: T201 - after the ^C
    return 0


def has_codes() -> bool:
    """Whether the terminal understands colours; on Windows, only the newer one and that of VS Code do."""
    return sys.platform != "win32" or "WT_SESSION" in os.environ or os.environ.get("TERM_PROGRAM") == "vscode"


if __name__ == "__main__":
    sys.exit(main())
