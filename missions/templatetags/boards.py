"""The pictures of tables, as their templates write them down."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe

from missions.replay import board_markup
from missions.replay.board_svg import BoardPicture, Drawn
from missions.selectors.signs import signs

register = template.Library()


@register.simple_tag
def board_shapes(picture: BoardPicture) -> SafeString:
    """All shapes of a picture, in their order."""
    found = signs()
    return mark_safe("\n".join([board_markup.shape(each, found) for each in picture.shapes]))


@register.simple_tag
def spot_outline(spot: Drawn) -> SafeString:
    """What may be picked, as its outline."""
    return mark_safe(board_markup.outline(spot))
