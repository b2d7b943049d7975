"""Charts on pages, as ``config.common.charts`` lays them out."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe

from config.common import chart_markup
from config.common.charts import BarPlot, Plot

register = template.Library()


@register.simple_tag
def line_chart(plot: Plot, look: str) -> SafeString:
    """``look``: ``wide`` or ``narrow``, the screens that it is for; empty: for all."""
    return mark_safe(chart_markup.line_chart(plot, look))


@register.simple_tag
def bar_chart(plot: BarPlot, look: str) -> SafeString:
    return mark_safe(chart_markup.bar_chart(plot, look))
