"""A real browser on a real server: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Frame, Locator, Page, Request, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.e2e.accessibility import Acted, Copy, Inspector, before_each_act, inspector

# Playwright's synchronous interface runs a loop in this thread, which Django would take for async code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    "--disable-gpu",
    "--disable-dev-shm-usage",
)
PATIENCE = 120_000
"""Milliseconds. A bound for a machine that is busy with something else; nothing waits that long."""
expect.set_options(timeout=PATIENCE)
PICTURES = Path("test-artifacts") / "e2e"
FIRST = [
    Path(__file__).with_name(f"test_{each}.py")
    for each in ("six_people", "club", "main_job", "builder", "cockpit", "pools", "by_keyboard", "companion")
]
"""The longest journeys, so that none is still on its way when all others have come home."""


def in_the_sweep(*values: Any) -> Any:
    """Parameters of a journey that says little that its others do not say: another width, the other way to script."""
    return pytest.param(*values, marks=pytest.mark.sweep)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    assert chromium, "The journeys need Debian's chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def inspected(
    browser: Browser,
    live_server: LiveServer,
    tmp_path_factory: pytest.TempPathFactory,
    worker_id: str,
    pytestconfig: pytest.Config,
) -> Iterator[Inspector]:
    own = tmp_path_factory.getbasetemp()
    shared = own if worker_id == "master" else own.parent
    is_sweep = pytestconfig.getoption("markexpr") != "not sweep"
    with inspector(browser, live_server.url, shared / "looked-at", is_sweep, PATIENCE) as one:
        yield one


NO_TARGET = "htmx:oobErrorNoTarget,"
CUT_OFF = tuple(f"console error: htmx:{what}," for what in ("afterRequest", "sendError", "sendAbort"))


@dataclass
class Visitor:
    """One person's browser. What goes wrong behind the page is noted in ``complaints``."""

    page: Page
    home: str
    scripted: bool
    complaints: list[str] = field(default_factory=list)
    polls: list[str] = field(default_factory=list)
    """Addresses that htmx asked for."""
    cut_off: int = 0
    """How many of these requests ended because the person went to another page, or typed on."""
    is_leaving: bool = False
    """Another page is on its way: an answer that comes meanwhile may know of more than stands on this one."""

    def __post_init__(self) -> None:
        self.page.on("pageerror", self._error)
        self.page.on("console", self._console)
        self.page.on("request", self._request)
        self.page.on("requestfailed", self._request_failed)
        self.page.on("framenavigated", self._arrived)

    def _error(self, error: Error) -> None:
        self.complaints.append(f"script error: {error}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not (self.is_leaving and message.text.startswith(NO_TARGET)):
            self.complaints.append(f"console {message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.home, "data:", "about:")):
            self.complaints.append(f"a request elsewhere: {request.url}")
        if request.headers.get("hx-request"):
            self.polls.append(request.url)
        self.is_leaving = self.is_leaving or (request.is_navigation_request() and request.frame == self.page.main_frame)

    def _request_failed(self, request: Request) -> None:
        if request.headers.get("hx-request") and request.failure == "net::ERR_ABORTED":
            self.cut_off += 1

    def _arrived(self, frame: Frame) -> None:
        if frame == self.page.main_frame:
            self.is_leaving = False

    @property
    def unexplained(self) -> list[str]:
        """The complaints, but for what htmx says of a request that was cut off by another page or the next request."""
        found = list(self.complaints)
        for beginning in CUT_OFF:
            for each in [each for each in found if each.startswith(beginning)][: self.cut_off]:
                found.remove(each)
        return found

    def owns(self, acted: Acted) -> bool:
        """Whether it is the page, a part of it or its keyboard."""
        return self.page in (acted, acted.page if isinstance(acted, Locator) else None) or acted == self.page.keyboard

    def go(self, path: str) -> None:
        self.page.goto(self.home + path)

    def time_passes(self, seconds: int) -> None:
        """On the clock of a page that has one of its own: ``page.clock.install()`` before it is opened."""
        self.page.clock.run_for(seconds * 1000)

    def enter(self, token: str) -> None:
        """Come in by a one-time link."""
        self.go(f"/enter/{token}/")
        self.page.get_by_role("button", name="Sign in as").click()

    def press(self, name: str) -> None:
        """Press the button or follow the link of this name."""
        named = self.page.get_by_role("button", name=name).or_(self.page.get_by_role("link", name=name))
        named.first.click()

    def opens(self, parts: str) -> None:
        """Open every part of this kind that is shut."""
        for summary in self.page.locator(f"details.{parts}:not([open]) > summary").all()[::-1]:
            summary.click()

    def arrives(self, heading: str) -> None:
        """The page with this heading is there, and nothing sticks out of it sideways."""
        expect(self.page.get_by_role("heading", name=heading, level=1)).to_be_visible()
        self.fits()

    def fits(self) -> None:
        """Nothing sticks out of the page sideways. Only for a page that is known to be there."""
        overhang = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert overhang <= 0, f"{self.page.url} is {overhang} px wider than the screen"


NewVisitor = Callable[..., Visitor]


@pytest.fixture
def visitor(
    browser: Browser, inspected: Inspector, live_server: LiveServer, request: pytest.FixtureRequest
) -> Iterator[NewVisitor]:
    """Makes visitors with a screen of some width, with or without JavaScript, with a finger or a mouse.

    None may have had cause to complain, and no page that they came to may shut anybody out.
    """
    made: list[Visitor] = []
    copies: list[Copy] = []

    def look(acted: Acted | None = None) -> None:
        """At the page that is acted on, or at all that are open."""
        looked_at = [one for one in made if acted is None or one.owns(acted)]
        copies.extend(copy for one in looked_at if (copy := inspected.copy_of(one.page, one.scripted)))

    def come(width: int = 1280, *, scripted: bool = True, moving: bool = False, touch: bool = False) -> Visitor:
        context = browser.new_context(
            viewport={"width": width, "height": 844},
            java_script_enabled=scripted,
            reduced_motion="no-preference" if moving else "reduce",
            has_touch=touch,
            is_mobile=touch,
        )
        context.set_default_timeout(PATIENCE)
        made.append(Visitor(context.new_page(), live_server.url, scripted))
        return made[-1]

    with before_each_act(look):
        yield come
    look()
    for number, one in enumerate(made):
        if one.unexplained or getattr(request.node, "failed", False):
            PICTURES.mkdir(parents=True, exist_ok=True)
            one.page.screenshot(path=PICTURES / f"{request.node.name}-{number}.png", full_page=True)
        one.page.context.close()
    assert [complaint for one in made for complaint in one.unexplained] == []
    found = [violation for copy in copies for violation in inspected.violations(copy)]
    if found:
        pytest.fail("\n".join(["Pages that shut somebody out (WCAG 2.2 AA):", *found]), pytrace=False)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "visitor" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow("a journey with a server and a browser"))
    items.sort(key=lambda item: FIRST.index(item.path) if item.path in FIRST else len(FIRST))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell the fixtures of a test that it has failed, so that they keep a picture."""
    report = yield
    if report.when == "call":
        item.failed = report.failed  # type: ignore[attr-defined]
    return report
