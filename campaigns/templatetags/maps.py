"""Maps on pages."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe

from campaigns.catalogue.theatres import Theatre
from campaigns.maps import markup
from campaigns.maps.drawing import Picture

register = template.Library()


@register.simple_tag
def map_land(theatre: Theatre) -> SafeString:
    """The coasts that the maps of a page share."""
    return mark_safe(markup.land(theatre))


@register.simple_tag
def map_picture(picture: Picture, look: str) -> SafeString:
    return mark_safe(markup.svg(picture, look))
