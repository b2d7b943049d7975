"""What people write at length, as passages of running text: emphasis, headings, lists."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from campaigns.documents.kit import fonts
from campaigns.documents.kit.lines import MARK, Look, Passage, Span
from config.common.prose import Block, Words

NOTE: Final = Look(fonts.SANS.regular, 8.8, 12, before=2)
HEADING: Final = Look(fonts.SANS.bold, 8.8, 12, before=6, keep=True, level=4)
STEP: Final = 17.0
"""By which a list or a quotation is set in."""
DEEPEST: Final = 4
"""What stands in more lists and quotations is set in no further."""
_NOTES: Final = tuple(replace(NOTE, indent=STEP * depth) for depth in range(DEEPEST + 1))
_HEADINGS: Final = tuple(replace(HEADING, indent=STEP * depth) for depth in range(DEEPEST + 1))


def passage(block: Block) -> Passage:
    """A block as it is set. A mark that its indent has no room for stands in the text."""
    look = (_HEADINGS if block.is_heading else _NOTES)[min(block.depth, DEEPEST)]
    words, mark = block.words, block.mark
    if fonts.width(mark, look.face, look.size) > STEP - MARK:
        words, mark = (Words(f"{mark} "), *words), ""
    text = "".join(each.text for each in words)
    plain = all(not any(each[1:]) for each in words)
    return Passage(text, look, spans=() if plain else tuple(_span(each, block) for each in words), mark=mark)


def _span(words: Words, block: Block) -> Span:
    is_bold = words.is_strong or block.is_heading
    regular, italic = (fonts.SANS.bold, fonts.SANS.bold_italic) if is_bold else (fonts.SANS.regular, fonts.SANS.italic)
    return Span(words.text, italic if words.is_emphatic else regular, words.is_struck)
