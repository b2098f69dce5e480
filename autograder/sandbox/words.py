"""What the code of a submission says, from a worker that reads it and never runs anything of it."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.course import Limits
from autograder.sandbox.worker import Worker, WorkerLostError
from autograder.sandbox.zygote import Zygote

WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Reading:
    """The words of files, and their reflection: file, line and description."""

    words: frozenset[str]
    reflection: tuple[tuple[str, int, str], ...]


def read_code(zygote: Zygote, limits: Limits, files: dict[str, bytes]) -> Reading:
    """Read files.

    Of a file that is too long or too odd for that, all words count, those of comments too.
    """
    answers = _answers(zygote, limits, files)
    words: set[str] = set()
    reflection: list[tuple[str, int, str]] = []
    for file, source in files.items():
        answer = answers.get(file, {"words": None, "reflection": [(0, "code that cannot be read")]})
        words |= set(WORD.findall(source.decode("utf-8", "replace")) if answer["words"] is None else answer["words"])
        reflection += [(file, int(line), str(what)) for line, what in answer["reflection"]]
    return Reading(frozenset(words), tuple(reflection))


def _answers(zygote: Zygote, limits: Limits, files: dict[str, bytes]) -> dict[str, Any]:
    worker = Worker(zygote, limits.answer_mb << 20)
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
