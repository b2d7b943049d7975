"""Lists to choose from and fields of a line, written out as Django writes them and ten times as fast.

Django renders two templates for each option, and up to four for a box to tick. A page on which every unit may fly any
aircraft has thousands of options, and spent half its time on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.forms.renderers import DjangoTemplates
from django.template.base import render_value_in_context
from django.template.context import Context
from django.utils.html import conditional_escape
from django.utils.safestring import SafeData

SELECT = "django/forms/widgets/select.html"
OPTION = "django/forms/widgets/select_option.html"
PLAIN = Context()
INPUTS = frozenset(
    f"django/forms/widgets/{name}.html"
    for name in ("input", "text", "number", "email", "url", "search", "password", "hidden", "date", "time", "checkbox")
)
ERRORS = "django/forms/errors/list/default.html"
TICKS = frozenset(("django/forms/widgets/radio_option.html", "django/forms/widgets/checkbox_option.html"))


class Renderer(DjangoTemplates):
    """Django's own, but for ``<input>``, ``<select>`` with options of the usual kind, and where nothing is wrong."""

    def render(self, template_name: str, context: dict[str, Any], request: Any = None) -> str:
        if template_name == SELECT and _is_usual(widget := context["widget"]):
            return "".join(_select(widget))
        if template_name in INPUTS:
            return _input(context["widget"])
        if template_name in TICKS:
            return _tick(context["widget"])
        if template_name == ERRORS and not context["errors"]:
            return ""  # as the template says in the end, of every field in which nothing is wrong
        return super().render(template_name, context, request)


def _input(widget: Mapping[str, Any]) -> str:
    value = "" if widget["value"] is None else f' value="{_as_text(widget["value"])}"'
    name, attributes = _shown(widget["name"]), _attributes(widget["attrs"])
    return f'<input type="{_shown(widget["type"])}" name="{name}"{value}{attributes}>'


def _tick(widget: Mapping[str, Any]) -> str:
    """One of several to choose from, within its label where Django has it so."""
    if not widget.get("wrap_label"):
        return _input(widget)
    named = widget["attrs"].get("id")
    whose = f' for="{_shown(named)}"' if named else ""
    return f"<label{whose}>{_input(widget)}\n {_shown(widget['label'])}</label>"


def _is_usual(widget: Mapping[str, Any]) -> bool:
    return all(option["template_name"] == OPTION for _, options, _ in widget["optgroups"] for option in options)


def _select(widget: Mapping[str, Any]) -> Iterator[str]:
    yield f'<select name="{_shown(widget["name"])}"{_attributes(widget["attrs"])}>'
    for group, options, _ in widget["optgroups"]:
        if group:
            yield f'\n  <optgroup label="{_shown(group)}">'
        for option in options:
            value, label = _as_text(option["value"]), _shown(option["label"])
            yield f'\n  <option value="{value}"{_attributes(option["attrs"])}>{label}</option>\n'
        if group:
            yield "\n  </optgroup>"
    yield "\n</select>"


def _attributes(attributes: Mapping[str, Any]) -> str:
    told = ((name, value) for name, value in attributes.items() if value is not False)
    return "".join(
        f" {_shown(name)}" if value is True else f' {_shown(name)}="{_as_text(value)}"' for name, value in told
    )


def _shown(value: object) -> str:
    """As ``{{ value }}``."""
    return render_value_in_context(value, PLAIN)


def _as_text(value: object) -> str:
    """As ``{{ value|stringformat:'s' }}``."""
    return conditional_escape(value if isinstance(value, SafeData) else str(value))
