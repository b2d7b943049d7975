"""The button that begins a guided game."""

from __future__ import annotations

from uuid import uuid4

from django import template

register = template.Library()


@register.inclusion_tag("missions/games/begin_guide.html")
def begin_guide(slug: str, label: str, look: str = "btn primary") -> dict[str, object]:
    """A form of its own: one POST, of which the same once more is the same game."""
    return {"slug": slug, "label": label, "look": look, "key": uuid4()}
