"""A fight on screen in a browser: by mouse, by keyboard alone, on a phone, without scripts, and two at one table."""

from __future__ import annotations

from typing import Literal

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, expect

from accounts.operations import sign_in_links
from missions.models import Game
from tests import make
from tests.cast import Cast
from tests.e2e.conftest import NewVisitor, Visitor, in_the_sweep
from tests.missions import on_screen

MOST = 150
"""Decisions of a person in a duel, and far more than one has."""
WITHIN = 1500
"""Milliseconds in which the other's move is there."""

JOURNEYS = [
    (1280, True, "keys"),
    (390, False, "mouse"),
    in_the_sweep(390, True, "mouse"),
    in_the_sweep(1280, True, "mouse"),
]


def buttons(guest: Visitor) -> Locator:
    return guest.page.locator("#cockpit .choices button[name=action]:visible:not(.grave)")


def asked(guest: Visitor) -> str:
    """The name of the page as it stands."""
    return guest.page.locator("#cockpit").get_attribute("data-seen") or ""


def is_over(guest: Visitor) -> bool:
    return guest.page.get_by_text("The fight is over.").is_visible()


def decide(guest: Visitor, how: str) -> None:
    """Take the first decision that is offered: by its key, or by picking a lit card where one is."""
    before = asked(guest)
    if how == "keys":
        guest.page.keyboard.press("1" if guest.page.locator("#cockpit [data-key='1']").count() else "0")
    else:
        card = guest.page.locator("#cockpit a.play-card.lit")
        if card.count() and guest.scripted:
            card.first.click()
        if asked(guest) == before and buttons(guest).count():
            buttons(guest).first.click()
    expect(guest.page.locator("#cockpit")).not_to_have_attribute("data-seen", before)


@pytest.mark.parametrize(("width", "scripted", "how"), JOURNEYS)
def test_a_duel_against_the_staff_is_flown_to_its_end(
    width: int, scripted: bool, how: str, cast: Cast, transactional_db: None, visitor: NewVisitor
) -> None:
    game = make.game(cast.owner)
    guest = visitor(width, scripted=scripted)
    guest.enter(sign_in_links.token_for(cast.owner))
    guest.go(f"/games/{game.pk}/")
    for _ in range(MOST):
        if is_over(guest):
            break
        guest.fits()
        decide(guest, how)
    guest.press("See what became of them")
    expect(guest.page.get_by_role("heading", name="What became of them")).to_be_visible()
    game.refresh_from_db()
    assert game.status == Game.Status.OVER


def test_two_play_by_a_link_and_each_sees_the_others_move_by_itself(
    cast: Cast, transactional_db: None, visitor: NewVisitor
) -> None:
    game = make.game(cast.owner, axis=cast.axis)
    first, second = visitor(1280), visitor(390)
    for guest, user in ((first, cast.owner), (second, cast.axis)):
        guest.enter(sign_in_links.token_for(user))
        guest.go(f"/games/{game.pk}/")
    for _ in range(8):
        who, other = (first, second) if buttons(first).count() else (second, first)
        before = asked(other)
        decide(who, "mouse")
        expect(other.page.locator("#cockpit")).not_to_have_attribute("data-seen", before, timeout=WITHIN)
    who, other = (first, second) if buttons(first).count() else (second, first)
    other.page.context.set_offline(True)
    other.page.wait_for_selector("#cockpit.offline")
    decide(who, "mouse")
    other.page.context.set_offline(False)
    game.refresh_from_db()
    expect(other.page.locator("#cockpit")).to_have_attribute(
        "data-seen", game.seen["axis" if other is second else "allied"]
    )
    who.page.reload()
    expect(who.page.locator("#cockpit")).to_be_visible()
    other.complaints.clear()  # of the connection that was lost


LEGIBLE, VISIBLE = 4.5, 3.0
"""WCAG AA: of letters and their ground; of a frame and what lies around it."""
CONTRAST = """(thing) => {
  const read = (colour) => {
    const [red, green, blue, opacity = 1] = colour.match(/[\\d.]+/g).map(Number);
    return { light: [red, green, blue], opacity };
  };
  const over = (above, below) => above.light.map((each, n) => each * above.opacity + below[n] * (1 - above.opacity));
  const ground = (from) => {
    if (!from) return [255, 255, 255];
    const style = getComputedStyle(from);
    return over(read(style.backgroundColor), ground(from.parentElement));
  };
  const luminance = (colour) =>
    colour
      .map((each) => each / 255)
      .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
      .reduce((sum, each, n) => sum + each * [0.2126, 0.7152, 0.0722][n], 0);
  const contrast = (colour, below) => {
    const [light, dark] = [luminance(over(read(colour), below)), luminance(below)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };
  const style = getComputedStyle(thing);
  let opacity = 1;
  for (let each = thing; each; each = each.parentElement) opacity *= Number(getComputedStyle(each).opacity);
  return {
    letters: contrast(style.color, ground(thing)),
    border: contrast(style.borderTopColor, ground(thing.parentElement)),
    outline: style.outlineStyle === "none" ? 0 : contrast(style.outlineColor, ground(thing.parentElement)),
    opacity,
  };
}"""


def has_all_kinds(row: Game, user: User) -> bool:
    """Buttons of every kind, and cards that may be played and others."""
    shown = on_screen.page(row, "allied", user)
    kinds = {(each.is_plain, each.is_grave) for each in shown.buttons if each.is_shown}
    return len(kinds) == 3 and {card.is_lit for hand in shown.own_hands for card in hand.cards} == {False, True}


@pytest.mark.parametrize("colours", [in_the_sweep("light"), in_the_sweep("dark")])
def test_what_is_pointed_at_reached_by_keys_or_lit_stands_out_by_day_and_by_night(
    colours: Literal["light", "dark"], cast: Cast, transactional_db: None, visitor: NewVisitor
) -> None:
    with on_screen.drawn(5):
        game = make.game(cast.owner)
    people = [cast.owner]
    game = on_screen.until(game, people, lambda row: has_all_kinds(row, cast.owner), on_screen.by_thumbs(game, 5))
    guest = visitor(1280)
    guest.page.emulate_media(color_scheme=colours, reduced_motion="reduce")
    guest.enter(sign_in_links.token_for(cast.owner))
    guest.go(f"/games/{game.pk}/")
    shown, faint = 0, []
    for kind in (".primary", ".plain", ".grave", ".play-card.lit", ".play-card:not(.lit)", ".cockpit-tools .btn"):
        thing = guest.page.locator(f"#cockpit {kind}:visible").first
        shown += thing.count()
        thing.hover()
        pointed_at = thing.evaluate(CONTRAST)
        guest.page.mouse.move(0, 0)
        thing.focus()
        guest.page.keyboard.press("Shift")
        focused = thing.evaluate(CONTRAST)
        lit = focused["border"] if "lit" in kind else VISIBLE
        letters = min(pointed_at["letters"], focused["letters"])
        if min(letters / LEGIBLE, focused["outline"] / VISIBLE, lit / VISIBLE, focused["opacity"]) < 1:
            faint.append((kind, pointed_at, focused))
    assert shown == 6
    assert faint == []
