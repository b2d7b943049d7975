#!/usr/bin/env python3
"""Make README's pictures: a Ready Room of its own is started, filled with the demo, and photographed by Chromium.

Environment: PORT (8799). What is in the pictures is the same each time, but for today's date.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from urllib.parse import urljoin

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from run import ROOT, STOP_SECONDS, health

PICTURES = ROOT / "docs" / "pictures"
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars")
COLOURS = 256
"""Of a picture's palette: our pages have few, and a file has a third of the bytes then."""
DESK, PHONE = (1280, 860), (390, 844)
START_SECONDS = 120


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture of a page."""

    name: str
    place: str
    """The address of ``_places`` that it begins with."""
    path: str = ""
    size: tuple[int, int] = DESK
    is_dark: bool = False
    top: str = ""
    """What stands at the upper edge, as CSS selects it; empty: the head of the page."""


SHOTS = (
    Shot("campaign", "battle"),
    Shot("map", "battle", "map/", top="main .sheet"),
    Shot("replay", "battle", "missions/12/replay/20/"),
    Shot("cockpit", "game", is_dark=True),
    Shot("pilot", "pilot"),
    Shot("phone-campaign", "battle", size=PHONE),
    Shot("phone-plan", "battle", "missions/14/plan/allied/", size=PHONE, is_dark=True),
    Shot("aircraft", "site", "aircraft/?nation=gb", top="#hangar"),
)


@contextmanager
def demo_site(port: int) -> Iterator[str]:
    """A Ready Room filled with the demo; a link that signs its owner in."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"READY_ROOM_DATA": folder, "PORT": str(port)}
        site = f"http://localhost:{port}"
        server = subprocess.Popen([sys.executable, "bin/run.py"], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
        try:
            until = time.monotonic() + START_SECONDS
            while health(f"{site}/healthz") is None:
                if server.poll() is not None or time.monotonic() > until:
                    raise SystemExit("The server does not start; its messages stand above.")
                time.sleep(0.3)
            command = [sys.executable, "bin/manage_here.py", "demo", "--base-url", site]
            said = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout
            (link,) = re.findall(r"^  You: (\S+)$", said, re.MULTILINE)
            yield link
        finally:
            server.terminate()
            server.wait(timeout=10 * STOP_SECONDS)


def take(browser: Browser, link: str) -> Iterator[tuple[str, bytes]]:
    """The name of each picture and its file as Chromium makes it."""
    page = browser.new_page()
    page.goto(link)
    page.locator("main form button").first.click()
    places = _places(page, urljoin(link, "/"))
    state = page.context.storage_state()
    for shot in SHOTS:
        width, height = shot.size
        context = browser.new_context(
            viewport={"width": width, "height": height},
            storage_state=state,
            color_scheme="dark" if shot.is_dark else "light",
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.goto(urljoin(places[shot.place], shot.path), wait_until="networkidle")
        if shot.top:
            page.locator(shot.top).first.evaluate("each => each.scrollIntoView({block: 'start'})")
            page.wait_for_load_state("networkidle")
        page.wait_for_timeout(300)  # portraits and outlines that come into view are drawn
        yield shot.name, page.screenshot()
        context.close()


def _places(page: Page, site: str) -> Mapping[str, str]:
    """Where the demo's parts are, by their links: the campaign, the game, and the man with the most victories."""

    def first(pattern: str) -> str:
        links = (each.get_attribute("href") or "" for each in page.locator("main a").all())
        return urljoin(site, next(each for each in links if re.fullmatch(pattern, each)))

    page.goto(urljoin(site, "demo/"))
    battle, game = first(r"/campaigns/\d+/"), first(r"/games/\d+/")
    page.goto(urljoin(battle, "pilots/"))
    return {"site": site, "battle": battle, "game": game, "pilot": first(r"/campaigns/\d+/pilots/\d+/")}


def smaller(picture: bytes) -> bytes:
    """The same picture by a palette."""
    made = BytesIO()
    with Image.open(BytesIO(picture)) as image:
        palette = image.convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)
        palette.save(made, "PNG", optimize=True)
    return made.getvalue()


def main() -> int:
    chromium = shutil.which("chromium")
    if chromium is None:
        print("Pictures need Chromium: apt-get install chromium", file=sys.stderr)
        return 1
    total = 0
    with demo_site(int(os.environ.get("PORT", "8799"))) as link, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for name, picture in take(browser, link):
            file = Path(PICTURES / f"{name}.png")
            file.write_bytes(smaller(picture))
            total += file.stat().st_size
            print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1000:.0f} kB")
        browser.close()
    print(f"All together {total / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
