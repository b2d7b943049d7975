"""What people write in Markdown, and what a page makes of it."""

from __future__ import annotations

import re
import time
from html.parser import HTMLParser

import pytest
from django.template import Context, Template
from hypothesis import given, settings
from hypothesis import strategies as st

from config.common import markdown
from config.common.prose import Words
from config.common.refusals import Refusal


class Seen(HTMLParser):
    """The tags and attributes of a piece of HTML, as a browser reads them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("br", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    def handle_decl(self, decl: str) -> None:
        raise AssertionError(f"a declaration: {decl}")


def assert_harmless(page: str) -> None:
    """Nothing but the tags that are allowed, all closed, and links only to where links may lead."""
    seen = Seen(page)
    assert seen.open == []
    for tag, attributes in seen.tags:
        assert tag in markdown.TAGS
        if tag == "a":
            href = attributes.pop("href", None) or "https:"
            assert re.match(r"(https?|mailto):", href, re.IGNORECASE), href
            assert attributes == {"rel": "nofollow noopener noreferrer"}
        else:
            assert set(attributes) <= ({"start"} if tag == "ol" else set())


def test_a_report_reads_as_it_was_meant():
    page = markdown.html(
        "# The raid\n\nWe lost **two** and ~~won~~ *nothing*.\nThen home.\n\n- flak\n- fog\n\n"
        "> Never again.\n\n| Who | What |\n|-----|------|\n| Ames | one 109 |\n\n[The film](https://example.org/a?b=c&d)"
    )

    assert "<h3>The raid</h3>" in page
    assert "<strong>two</strong> and <s>won</s> <em>nothing</em>" in page
    assert "<ul>\n<li>flak</li>\n<li>fog</li>\n</ul>" in page
    assert "<blockquote>\n<p>Never again.</p>\n</blockquote>" in page
    assert "<td>Ames</td>" in page
    assert '<a href="https://example.org/a?b=c&amp;d" rel="nofollow noopener noreferrer">The film</a>' in page
    assert_harmless(page)


HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<iframe srcdoc='&lt;script&gt;'></iframe>",
    "</div></main><form action=//evil>",
    "<style>*{display:none}</style><!-- -->",
    "<a href='javascript:alert(1)' onclick=alert(1)>x</a>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java\nscript:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](javascript&colon;alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:x)",
    "[x](file:///etc/passwd)",
    "[x](//evil.example/)",
    "[x](/sign-out/)",
    "[x](\\\\evil)",
    '[x](http://a"onmouseover=alert(1))',
    "[x](http://a 'onmouseover=\"alert(1)')",
    "<javascript:alert(1)>",
    '<http://a"onclick=alert(1)>',
    "![x](http://evil.example/pixel.gif)",
    "![x](javascript:alert(1))",
    "[x]: javascript:alert(1)\n\n[x]",
    '```"><script>alert(1)</script>\nx\n```',
    "``` a onclick=alert(1)\nx\n```",
    "`<script>`",
    "|<script>|\n|-|\n|<b onclick=x>|",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;",
    "\x00<scr\x00ipt>",
    "<scr<script>ipt>",
    "<math><mtext></form><form><mglyph><svg><mtext><style><path id='</style><img onerror=alert(1) src>'>",
    "\u202e<script>\u2028alert(1)",
    "{{ settings.SECRET_KEY }}{% debug %}",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_comes_out_harmless(text):
    assert_harmless(markdown.html(text))


def test_a_picture_is_never_fetched():
    assert "<img" not in markdown.html("![x](http://evil.example/pixel.gif)")


def _fill(piece: str) -> str:
    return (piece * markdown.LONGEST)[: markdown.LONGEST]


LONG = {
    "quotes a thousand deep": "> " * 1000 + "x",
    "nothing but quotes": _fill(">"),
    "lists in lists": "".join(f"{' ' * depth}- a\n" for depth in range(0, 278, 2)),
    "a table of 4,000 columns": "|" * 4000 + "\n" + "-|" * 4000 + "\n" + "|\n" * 3990,
    "a table of 70 columns and 9,000 short rows": "|".join("a" * 70)
    + "\n"
    + "|".join(["-"] * 70)
    + "\n"
    + "a\n" * 9000,
    "many small tables": _fill("a|b\n-|-\n"),
    "open brackets": _fill("["),
    "brackets in brackets": "[" * 10_000 + "]" * 10_000,
    "links that never end": _fill("[a]("),
    "emphasis in emphasis": _fill("*_"),
    "emphasis that never ends": _fill("*a _b "),
    "ticks of all lengths": "".join("`" * length + " " for length in range(199)),
    "entities": _fill("&amp;"),
    "half an entity": _fill("&#x"),
    "definitions": _fill("[a]: b\n"),
    "tags": _fill("<a href="),
    "comments": _fill("<!--"),
    "pictures": _fill("!["),
    "escapes": _fill("\\"),
    "blank lines": _fill(" \n"),
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_the_longest_hostile_text_takes_no_longer_than_its_length_allows(text):
    assert len(text) <= markdown.LONGEST
    began = time.process_time()

    page = markdown.html(text)

    assert time.process_time() - began < 3  # a fraction of a second here; what grows with the square takes minutes
    assert len(page) < 20 * markdown.LONGEST
    assert_harmless(page)


def test_what_is_too_long_is_cut_off_and_not_rendered():
    assert markdown.html("a" * (markdown.LONGEST + 5)) == f"<p>{'a' * markdown.LONGEST}</p>\n"


PIECES = st.lists(
    st.one_of(
        st.sampled_from(
            ["<", ">", "[", "](", ")", "!", "*", "_", "`", "~~", "|", "\n", "\n\n", "> ", "- ", "# ", "    ", "&#x3c;"]
        ),
        st.sampled_from(HOSTILE),
        st.text(max_size=5),
    ),
    max_size=30,
).map("".join)


@pytest.mark.slow("random texts, and a few of them are long tables")
@settings(max_examples=100, deadline=None)
@given(PIECES)
def test_no_text_whatever_brings_a_tag_or_a_link_that_is_not_allowed(text):
    assert_harmless(markdown.html(text))


@pytest.mark.slow("random texts, and a few of them are long tables")
@settings(max_examples=100, deadline=None)
@given(PIECES)
def test_the_lines_for_paper_can_be_had_of_any_text(text):
    for block in markdown.blocks(text):
        assert block.text == " ".join(block.text.split())
        assert all(words.text for words in block.words)
        assert block.text


def test_on_paper_each_paragraph_item_and_row_is_a_line():
    text = (
        "# The *raid*\n\nAll [home](http://a.b)\nby ten.  \nAll.\n\n- one\n- two\n\n  still two\n\n"
        "|a|b|\n|-|-|\n|c c|d d|\n\n```\nx <y>\nz\n```\n> quoted\n> 1. seven\n\n"
        "7. eight\n8. nine\n   - inner"
    )

    assert [(block.mark, block.depth, block.text) for block in markdown.blocks(text)] == [
        ("", 0, "The raid"),
        ("", 0, "All home by ten."),
        ("", 0, "All."),
        ("•", 1, "one"),
        ("•", 1, "two"),
        ("", 1, "still two"),
        ("", 0, "a · b"),
        ("", 0, "c c · d d"),
        ("", 0, "x <y>"),
        ("", 0, "z"),
        ("", 1, "quoted"),
        ("1.", 2, "seven"),
        ("7.", 1, "eight"),
        ("8.", 1, "nine"),
        ("•", 2, "inner"),
    ]
    assert [block.text for block in markdown.blocks(text) if block.is_heading] == ["The raid"]


def test_on_paper_words_keep_their_emphasis():
    (block,) = markdown.blocks("Our *bold **est*** b**o**y is ~~late~~ **[home](http://a.b)**.")

    assert block.words == (
        Words("Our "),
        Words("bold ", is_emphatic=True),
        Words("est", is_strong=True, is_emphatic=True),
        Words(" b"),
        Words("o", is_strong=True),
        Words("y is "),
        Words("late", is_struck=True),
        Words(" "),
        Words("home", is_strong=True),
        Words("."),
    )


def test_the_filter_does_not_escape_twice():
    shown = Template("{% load writing %}{{ text|markdown }}").render(Context({"text": "**a** <b>"}))

    assert shown == "<p><strong>a</strong> &lt;b&gt;</p>\n"


def test_blank_ends_and_the_line_ends_of_browsers_are_taken_out():
    assert markdown.text_of(" a\r\nb\rc\x00 \n") == "a\nb\nc"


@pytest.mark.parametrize(
    ("text", "sentence"), [(" \r\n\x00", "Write something here."), ("a" * 31, "This is longer than 30 letters.")]
)
def test_nothing_and_too_much_are_refused_at_the_field(text, sentence):
    with pytest.raises(Refusal) as refused:
        markdown.text_of(text, 30, "about")
    assert (refused.value.sentence, refused.value.field) == (sentence, "about")
