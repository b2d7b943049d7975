"""Cards from a Draw Pile to hands and to the discards. [WBY 4.6, 10.1; WWI Leader Attack, Your Wingmen]"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.core.errors import BadRecord, EngineError
from engine.core.game import Side
from engine.flames.cards import Deck
from engine.flames.table import NONE, Table


def drawing(deck: Deck, crafts: int) -> Callable[[Table, int, int], None]:
    """How cards of this deck are drawn for any of so many ``crafts``: what it knows is at hand, for games draw much."""
    side_of_craft, bits = deck.side_of_craft, deck.bits
    drew = tuple(deck.drew + (craft << 16) for craft in range(crafts))

    def draw(table: Table, craft: int, count: int) -> None:
        """Draw cards into a hand or mini-hand, as many as there are."""
        side = craft >> side_of_craft
        pool = table.pools[side]
        size = len(pool)
        hand = table.hands[craft]
        mask = table.masks[craft]
        log = table.log
        base = drew[craft]
        if table.loaded or size < count:
            for _ in range(count):
                card = draw_one(table, side)
                if card < 0:
                    break
                hand.append(card)
                mask |= bits[card]
                log.append(base + card)
            table.loaded = _is_loaded(table)
        else:
            random = table.random
            for left in range(size, size - count, -1):
                card = pool.pop(int(random() * left))
                hand.append(card)
                mask |= bits[card]
                log.append(base + card)
        table.masks[craft] = mask

    return draw


def draw_one(table: Table, side: int) -> int:
    """The next card of a Draw Pile, which the discards renew when it is empty; ``NONE`` if both are. [WBY 4.6.2]"""
    pool = table.pools[side]
    if pool and not table.loaded:
        return pool.pop(int(table.random() * len(pool)))
    stacked = table.stacked[side]
    if not stacked and not pool:
        discards = table.discards[side]
        if not discards:
            return NONE
        pool.extend(discards)
        discards.clear()
        table.log.append(table.deck.reshuffled + (side << 16))
    if not stacked:
        return take_at_random(table, side, pool)
    card = stacked.pop()
    name = table.deck.sides[side]
    told = table.chance.scripted(name)
    if told is not None and card not in table.deck.named(told):
        raise BadRecord(f"The record draws {told}, but {table.deck.texts[card]} lies on top of the {name} deck.")
    return card


def take_at_random(table: Table, side: int, cards: list[int]) -> int:
    """Take one of a side's cards, from its Draw Pile or from a hand, by chance or as a record tells."""
    chosen = int(table.random() * len(cards))
    name = table.deck.sides[side]
    told = table.chance.scripted(name) if table.loaded else None
    if told is not None:
        named = table.deck.named(told)
        if cards[chosen] not in named:
            chosen = next((place for place, card in enumerate(cards) if card in named), NONE)
        if chosen < 0:
            raise BadRecord(f"The record gives {told}, which is not among the {name} cards.")
    return cards.pop(chosen)


def turn_up(table: Table, side: int) -> int:
    """Draw a card, which everybody sees, and discard it; ``NONE`` if none is left."""
    card = draw_one(table, side)
    if card >= 0:
        table.discards[side].append(card)
        if table.loaded:
            table.loaded = _is_loaded(table)
    return card


def _is_loaded(table: Table) -> bool:
    """Whether a card is known before it is drawn."""
    return any(table.stacked) or not table.chance.script_is_over


def discard_hand(table: Table, craft: int) -> None:
    """Discard whatever is left in a hand or mini-hand."""
    hand = table.hands[craft]
    if hand:
        deck = table.deck
        table.discards[craft >> deck.side_of_craft].extend(hand)
        hand.clear()
        table.masks[craft] &= ~deck.faces


def mask_hand(table: Table, craft: int) -> None:
    """Note anew which faces a hand holds."""
    mask = table.masks[craft] & ~table.deck.faces
    for card in table.hands[craft]:
        mask |= table.deck.bits[card]
    table.masks[craft] = mask


# Cards put on top from outside


def put_on_top(table: Table, cards: Mapping[Side, Sequence[str]], dice: Sequence[int], game: str) -> None:
    """Put cards on top of the Draw Piles, the first of each list to be drawn first. Raises ``EngineError``.

    ``game`` is who has no ``dice``.
    """
    if dice:
        raise EngineError(f"{game} rolls no dice.")
    sides = table.deck.sides[: len(table.pools)]
    chosen: dict[int, list[int]] = {}
    for name, texts in cards.items():
        if name not in sides:
            raise EngineError(f"There is no side {name!r}.")
        if not isinstance(texts, (list, tuple)) or not all(isinstance(text, str) for text in texts):
            raise EngineError("The cards of a script are lists of card slugs by side.")
        side = sides.index(name)
        rest = [*reversed(table.stacked[side]), *table.pools[side]]
        chosen[side] = [_find(table, text, rest, name) for text in texts]
    for side in sorted(chosen):
        _stack(table, side, chosen[side])


def _find(table: Table, text: str, rest: list[int], side: Side) -> int:
    """Take a card that the text means out of what can still be drawn."""
    named = table.deck.named(text)
    for card in rest:
        if card in named:
            rest.remove(card)
            return card
    raise EngineError(f"No {text} is left in the {side} Draw Pile.")


def _stack(table: Table, side: int, cards: list[int]) -> None:
    """Lay these cards on top, and log them before those put there just now: a record has them in one line."""
    pool, stacked, log = table.pools[side], table.stacked[side], table.log
    event = table.deck.scripted + (side << 16)
    start = len(log)
    while start and log[start - 1] >> 8 == event >> 8:
        start -= 1
    lower = log[start:][::-1]
    for card in reversed(cards):
        if card in pool:
            pool.remove(card)
        else:  # it lies there already
            stacked.remove(card)
            if event + card in lower:
                lower.remove(event + card)
        stacked.append(card)
        table.loaded = True
    log[start:] = [*(event + card for card in cards), *reversed(lower)]
