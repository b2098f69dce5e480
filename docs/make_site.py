"""The documents as a site with search: `python docs/make_site.py`, or `make site` (needs the extra `site`).

Collects the pages of the repository and what they link to into `build/site_pages`, each at its own path, so that every
link works in both places, and builds `build/site` from them. A link that leads nowhere ends it with an error. The site
loads nothing from elsewhere: open `build/site/index.html` from the disk, or serve the folder.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from autograder.cli.app import autograder

ROOT = Path(__file__).parents[1]
PAGES = ("*.md", "docs/**/*.md", "tests/README.md", "benchmarks/README.md", "assignments/*/README.md")
ASSETS = ("docs/site/*",)
PAGES_IN = "site_pages"
COMMANDS = "docs/reference/commands.md"  # a page of the site alone, because `--help` says the same
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
FENCE_OF_WALKS = re.compile(r"^```sh fails$", re.MULTILINE)  # a mark for tests, which no renderer knows
FIRST_COMMENT = re.compile(r"\A<!--.*?-->\s*")  # a page has the title of its heading only if nothing is above it


def linked_files(page: Path) -> Iterator[Path]:
    """Yield the files of the repository that a page links to, other pages left out."""
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        path = Path(os.path.normpath(page.parent / link))
        if "://" not in link and path.suffix != ".md" and path.is_file() and path.is_relative_to(ROOT):
            yield path


def collect(into: Path) -> None:
    """Copy all pages, and what they link to, into an empty folder."""
    shutil.rmtree(into, ignore_errors=True)
    commands = into / COMMANDS
    commands.parent.mkdir(parents=True)
    commands.write_text("\n".join(["# Commands\n", *command_help(autograder, "autograder")]), encoding="utf-8")
    pages = {path for pattern in PAGES for path in ROOT.glob(pattern)}
    others = {path for pattern in ASSETS for path in ROOT.glob(pattern)}
    for path in pages | others | {file for page in pages for file in linked_files(page)}:
        place = into / path.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
        if path in pages:
            text = FIRST_COMMENT.sub("", path.read_text(encoding="utf-8"))
            place.write_text(FENCE_OF_WALKS.sub("```sh", text), encoding="utf-8")


def command_help(command: click.Command, name: str, parent: click.Context | None = None) -> Iterator[str]:
    """Yield a section with the help of a command, and those of its own commands."""
    context = click.Context(command, parent, name, terminal_width=80, **command.context_settings)
    yield f"## {context.command_path}\n\n```text\n{command.get_help(context)}\n```\n"
    if isinstance(command, click.Group):
        for own in command.list_commands(context):
            if found := command.get_command(context, own):
                yield from command_help(found, own, context)


def build(out: Path) -> int:
    """Build `out/site` from the pages in `out/site_pages`; return the exit status, which is not 0 after any warning."""
    config = out / "mkdocs.yml"
    config.write_text(f"INHERIT: {ROOT / 'mkdocs.yml'}\ndocs_dir: {out / PAGES_IN}\nsite_dir: {out / 'site'}\n")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", str(config)]
    return subprocess.run(command, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, check=False).returncode


def main() -> None:
    """Build the site."""
    out = ROOT / "build"
    collect(out / PAGES_IN)
    if status := build(out):
        raise SystemExit(status)
    print(f"open {out / 'site/index.html'}")


if __name__ == "__main__":
    main()
