"""The words of a submission's code, for rules that what runs cannot prove alone."""

import re

from autograder.course import Limits
from autograder.sandbox.worker import Worker, WorkerLostError
from autograder.sandbox.zygote import Zygote

WORD = re.compile(r"\w+")


def words_of_code(zygote: Zygote, limits: Limits, files: dict[str, bytes]) -> set[str]:
    """The words of files, from a worker that reads them and never runs anything of them.

    Of a file that is too long or too odd for that, all words count, those of comments too.
    """
    told = _told(zygote, limits, files)
    odd = [source for file, source in files.items() if told.get(file) is None]
    everything = [WORD.findall(source.decode("utf-8", "replace")) for source in odd]
    return {word for words in (*told.values(), *everything) for word in words or ()}


def _told(zygote: Zygote, limits: Limits, files: dict[str, bytes]) -> dict[str, list[str] | None]:
    worker = Worker(zygote, limits.answer_mb << 20)
    try:
        worker.send({"read": files}, 1, limits.seconds_per_request)
        return worker.receive(limits.seconds_per_request).get("words") or {}
    except WorkerLostError:
        return {}
    finally:
        worker.finish()
