"""How tests look at pages: in the system's Chromium, writing down whatever should not happen."""

import importlib.util
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def why_no_browser() -> str | None:
    """What is missing, or None when pages can be opened."""
    if CHROMIUM is None:
        return "no chromium on this machine"
    missing = [name for name in ("playwright", "axe_playwright_python") if importlib.util.find_spec(name) is None]
    return f"not installed: {', '.join(missing)} (the extra `dev`)" if missing else None


@dataclass
class Visit:
    """A page that is open, and everything bad that happened on it."""

    page: Any
    incidents: list[str] = field(default_factory=list)

    def unfold(self) -> None:
        """Show everything."""
        self.page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")

    def violations(self) -> str:
        """What axe-core objects to, under all of its rules; empty when it does not."""
        from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415 - optional

        found = Axe().run(self.page)
        return found.generate_report() if found.violations_count else ""

    def overflow(self) -> int:
        """By how many pixels the page is wider than the window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - innerWidth"))

    def texts(self, selector: str) -> list[str]:
        """The text of all elements that are there and shown."""
        return [item.inner_text() for item in self.page.locator(selector).all() if item.is_visible()]


def open_page(browser: Any, path: Path, **options: Any) -> Visit:
    """Open a file; console errors, dialogs, errors of scripts and requests to anywhere else are incidents."""
    page = browser.new_page(**options)
    visit = Visit(page)
    page.on("console", lambda message: visit.incidents.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: visit.incidents.append(f"script: {error}"))
    page.on("request", lambda request: visit.incidents.append(request.url) if request.url != path.as_uri() else None)
    page.on("dialog", lambda dialog: (visit.incidents.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    page.goto(path.as_uri())
    return visit
