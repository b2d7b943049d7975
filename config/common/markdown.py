"""What people write at length: Markdown, and the clean HTML that comes of it.

CommonMark with tables and strikethrough; no HTML, no pictures, and links to the web and to mail addresses only. What
the parser makes is cleaned once more, so that nothing reaches a page but the tags that are named here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from config.common.lengths import said_in_words
from config.common.prose import Block, Words

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
_BLANK: Final = re.compile(r"\s+")


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
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    return said_in_words(text, most, field)


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


def blocks(text: str) -> tuple[Block, ...]:
    """A Markdown text for paper; its words are as they were written, to be escaped as any. Of a link only its words."""
    text = text[:LONGEST]
    return tuple(_Blocks().of(_parser_for(text).parse(text)))


class _Blocks:
    """Where in a text its blocks are."""

    def __init__(self) -> None:
        self.depth = 0
        self.numbers: list[int | None] = []
        """Of each list around: the number of its next item, if it has numbers."""
        self.mark = ""
        """Of the item that has begun and has no words so far."""

    def of(self, tokens: Iterable[Token]) -> Iterator[Block]:
        cells: list[tuple[Words, ...]] = []
        is_heading = is_row = False
        for token in tokens:
            match token.type:
                case "blockquote_open" | "blockquote_close":
                    self.depth += token.nesting
                case "bullet_list_open" | "ordered_list_open" | "bullet_list_close" | "ordered_list_close":
                    self._list(token)
                case "list_item_open":
                    self._item()
                case "heading_open" | "heading_close":
                    is_heading = token.nesting > 0
                case "tr_open":
                    cells, is_row = [], True
                case "tr_close":
                    is_row = False
                    yield from self._block(_row(cells))
                case "inline" if is_row:
                    cells += _lines(token.children or ())
                case "inline":
                    for words in _lines(token.children or ()):
                        yield from self._block(words, is_heading=is_heading)
                case "fence" | "code_block":
                    for line in token.content.splitlines():
                        yield from self._block(_joined([Words(line)]))

    def _list(self, token: Token) -> None:
        self.depth += token.nesting
        if token.nesting < 0:
            self.numbers.pop()
        else:
            self.numbers.append(int(token.attrs.get("start", 1)) if token.tag == "ol" else None)

    def _item(self) -> None:
        number = self.numbers[-1]
        self.mark = "•" if number is None else f"{number}."
        self.numbers[-1] = None if number is None else number + 1

    def _block(self, words: tuple[Words, ...], *, is_heading: bool = False) -> Iterator[Block]:
        if words:
            yield Block(words, self.mark, self.depth, is_heading)
            self.mark = ""


def _row(cells: Iterable[tuple[Words, ...]]) -> tuple[Words, ...]:
    between = Words(" · ")
    return _joined([part for words in cells if words for part in (between, *words)][1:])


def _lines(tokens: Iterable[Token]) -> Iterator[tuple[Words, ...]]:
    """The words of a piece of text, a new line for each that its writer has broken by hand."""
    line: list[Words] = []
    around = {"strong": 0, "em": 0, "s": 0}
    for token in tokens:
        if token.tag in around:
            around[token.tag] += token.nesting
        elif token.type == "hardbreak":
            yield _joined(line)
            line = []
        else:
            said = " " if token.type == "softbreak" else token.content
            line.append(Words(said, around["strong"] > 0, around["em"] > 0, around["s"] > 0))
    yield _joined(line)


def _joined(line: Iterable[Words]) -> tuple[Words, ...]:
    """Without white space at its ends, and with one space where there was any; each part differs from the next."""
    made: list[Words] = []
    for words in line:
        text = _BLANK.sub(" ", words.text)
        if not made or made[-1].text.endswith(" "):
            text = text.removeprefix(" ")
        if not text:
            continue
        if made and made[-1][1:] == words[1:]:
            made[-1] = made[-1]._replace(text=made[-1].text + text)
        else:
            made.append(words._replace(text=text))
    if made and made[-1].text.endswith(" "):
        last = made.pop()
        if last.text != " ":
            made.append(last._replace(text=last.text[:-1]))
    return tuple(made)
