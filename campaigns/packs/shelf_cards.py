"""Cards as a shelf and its files have them: those that packs carry, and Resources beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import Field, ValidationError

import engine
from campaigns.packs.card_schema import OF_THE_PACK, CardPart, CardSlug, ResourceCard
from campaigns.packs.cards import CardsRead, changed_card, read_cards
from campaigns.packs.schema import Table
from campaigns.packs.sentences import path_of, sentence
from engine.core.game import Document

MOST_RESOURCES = 40


class _Resources(CardPart):
    resources: Table[CardSlug, ResourceCard] = Field(max_length=MOST_RESOURCES)


def read_shelf_cards(data: Mapping[str, Any], nations: Mapping[str, Document] = {}) -> CardsRead:
    """The cards of a file of them, as ``read_cards`` reads those of a pack, with ``[cards.resources.<slug>]``."""
    cards = data.get("cards")
    if not isinstance(cards, dict) or "resources" not in cards:
        return read_cards(data, nations)
    resources = cards["resources"]
    read = read_cards({**data, "cards": {key: each for key, each in cards.items() if key != "resources"}}, nations)
    system = engine.systems().get(str(data.get("system")))
    if system is not None and "resources" not in system.campaign.knows:
        read.wrong.append((("cards", "resources"), f"{system.title} has no Resources. Remove them."))
    try:
        found = _Resources.model_validate({"resources": resources})
    except ValidationError as error:
        read.wrong += [
            (("cards", *path_of(each)), sentence(each, _Resources)) for each in error.errors(include_url=False)
        ]
        return read
    for slug, card in found.resources.items():
        said = card.model_dump(mode="json", exclude_defaults=True)
        read.resources[slug] = changed_card({"slug": slug, **said})
    return read


def without_pack(resource: Mapping[str, Any]) -> dict[str, Any]:
    """A Resource as a shelf has it."""
    return {key: each for key, each in resource.items() if key not in (*OF_THE_PACK, "provenance", "fixed")}


def given_aircraft(resource: Mapping[str, Any]) -> tuple[str, ...]:
    """The types that a Resource brings, as it names them."""
    gives = resource.get("gives")
    effects = [each for each in gives if isinstance(each, dict)] if isinstance(gives, list) else []
    named = [effect.get("aircraft", []) for effect in effects]
    return tuple(
        dict.fromkeys(slug for each in named if isinstance(each, list) for slug in each if isinstance(slug, str))
    )
