"""Runs what a part builds: `python -m assignments.show 03`; without a part, lists what there is to see."""

import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
USAGE = """\
usage: python -m assignments.show [PART [--seed N] [--seconds N]], for example: python -m assignments.show 03
       python -m assignments.show PART guess     asks the question *Guess first* of a part, and draws the answer"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a payoff; return its exit status, or 2 if there is none for this part or torch is missing."""
    part, *rest = [*(sys.argv[1:] if arguments is None else arguments)] or [""]
    sys.path[:0] = [str(HERE.parent)]
    from assignments._support import payoffs  # noqa: PLC0415 - found only now

    if part in ("-h", "--help", ""):
        print("\n".join([USAGE, "", *payoffs.listing(HERE)]))  # noqa: T201 - what the command says
        return 0
    folder = payoffs.folder_of(part, HERE, guess=rest == [payoffs.GUESS])
    if folder is None:
        return _refuse(f"there is nothing to see for {part!r}; `python -m assignments.show` lists what there is")
    if importlib.util.find_spec("torch") is None:
        return _refuse(f"this Python lacks torch: run `{sys.executable} -m pip install torch`")
    return payoffs.run(folder, rest)


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)  # noqa: T201 - the same
    return 2


if __name__ == "__main__":
    sys.exit(main())
