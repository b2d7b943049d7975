"""Every page that a journey comes to is held against WCAG 2.2, A and AA, by axe.

A page is copied as it stands just before its visitor acts on it, and once more when the journey is over. The copy is
looked at in a browser window of its own, so that no journey waits, and pages without scripts are looked at too. A page
that has been looked at is looked at again where it shows a kind of element that no page has shown before; in the sweep
at each width, and where it has not shown it itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal
from unittest import mock
from urllib.parse import urlsplit

from django.urls import Resolver404, resolve
from playwright.sync_api import Browser, Error, Keyboard, Locator, Page

AXE: Final = Path(__file__).parents[1] / "vendor" / "axe-core-4.14.1" / "axe.min.js"
LEVELS: Final = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
HEIGHT: Final = 844
BLANK: Final = "about:blank"
FLAT: Final = "<style>body { background: var(--paper-line) !important; }</style>"
"""Of a pattern axe says nothing. Its lines are what ink stands out from least, by day as by night."""

SETTLED: Final = "() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')"
KINDS: Final = """() => [...new Set(Array.from(document.body.querySelectorAll(":not(option, svg :not(a))"), each => {
  const state = [each.type, each.getAttribute("role"), each.open && "open", each.hidden && "hidden"];
  return [each.localName, ...[...state, ...each.classList].filter(Boolean).map(word => `${each.localName} ${word}`)];
}).flat())]"""
"""Of a page: the names of its elements, each with its classes, its type, its role; not what a picture is drawn of."""
COPY: Final = """scripted => {
  const copy = document.documentElement.cloneNode(true);
  const fields = "input, option, textarea", were = document.querySelectorAll(fields);
  copy.querySelectorAll(fields).forEach((each, number) => {
    each.toggleAttribute("checked", Boolean(were[number].checked));
    each.toggleAttribute("selected", Boolean(were[number].selected));
    if (each.localName === "textarea") each.textContent = were[number].value;
    else if (each.localName === "input") each.setAttribute("value", were[number].value);
  });
  copy.querySelectorAll("script").forEach(each => each.remove());
  if (!scripted) copy.querySelectorAll("noscript").forEach(each => each.replaceWith(...each.childNodes));
  return copy.outerHTML;
}"""
"""What is ticked, chosen and typed is in no page's text: it is written into the copy. Its scripts stay behind."""
UNSTUCK: Final = """() => document.querySelectorAll("body *").forEach(each => {
  if (getComputedStyle(each).position === "sticky") each.style.setProperty("position", "static", "important");
})"""
"""What stays in view while a page scrolls covers something at any moment, and scrolled on it does not any more."""
LOOK: Final = """async options => {
  const found = await axe.run(document, options);
  return found.violations.flatMap(({id, help, nodes}) => nodes.map(({target, html, failureSummary}) => (
    {rule: id, says: help, element: target.flat().join(" "), html, why: failureSummary})));
}"""
EVERY_RULE: Final = {
    "runOnly": {"type": "tag", "values": LEVELS},
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
    "preload": False,
}
CONTRAST_ONLY: Final = {**EVERY_RULE, "runOnly": {"type": "rule", "values": ["color-contrast"]}, "rules": {}}
SCHEMES: Final[tuple[tuple[Literal["light", "dark"], object], ...]] = (("light", EVERY_RULE), ("dark", CONTRAST_ONLY))


@dataclass(frozen=True, slots=True)
class Copy:
    """A page as its visitor had it before them."""

    address: str
    page: str
    """The name of its address in the plan of addresses."""
    width: int
    html: str


@dataclass(slots=True)
class Inspector:
    """Looks at copies in a window of its own, and knows what it has looked at."""

    window: Page
    known: Path
    """A folder that all processes of a run share: by page the kinds of elements that were looked at."""
    is_thorough: bool
    """Each width of a page is looked at by itself, whatever other pages have shown."""
    shown: set[str] = field(default_factory=set)
    """Kinds of which this process knows that some page has shown them."""

    def copy_of(self, page: Page, scripted: bool) -> Copy | None:
        """What the visitor sees, unless all of it has been looked at, or he has opened nothing yet."""
        if page.url == BLANK:
            return None
        size = page.viewport_size
        assert size
        kind, width = page_name(page.url), size["width"]
        looked_at = self.known / (f"{kind} {width}" if self.is_thorough else kind)
        try:
            kinds = page.evaluate(KINDS)
            if self._knows(kinds, looked_at) or not page.evaluate(SETTLED):
                return None
            html = page.evaluate(COPY, scripted)
        except Error:  # The page is just going; the next one comes to be looked at.
            return None
        with looked_at.open("a", encoding="utf-8") as file:
            file.writelines(f"{each}\n" for each in kinds)
        return Copy(page.url, kind, width, "<!DOCTYPE html>" + html.replace("</head>", FLAT + "</head>", 1))

    def _knows(self, kinds: list[str], looked_at: Path) -> bool:
        """The page has been looked at, and all that it shows has been, here or on any page."""
        if not looked_at.exists():
            return False
        if self.is_thorough:
            return set(kinds) <= set(lines_of(looked_at))
        if not self.shown.issuperset(kinds):
            self.shown.update(kind for file in self.known.iterdir() for kind in lines_of(file))
        return self.shown.issuperset(kinds)

    def violations(self, copy: Copy) -> Iterator[str]:
        """Each with the page, the rule, the element and why."""
        self.window.set_viewport_size({"width": copy.width, "height": HEIGHT})
        self.window.emulate_media(color_scheme="light")
        self.window.set_content(copy.html)
        self.window.evaluate(UNSTUCK)
        for scheme, options in SCHEMES:
            self.window.emulate_media(color_scheme=scheme)
            for each in self.window.evaluate(LOOK, options):
                yield (
                    f"{copy.page} ({copy.address}, {copy.width} px, {scheme}): {each['rule']}: {each['says']}\n"
                    f"  {each['element']}\n  {each['html'][:300]}\n  {each['why']}"
                )


def lines_of(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines()


def page_name(address: str) -> str:
    try:
        return resolve(urlsplit(address).path).view_name
    except Resolver404:
        return "no page"


@contextmanager
def inspector(browser: Browser, home: str, known: Path, is_thorough: bool, patience: float) -> Iterator[Inspector]:
    """At home, so that style sheets and marks are found."""
    known.mkdir(exist_ok=True)
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(patience)
    window = context.new_page()
    window.goto(f"{home}/about/")
    window.evaluate(AXE.read_text(encoding="utf-8"))
    yield Inspector(window, known, is_thorough)
    context.close()


Acted = Locator | Keyboard | Page
ACTS: Final = ((Locator, "click"), (Locator, "tap"), (Keyboard, "press"), (Page, "goto"), (Page, "reload"))


@contextmanager
def before_each_act(look: Callable[[Acted], None]) -> Iterator[None]:
    """Whatever is done to a page, ``look`` is called first with what does it; but the tab key does nothing to it."""

    def looking(act: Callable[..., Any]) -> Callable[..., Any]:
        def looked(acted: Acted, *args: Any, **kwargs: Any) -> Any:
            if "Tab" not in args:
                look(acted)
            return act(acted, *args, **kwargs)

        return looked

    with ExitStack() as acts:
        for kind, name in ACTS:
            acts.enter_context(mock.patch.object(kind, name, looking(getattr(kind, name))))
        yield
