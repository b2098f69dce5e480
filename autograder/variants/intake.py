"""Submissions with the sizes of those who handed them in: sizes travel with a submission, the secret stays here."""

from dataclasses import replace
from pathlib import Path

from autograder.course import Course
from autograder.intake.submission import Intake
from autograder.sandbox.host.isolation import Level
from autograder.variants.draw import sizes_of
from autograder.variants.secret import SecretError, read_secret


def with_sizes(intake: Intake, course: Course, secret_file: Path | None, level: Level) -> Intake:
    """Everybody's sizes beside what they handed in; without a secret, nobody has any.

    Raises:
        SecretError: the secret cannot be read, is none, or could be read by students' code too.
    """
    if secret_file is None:
        return intake
    if level is Level.SECCOMP:
        raise SecretError(f"{secret_file}: students' code could read it at the level {level}; leave out --variants")
    secret = read_secret(secret_file)
    asked = (
        replace(item, sizes=sizes_of(secret, item.student, course.assignment(item.assignment)))
        for item in intake.submissions
    )
    return replace(intake, submissions=tuple(asked))
