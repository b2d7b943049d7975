"""The acts of a journal on its page, of which one page has hundreds of lines."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from html import escape

from django import template
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from campaigns.selectors.journal import JournalLine, LinesTogether
from campaigns.templatetags.ready_room import side_mark, whole_words

register = template.Library()


@register.simple_tag
def written_at(at: datetime) -> SafeString:
    """When an act was written, by the clock of the page."""
    there = timezone.localtime(at)
    return mark_safe(f'<time datetime="{there.isoformat()}">{there.day} {there:%B %Y, %H:%M}</time>')


@register.simple_tag
def journal_lines(told: Iterable[JournalLine | LinesTogether]) -> SafeString:
    """The lines of one act; those that one sentence tells together open."""
    lines = "\n".join(_together(each) if isinstance(each, LinesTogether) else _line(each) for each in told)
    return mark_safe(f"<ol>\n{lines}\n</ol>")


def _line(line: JournalLine) -> str:
    """One line, by its number."""
    text = whole_words(escape(line.text))
    told = f'<s>{text}</s> <span class="chip">taken back</span>' if line.is_reversed else text
    look = f"{escape(line.kind)} {escape(line.side)}{' struck' if line.is_reversed else ''}"
    return (
        f'<li class="{look}"\n    value="{line.number}">\n'
        f'  <span class="line-number">{line.number}</span>\n  <span>{_mark(line.side)}{told}</span>\n</li>'
    )


def _together(line: LinesTogether) -> str:
    summary = f"{_mark(line.side)}{whole_words(escape(line.text))}"
    inside = "\n".join(map(_line, line.lines))
    return (
        f'<li class="{escape(line.side)}" value="{line.number}">\n'
        f'<span class="line-number from">{line.number} …</span>\n'
        f"<details>\n<summary>{summary}</summary>\n<ol>\n{inside}\n</ol>\n</details>\n</li>"
    )


def _mark(side: str) -> str:
    return f"{side_mark(side)} " if side else ""


@register.simple_tag
def mission_options(missions: Iterable[int], chosen: int = 0) -> SafeString:
    """The missions to choose one from, by their numbers. A campaign may have hundreds."""
    chosen_one = {chosen: " selected"}
    options = (f'<option value="{int(each)}"{chosen_one.get(each, "")}>{int(each)}</option>' for each in missions)
    return mark_safe("".join(options))
