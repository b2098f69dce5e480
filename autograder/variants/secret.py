"""The file that holds the secret of a course: made once, kept by the instructor, outside of the repository."""

import os
import secrets
from pathlib import Path

from autograder.course.find import course_folder
from autograder.errors import AutograderError

LEAST = 32  # bytes: nobody guesses so many, and no name or word that somebody types is as long


class SecretError(AutograderError):
    """The secret cannot be had; one sentence that names the file."""


def new_secret(path: Path) -> None:
    """Write a new secret that only its owner can read.

    Raises:
        SecretError: the file is there already, lies in the repository, or cannot be written.
    """
    _refuse_in_repository(path)
    try:
        _write_new(path, f"{secrets.token_hex(LEAST)}\n".encode())
    except FileExistsError as error:
        raise SecretError(f"{path}: exists already; leave out --new-secret to use it") from error
    except OSError as error:
        raise SecretError(f"{path}: cannot be written ({error.strerror})") from error


def read_secret(path: Path) -> bytes:
    """The secret, without the line end that an editor may have left behind it.

    Raises:
        SecretError: it is not there, cannot be read, is too short, or others can read it too.
    """
    _refuse_in_repository(path)
    try:
        secret = path.read_bytes().strip()
        others = path.stat().st_mode & 0o077
    except FileNotFoundError as error:
        raise SecretError(f"{path}: is not there; `autograder handout` makes one with --new-secret") from error
    except OSError as error:
        raise SecretError(f"{path}: cannot be read ({error.strerror})") from error
    if len(secret) < LEAST:
        raise SecretError(f"{path}: holds {len(secret)} bytes, expected at least {LEAST}; --new-secret makes one")
    if others:
        raise SecretError(f"{path}: others can read it or write to it; `chmod 600 {path}`")
    return secret


def _write_new(path: Path, data: bytes) -> None:
    """A whole file or none; one that is there already is left alone."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
    except OSError:
        path.unlink()
        raise


def _refuse_in_repository(path: Path) -> None:
    if course_folder() in path.resolve().parents:
        raise SecretError(f"{path}: lies in the folder of the course; keep the secret outside of it")
