"""The secret from which students' sizes are drawn: a file that the instructor keeps outside the course."""

import os
import secrets
from dataclasses import replace
from pathlib import Path

from autograder.course import Course
from autograder.course.find import course_folder
from autograder.errors import AutograderError
from autograder.intake.submission import Intake
from autograder.sandbox.host.isolation import Level
from autograder.variants.sizes import assignment_sizes

MIN_BYTES = 32  # too many to guess, and more than somebody would type by hand


class SecretError(AutograderError):
    """The secret cannot be used; the message is one sentence that names the file."""


def create_secret(path: Path) -> None:
    """Write a new secret that only its owner can read.

    Raises:
        SecretError: the file exists already, is in the folder of the course, or cannot be written.
    """
    _refuse_in_course(path)
    try:
        _write_new(path, f"{secrets.token_hex(MIN_BYTES)}\n".encode())
    except FileExistsError as error:
        raise SecretError(f"{path}: exists already; leave out --new-secret to use it") from error
    except OSError as error:
        raise SecretError(f"{path}: cannot be written ({error.strerror})") from error


def read_secret(path: Path) -> bytes:
    """Read the secret, without the line ending that an editor may have added.

    Raises:
        SecretError: the file does not exist, cannot be read, is too short, or can be read by others too.
    """
    _refuse_in_course(path)
    try:
        secret = path.read_bytes().strip()
        others = path.stat().st_mode & 0o077
    except FileNotFoundError as error:
        raise SecretError(f"{path}: does not exist; `autograder handout` creates it with --new-secret") from error
    except OSError as error:
        raise SecretError(f"{path}: cannot be read ({error.strerror})") from error
    if len(secret) < MIN_BYTES:
        raise SecretError(f"{path}: has {len(secret)} bytes, expected at least {MIN_BYTES}; --new-secret creates one")
    if others:
        raise SecretError(f"{path}: others can read it or write to it; `chmod 600 {path}`")
    return secret


def with_student_sizes(intake: Intake, course: Course, secret_file: Path | None, level: Level) -> Intake:
    """Add its student's sizes to each submission, so that no worker needs the secret; without a secret, change nothing.

    Raises:
        SecretError: the secret cannot be used, or students' code could read it at this isolation level.
    """
    if secret_file is None:
        return intake
    if level is Level.SECCOMP:
        raise SecretError(f"{secret_file}: students' code could read it at the level {level}; leave out --variants")
    secret = read_secret(secret_file)
    submissions = (
        replace(item, sizes=assignment_sizes(secret, item.student, course.assignment(item.assignment)))
        for item in intake.submissions
    )
    return replace(intake, submissions=tuple(submissions))


def _write_new(path: Path, data: bytes) -> None:
    """Write a new file completely or not at all.

    Raises:
        FileExistsError: the file exists already.
    """
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
    except OSError:
        path.unlink()
        raise


def _refuse_in_course(path: Path) -> None:
    if course_folder() in path.resolve().parents:
        raise SecretError(f"{path}: is in the folder of the course; keep the secret outside it")
