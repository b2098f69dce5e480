"""The identifiers in the code of a submission, from a worker that parses it and never runs any of it."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.course import Limits
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.worker import WorkerLostError, WorkerProcess

WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class CodeScan:
    """What was found in files.

    Attributes:
        words: identifiers, and strings that may be one.
        reflection: file, line and description of code that reaches into the library or into Python itself.
    """

    words: frozenset[str]
    reflection: tuple[tuple[str, int, str], ...]


def scan_code(fork_server: ForkServer, limits: Limits, files: dict[str, bytes]) -> CodeScan:
    """Scan files.

    For a file that is too long or too odd to be parsed, all words count, including those of comments.
    """
    answers = _answers(fork_server, limits, files)
    words: set[str] = set()
    reflection: list[tuple[str, int, str]] = []
    for file, source in files.items():
        answer = answers.get(file, {"words": None, "reflection": [(0, "code that cannot be read")]})
        words |= set(WORD.findall(source.decode("utf-8", "replace")) if answer["words"] is None else answer["words"])
        reflection += [(file, int(line), str(what)) for line, what in answer["reflection"]]
    return CodeScan(frozenset(words), tuple(reflection))


def _answers(fork_server: ForkServer, limits: Limits, files: dict[str, bytes]) -> dict[str, Any]:
    worker = WorkerProcess(fork_server, limits.answer_mb << 20)
    try:
        allowance = worker.allow(limits.seconds_per_request)
        worker.send({"read": files, "modules": sorted({Path(file).stem for file in files})}, 1, allowance)
        answers: dict[str, Any] = worker.receive(allowance).get("read") or {}
    except WorkerLostError:
        return {}
    else:
        return answers
    finally:
        worker.finish()
