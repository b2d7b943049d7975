"""Lines of a journal on its page, of which one page has hundreds."""

from __future__ import annotations

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from campaigns.selectors.journal import JournalLine
from campaigns.templatetags.ready_room import kept_whole, side_mark

register = template.Library()


@register.simple_tag
def journal_line(line: JournalLine) -> SafeString:
    """One line, by its number."""
    text = kept_whole(line.text)
    told = f'<s>{text}</s> <span class="chip">taken back</span>' if line.is_reversed else text
    mark = f"{side_mark(line.side)} " if line.side else ""
    look = f"{escape(line.kind)} {escape(line.side)}{' struck' if line.is_reversed else ''}"
    return mark_safe(
        f'<li class="{look}"\n    value="{line.number}">\n'
        f'  <span class="line-number">{line.number}</span>\n  <span>{mark}{told}</span>\n</li>'
    )
