"""Forms of talk: a comment, and a side's after-action report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms

from config.common import markdown
from config.common.forms import HouseForm, choice_field
from missions.operations.comments import TEXT_LENGTH
from missions.operations.post_reports import WORDS_LENGTH


class WordsField(forms.CharField):
    """A text of at most so many letters. That many the page takes; the operation counts, whatever the line ends."""

    def __init__(self, most: int, rows: int, *, label: str, required: bool = True) -> None:
        super().__init__(
            label=label,
            required=required,
            max_length=2 * most,
            widget=forms.Textarea(attrs={"rows": rows}),
            error_messages={
                "required": "Write something here.",
                "max_length": f"This is longer than {most:,} letters.",
            },
        )
        self.widget.attrs["maxlength"] = most


class CommentForm(HouseForm):
    """What somebody says, and to whom."""

    text = WordsField(TEXT_LENGTH, 4, label="Say something")
    side = forms.ChoiceField(
        required=False, label="To", error_messages={"invalid_choice": "You have no seat on this side."}
    )

    def __init__(self, *args: object, audiences: Sequence[tuple[str, str]] = (), **kwargs: object) -> None:
        """``audiences``: sides to which somebody may speak alone, and what they are called."""
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.set_choices("side", [("", "Everybody"), *audiences])


class StoryForm(HouseForm):
    """A side's report; without words it is taken back."""

    text = WordsField(markdown.LONGEST, 16, label="Report", required=False)
    seen = forms.CharField(max_length=60, required=False, widget=forms.HiddenInput)


class ReportForm(HouseForm):
    """What is wrong with a post, for the umpires."""

    words = WordsField(WORDS_LENGTH, 3, label="What is wrong with it")


class NoteReportForm(ReportForm):
    """The same of a note in the journal, which one chooses."""

    note = choice_field("Which note", is_radio=True, missing="Choose a note.", wrong="That note stands there no more.")
    field_order = ("note", "words")

    def __init__(self, notes: Iterable[tuple[str, str]], *args: Any, **kwargs: Any) -> None:
        """``notes``: each by its key, with what it says and who wrote it."""
        super().__init__(*args, **kwargs)
        self.set_choices("note", notes)
