"""Markdown on pages."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from config.common.markdown import html

register = template.Library()


@register.filter
def markdown(text: str) -> SafeString:
    """What somebody has written in Markdown, as clean HTML; put it into an element of the class ``prose``."""
    return html(text)
