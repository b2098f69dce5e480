"""The program `autograder`: finds commands, shows help, and turns user errors into one sentence and an exit status."""

import importlib
import os
from collections.abc import Sequence
from difflib import get_close_matches
from keyword import iskeyword
from typing import Any

import click
from click.shell_completion import CompletionItem, get_completion_class, shell_complete

from autograder import __version__
from autograder.cli.common import command, complain, course_option
from autograder.course.find import VARIABLE
from autograder.errors import AutograderError

PROGRAM = "autograder"
COMPLETE = "_AUTOGRADER_COMPLETE"  # set by the shell when it asks for completions
SECTIONS = {
    "Grade": {
        "intake": "show what would be graded, and what is refused and why",
        "grade": "grade a class",
        "check": "grade one student's part and print why each check failed",
        "explain": "name the line of a mistake, with the smallest edit after which all checks pass",
        "regrade": "show whose score would change after a change of checks or points",
        "review": "make pages with the code beside each failure, for the instructor",
        "adjust": "correct a score by hand, with a reason",
        "remove": "take a student's results out of the folder of a course",
        "similar": "list submissions with equal or similar code, for a person to review",
        "export": "write grades for Canvas, Moodle, nbgrader, Gradescope or as CSV",
        "feedback": "pack students' pages for the upload to Canvas or Moodle",
    },
    "Hand out": {
        "handout": "write the students' folder, zip or template repository",
        "nbgrader": "make a course folder for nbgrader",
        "gradescope": "make the zip of an autograder for Gradescope",
    },
    "Write a course": {
        "new": "make a course, a part or an exercise that passes everything",
        "import": "make a course of pytest files, or of a notebook for nbgrader or otter",
        "sync": "make stubs, texts, notebooks and tables from solutions/",
        "author": "verify an exercise at every save",
        "verify": "check everything about the exercises that have changed",
        "audit": "run wrong and right programs against the checks",
    },
    "Set up": {
        "approve": "allow a course that is found in a folder to run",
        "docs": "print the documents",
        "doctor": "check which isolation levels work on this machine",
        "completion": "print the completion script of a shell",
    },
}
COMMANDS = {name: text for section in SECTIONS.values() for name, text in section.items()}
MODULES = {  # of commands that are not in a module of their own name
    "import": "importing",
    "regrade": "grade",
    "similar": "intake",
    "nbgrader": "platforms",
    "gradescope": "platforms",
    "sync": "authoring",
    "audit": "authoring",
}


class LazyGroup(click.Group):
    """Commands in sections; a command's module is imported when the command is run."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """The names, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; None if there is none of this name."""
        if cmd_name in self.commands or cmd_name not in COMMANDS:
            return super().get_command(ctx, cmd_name)
        module = importlib.import_module(f"autograder.cli.{MODULES.get(cmd_name, cmd_name)}")
        imported: click.Command = getattr(module, f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name)
        return imported

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; suggest a similar name for one that does not exist."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            similar = get_close_matches(args[0], COMMANDS, n=2)
            hint = f"; did you mean {' or '.join(similar)}?" if similar else f"; {PROGRAM} --help lists the commands"
            raise click.UsageError(f"there is no command {args[0]!r}{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - the same
        """Write each section, without importing a command."""
        width = max(map(len, COMMANDS))
        for title, rows in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), text) for name, text in rows.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete a command's name without importing it."""
        names = [CompletionItem(name, help=text) for name, text in COMMANDS.items() if name.startswith(incomplete)]
        return names + click.Command.shell_complete(self, ctx, incomplete)


@click.group(
    cls=LazyGroup,
    name=PROGRAM,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
    epilog=f"{PROGRAM} COMMAND --help explains a command, with examples.",
)
@course_option
@click.version_option(__version__, "--version", prog_name=PROGRAM, message="%(prog)s %(version)s")
def autograder() -> None:
    """Grade the exercises of a course in a sandbox.

    A course is a folder with a course.toml. It is the one named by --course, else by the variable AUTOGRADER_COURSE,
    else the nearest one from the current folder upward.
    """


@command(
    arguments={"SHELL": "bash, zsh or fish"},
    examples=[
        'eval "$(autograder completion bash)"',
        "autograder completion fish > ~/.config/fish/completions/autograder.fish",
    ],
    uses_course=False,
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> int:
    """Print a script that makes a shell complete commands and options."""
    completion_class = get_completion_class(shell)
    assert completion_class is not None, "click supports these shells"
    click.echo(completion_class(autograder, {}, PROGRAM, COMPLETE).source())
    return 0


autograder.add_command(completion)


def run_command(arguments: Sequence[str]) -> int:
    """Run one command line.

    Returns:
        The exit status: 0 done, 1 something was found, 2 bad arguments, 3 something was left out, 130 interrupted.
    """
    course_before = os.environ.get(VARIABLE)
    try:
        if instruction := os.environ.get(COMPLETE):
            return shell_complete(autograder, {}, PROGRAM, COMPLETE, instruction)
        with autograder.make_context(PROGRAM, list(arguments), obj=tuple(arguments)) as context:
            return int(autograder.invoke(context) or 0)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return error.exit_code
    except click.ClickException as error:
        complain(_sentence(error))
        return error.exit_code
    except AutograderError as error:
        for sentence in str(error).splitlines():
            complain(sentence)
        return error.exit_status
    finally:  # `--course` sets it for this command and all processes that it starts
        os.environ.pop(VARIABLE, None)
        if course_before is not None:
            os.environ[VARIABLE] = course_before


def _sentence(error: click.ClickException) -> str:
    """Return what is wrong with the arguments, in one line that begins with a small letter and names the help."""
    context: Any = getattr(error, "ctx", None)
    path = context.command_path if context else PROGRAM
    if isinstance(error, click.NoSuchOption):
        hint = f"; did you mean {' or '.join(sorted(error.possibilities))}?" if error.possibilities else ""
        text = f"there is no option {error.option_name}{hint}"
    else:
        text = " ".join(error.format_message().split()).rstrip(".")
        text = text[:1].lower() + text[1:]
    return text if context is None or context.parent is None else f"{text} ({path} --help)"
