"""What we write out ourselves of a form is to the letter what Django writes."""

from __future__ import annotations

from typing import Any

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.forms.utils import ErrorList
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


FIELDS: list[tuple[forms.Widget, Any]] = [
    (forms.TextInput(attrs={"class": "wide & <b>", "required": True, "hidden": False}), 'House’s & "own"'),
    (forms.TextInput(), None),
    (forms.NumberInput(attrs={"min": 1000}), 12345),
    (forms.HiddenInput(), mark_safe("&amp;")),
    (forms.PasswordInput(), "secret"),
    (forms.EmailInput(), gettext_lazy("Yes")),
    (forms.DateInput(), "2026-11-29"),
    (forms.CheckboxInput(), True),
    (forms.CheckboxInput(), False),
    (forms.RadioSelect(choices=[("a<b", mark_safe("<b>bold</b>")), ("b", "B & C"), (1, 2)]), "b"),
    (forms.CheckboxSelectMultiple(choices=GROUPED), [1000]),
    (forms.ClearableFileInput(), None),
]


@pytest.mark.parametrize(("widget", "value"), FIELDS)
def test_a_field_of_a_line_is_written_as_django_writes_it(widget: forms.Widget, value: object) -> None:
    ours, theirs = (widget.render("a<b", value, {"id": "x"}, each) for each in (Renderer(), DjangoTemplates()))
    assert ours == theirs
    assert hasattr(ours, "__html__")


@pytest.mark.parametrize("wraps", [True, False])
def test_what_may_be_ticked_is_written_as_django_writes_it_alone_too(wraps: bool) -> None:
    class Ticks(forms.RadioSelect):
        def create_option(self, *args: Any, **more: Any) -> dict[str, Any]:
            return super().create_option(*args, **more) | {"wrap_label": wraps}

    class Asked(forms.Form):
        which = forms.ChoiceField(choices=[("a", "A & B"), ("b", "<b>")], widget=Ticks)

    ours, theirs = (Asked({"which": "b"}, renderer=each) for each in (Renderer(), DjangoTemplates()))
    assert [each.tag() for each in ours["which"]] == [each.tag() for each in theirs["which"]]
    assert str(ours["which"]) == str(theirs["which"])


class Odd(forms.Select):
    option_template_name = "django/forms/widgets/checkbox_option.html"


def test_options_that_look_otherwise_are_left_to_django(settings: Any) -> None:
    widget = Odd(choices=[("a", "A")])
    assert widget.render("name", "a", renderer=Renderer()) == widget.render("name", "a", renderer=DjangoTemplates())
    assert settings.FORM_RENDERER == "config.common.form_renderer.Renderer"


@pytest.mark.parametrize("wrong", [[], ["It is <late>.", "House’s & own"]])
def test_what_is_wrong_in_a_field_is_written_as_django_writes_it_and_nothing_as_nothing(wrong: list[str]) -> None:
    ours, theirs = (ErrorList(wrong, renderer=each).render() for each in (Renderer(), DjangoTemplates()))
    assert ours == theirs
    assert bool(ours) is bool(wrong)
    assert hasattr(ours, "__html__")
