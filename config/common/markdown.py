"""What people write at length: Markdown, and the clean HTML that comes of it.

CommonMark with tables and strikethrough; no HTML, no pictures, and links to the web and to mail addresses only. What
the parser makes is cleaned once more, so that nothing reaches a page but the tags that are named here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from config.common.refusals import Refusal

LONGEST: Final = 20_000
"""Letters of the longest text that is taken, a side's story of a mission; callers may take less."""
SCHEMES: Final = frozenset({"http", "https", "mailto"})
TAGS: Final = frozenset(
    (
        *("a", "blockquote", "br", "code", "em", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "s", "strong"),
        *("table", "tbody", "td", "th", "thead", "tr", "ul"),
    )
)
"""Headings begin at the third level: the first two are the page's own."""
_REL: Final = "nofollow noopener noreferrer"
_NESTED: Final = 12
"""Lists and quotations in one another that are still told apart."""
_LOWERED: Final = 2


def _is_link(url: str) -> bool:
    """It leads to the web or to a mail address; ``url`` has been normalised."""
    return url.partition(":")[0].lower() in SCHEMES


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": _NESTED})
    parser.enable(["table", "strikethrough"])
    parser.disable(["image", "html_inline", "html_block"])
    parser.validateLink = _is_link  # type: ignore[method-assign]
    return parser


_PARSER: Final = _parser()
_WITHOUT_TABLES: Final = _parser().disable(["table"])


def _parser_for(text: str) -> MarkdownIt:
    """A table's short rows are filled up to the width of its head: one that would be wider than it is long is text."""
    lines = text.split("\n")
    cells = len(lines) * (1 + max(line.count("|") for line in lines))
    return _PARSER if cells <= len(text) else _WITHOUT_TABLES


def text_of(text: str, most: int = LONGEST, field: str = "text") -> str:
    """What somebody has written, without blank ends and with the line ends of our kind.

    Raises ``Refusal`` for ``field`` if there is nothing, or more than ``most`` letters.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "").strip()
    if not text:
        raise Refusal("Write something here.", field)
    if len(text) > most:
        raise Refusal(f"This is longer than {most:,} letters.", field)
    return text


def html(text: str) -> SafeString:
    """Markdown as HTML that is safe to put into a page. Longer than ``LONGEST`` it is cut off."""
    text = text[:LONGEST]
    parser = _parser_for(text)
    tokens = parser.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + _LOWERED)}"
    made = parser.renderer.render(tokens, parser.options, {})
    return mark_safe(_clean(made))


def _clean(made: str) -> str:
    return nh3.clean(
        made,
        tags=set(TAGS),
        attributes={"*": set(), "a": {"href"}, "ol": {"start"}},
        url_schemes=set(SCHEMES),
        link_rel=_REL,
    )


def paragraphs(text: str) -> tuple[str, ...]:
    """The words of a Markdown text, a paragraph, heading, list item or row of a table each; to be escaped as any."""
    text = text[:LONGEST]
    return tuple(_words(_parser_for(text).parse(text)))


def _words(tokens: Iterable[Token]) -> Iterable[str]:
    cells: list[str] | None = None
    for token in tokens:
        if token.type == "tr_open":
            cells = []
        elif token.type == "tr_close":
            if cells:
                yield " · ".join(cells)
            cells = None
        elif token.type in ("inline", "fence", "code_block"):
            words = " ".join(_inline(token).split())
            if words and cells is not None:
                cells.append(words)
            elif words:
                yield words


def _inline(token: Token) -> str:
    if token.children is None:
        return token.content
    return "".join(" " if each.type in ("softbreak", "hardbreak") else each.content for each in token.children)
