"""A page in a file to what Chromium makes of it; where there is none, tests that ask for it are skipped."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SECONDS = 120
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars", "--disable-dev-shm-usage",
)  # fmt: skip


class Browser:
    """Chromium without a window; every page begins with an empty profile."""

    def __init__(self, program: str, folder: Path) -> None:
        self.program = program
        self.folder = folder

    def document(self, page: Path, fragment: str = "") -> str:
        """The document after its scripts have run."""
        return self._run("--dump-dom", f"{page.resolve().as_uri()}{fragment}")

    def picture(self, page: Path, to: Path, width: int, height: int) -> Path:
        """A picture of what a window of this size shows, in CSS pixels."""
        self._run(f"--screenshot={to}", f"--window-size={width},{height}", page.resolve().as_uri())
        return to

    def evaluated(self, page: Path, script: str, width: int = 390) -> str:
        """What a script makes of the page in a window of this width, as text; the page itself may forbid scripts.

        The page stands in a frame of a page of ours, whose script reads `page` (its document).
        """
        frame = self.folder / "frame.html"
        frame.write_text(
            f"""<!DOCTYPE html><meta charset="utf-8"><body style="margin:0">
<iframe src="{page.resolve().as_uri()}" style="border:0;width:{width}px;height:844px"></iframe><pre></pre>
<script>
onload = () => {{
  const page = document.querySelector("iframe").contentDocument;
  document.querySelector("pre").textContent = "<<" + (() => {{ {script} }})() + ">>";
}};
</script>""",
            encoding="utf-8",
        )
        shown = self._run("--allow-file-access-from-files", "--dump-dom", frame.as_uri())
        return shown.partition("<pre>&lt;&lt;")[2].partition("&gt;&gt;</pre>")[0]

    def _run(self, *arguments: str) -> str:
        profile = f"--user-data-dir={self.folder / 'profile'}"
        done = subprocess.run(
            [self.program, *QUIET, profile, *arguments], capture_output=True, text=True, timeout=SECONDS, check=True
        )
        return done.stdout


def found() -> str | None:
    """The Chromium of this machine: as GULLIVER_CHROMIUM says, else the first of the usual names."""
    named = os.environ.get("GULLIVER_CHROMIUM")
    return named or next((path for path in map(shutil.which, NAMES) if path), None)


@pytest.fixture
def browser(tmp_path: Path) -> Browser:
    """Chromium, or the test is skipped."""
    program = found()
    if program is None:
        pytest.skip(f"no Chromium here: none of {', '.join(NAMES)}, and GULLIVER_CHROMIUM names none")
    folder = tmp_path / "browser"
    folder.mkdir()
    return Browser(program, folder)
