"""Pictures for the documents, from real runs: `python docs/make_pictures.py` (needs chromium).

Grades the sample class, opens the pages in a headless browser, and runs the public tests on a half-solved stub.
"""

import html
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs/pictures"
HEADLESS = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars")
TERMINAL = """<body style="margin:0;background:#16181b;color:#e8eaed"><pre style="margin:0;padding:16px;
font:14px/1.35 ui-monospace,monospace">{}</pre></body>"""


def shoot(page: Path, name: str, width: int, height: int) -> None:
    """Write a screenshot of a page."""
    browser = shutil.which("chromium")
    if browser is None:
        raise SystemExit("chromium is not installed; pictures are left as they are")
    command = [browser, *HEADLESS, f"--window-size={width},{height}"]
    subprocess.run([*command, f"--screenshot={PICTURES / name}", page.as_uri()], check=True, capture_output=True)


def terminal(command: list[object], folder: Path, name: str, lines: slice, height: int) -> None:
    """Run a command at 80 columns and picture some lines of what it prints."""
    environment = os.environ | {"COLUMNS": "80", "OMP_NUM_THREADS": "1"}
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    page = folder / f"{name}.html"
    page.write_text(TERMINAL.format(html.escape("\n".join(done.stdout.splitlines()[lines]))), encoding="utf-8")
    shoot(page, name, 740, height)


def main() -> None:
    """Make all pictures."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        grade = [sys.executable, "-m", "autograder", "grade", ROOT / "examples/class", "--out", folder / "out"]
        subprocess.run([*map(str, grade)], cwd=ROOT, check=True, capture_output=True)
        shoot(folder / "out/eli/02_causal/feedback.html", "feedback.png", 820, 1250)
        shoot(folder / "out/class.html", "class.png", 1000, 1250)
        shutil.copytree(ROOT / "assignments", folder / "assignments")
        shutil.copy(ROOT / "pyproject.toml", folder)
        shutil.copy(ROOT / "examples/class/eli/02_causal/causal.py", folder / "assignments/02_causal")
        tests = [sys.executable, "-m", "pytest", "assignments/02_causal/test_causal.py", "-k", "masked_softmax", "-x"]
        terminal(tests, folder, "terminal.png", slice(8, None), 620)


if __name__ == "__main__":
    main()
