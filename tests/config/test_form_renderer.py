"""What we write out ourselves of a form is to the letter what Django writes."""

from __future__ import annotations

from typing import Any

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from config.common.form_renderer import Renderer

GROUPED = [
    ("", "–"),
    ("House’s & <own>", [('a"b', "'A'"), (1000, 1234)]),
    (None, mark_safe("<b>bold</b>")),
    (True, 1.5),
]
WIDGETS: list[tuple[forms.Select, Any]] = [
    (forms.Select(choices=GROUPED), 'a"b'),
    (forms.Select(choices=GROUPED, attrs={"class": "wide & <b>", "required": True, "hidden": False, "size": 4}), 1000),
    (forms.Select(choices=GROUPED, attrs={"data-x": mark_safe("&amp;")}), None),
    (forms.SelectMultiple(choices=GROUPED), ["", "1000"]),
    (forms.NullBooleanSelect(), True),
    (forms.Select(choices=[("x", gettext_lazy("Yes"))]), "y"),
    (forms.Select(), None),
]


@pytest.mark.parametrize(("widget", "value"), WIDGETS)
def test_a_list_to_choose_from_is_written_as_django_writes_it(widget: forms.Select, value: object) -> None:
    ours, theirs = (widget.render("a<b", value, {"id": "x"}, each) for each in (Renderer(), DjangoTemplates()))
    assert ours == theirs
    assert hasattr(ours, "__html__")


class Odd(forms.Select):
    option_template_name = "django/forms/widgets/checkbox_option.html"


def test_options_that_look_otherwise_are_left_to_django(settings: Any) -> None:
    widget = Odd(choices=[("a", "A")])
    assert widget.render("name", "a", renderer=Renderer()) == widget.render("name", "a", renderer=DjangoTemplates())
    assert settings.FORM_RENDERER == "config.common.form_renderer.Renderer"
