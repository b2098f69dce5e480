"""Payoffs: programs, one for a part, that put to use what the student built there. They are never graded.

A payoff is `payoff.py` in the folder of a part, with a function `main(arguments)`; the first line of its docstring says
what there is to see. Imports torch only when one is run.
"""

import argparse
import ast
import importlib.util
import sys
import textwrap
import time
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType

from .loading import PAYOFF

WIDTH = 80
GUESS = "guess"  # after the part: asks the question of its text in place of running its payoff
STOPPED = 130  # the exit status after Ctrl-C


def listing(assignments: Path) -> list[str]:
    """Return a line for each payoff: its part, and the first line of its docstring."""
    found = [(path.parent.name, _summary(path)) for path in sorted(assignments.glob(f"[0-9]*/{PAYOFF}"))]
    width = max((len(name) for name, _ in found), default=0)
    lines = [line for name, text in found for line in _hanging(f"{name:<{width}}  ", text)]
    return lines or ["no part has anything to see yet"]


def _summary(path: Path) -> str:
    return (ast.get_docstring(ast.parse(path.read_bytes())) or "").split("\n", maxsplit=1)[0]


def _hanging(start: str, text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=start, subsequent_indent=" " * len(start))


def folder_of(part: str, assignments: Path, *, guess: bool = False) -> Path | None:
    """Return the folder of a part with a payoff, or a guess: `03`, `03_multihead` and a path to it mean the same."""
    name = Path(part).name
    folders = [path.parent for path in assignments.glob("[0-9]*/[0-9]*.ipynb" if guess else f"[0-9]*/{PAYOFF}")]
    return next((folder for folder in folders if name in (folder.name, folder.name.split("_")[0])), None)


def options(arguments: Sequence[str], seconds: float) -> argparse.Namespace:
    """Read what most payoffs can be told: `--seed`, and `--seconds` of processor time for the learning."""
    parser = argparse.ArgumentParser(prog="python -m assignments.show PART")
    parser.add_argument("--seed", type=int, default=0, help="of the random numbers (default: %(default)s)")
    text = "of processor time for the learning (default: %(default)g)"
    parser.add_argument("--seconds", type=float, default=seconds, help=text)
    return parser.parse_args(arguments)


def rounds(seconds: float, steps: int) -> Iterator[tuple[int, float]]:
    """Yield `(step, seconds used)` before each step and once after the last: `steps` of them, or fewer.

    Seconds are those of the processor in this process, so that a busy machine ends no learning early.
    """
    start = time.process_time()
    for step in range(steps + 1):
        used = time.process_time() - start
        yield step, used
        if used > seconds:
            return


def advice(step: int, steps: int, seconds: float) -> str:
    """Say what to do where nothing was learned: the time was short, or one of the student's exercises is wrong."""
    from . import whose  # noqa: PLC0415 - imports torch

    if step < steps:
        more = f"The time was over after {step} of {steps} steps: `--seconds {2 * seconds:g}` gives it more."
        return f"{more} {whose.in_use()}"
    return f"One that works learns it. {whose.suspects()}"


def doubt() -> str:
    """Say what to do where it was learned, but the picture is not the one that the words speak of."""
    from . import whose  # noqa: PLC0415 - imports torch

    return f"It has learned, and yet the picture is another than with exercises that work. {whose.suspects()}"


def run(folder: Path, arguments: Sequence[str]) -> int:
    """Run the payoff of a part in one thread; what is wrong in the student's code is said in a sentence."""
    with warnings.catch_warnings():  # of torch: while it is imported, and about numbers that are taken from tensors
        warnings.simplefilter("ignore")
        return _run(folder, arguments)


def _run(folder: Path, arguments: Sequence[str]) -> int:
    import torch  # noqa: PLC0415 - slow

    from . import guessing, whose  # noqa: PLC0415 - import torch

    torch.set_num_threads(1)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a sign that the terminal does not have is no reason to stop
    whose.forget()
    try:
        if [*arguments] == [GUESS]:
            guessing.ask(folder)
        else:
            _load(folder / PAYOFF).main([*arguments])
    except KeyboardInterrupt:
        print("\nstopped")  # noqa: T201 - what the command says
        return STOPPED
    except BrokenPipeError:  # the reader of what is printed has had enough
        sys.stdout = None  # nothing is flushed at the end
        return 1
    except Exception as error:
        sentence = whose.blame(error)
        if sentence is None:  # nothing of the student's had a part in it
            raise
        print(*textwrap.wrap(sentence, WIDTH), sep="\n")  # noqa: T201 - the same
        return 1
    return 0


def _load(path: Path) -> ModuleType:
    name = f"_payoff_{path.parent.name}"
    sys.path[:0] = [str(path.parent)]  # a payoff may be several files
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} cannot be imported")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
