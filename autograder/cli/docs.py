"""`autograder docs`: the documents, as the wheel has them."""

from pathlib import Path

import click

from autograder.cli.common import BAD_ARGUMENTS, DONE, command
from autograder.errors import AutograderError

FOLDER = Path(__file__).parents[1] / "documents"


@command(
    arguments={"PAGE": "the name of a page, such as first_course"},
    statuses={DONE: "printed", BAD_ARGUMENTS: "there is no such page"},
    examples=["autograder docs", "autograder docs first_course", "autograder docs checks_reference | less"],
    uses_course=False,
)
@click.argument("page", default="")
def docs(*, page: str) -> int:
    """Print a page of the documents; without PAGE, list all."""
    pages = {path.stem: path for path in sorted(FOLDER.glob("*/*.md"))}
    if not pages:
        raise AutograderError(f"{FOLDER}: has no documents; they are in the folder docs of the source")
    if not page:
        width = max(map(len, pages))
        for name, path in pages.items():
            click.echo(f"{path.parent.name:<12} {name:<{width}}  {_title(path)}")
        return DONE
    name = page.removesuffix(".md").rpartition("/")[2]
    if name not in pages:
        raise AutograderError(f"there is no page {page!r}; `autograder docs` lists all")
    click.echo(pages[name].read_text(encoding="utf-8").rstrip("\n"))
    return DONE


def _title(path: Path) -> str:
    return path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
