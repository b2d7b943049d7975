"""A game on screen in a browser: by mouse, by keys alone, by taps on a phone, without scripts, and two at one table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Route, expect

import engine
from accounts.operations import sign_in_links
from missions.models import Game, GameEntry
from missions.selectors.games import standing_lines
from tests import make
from tests.cast import Cast
from tests.e2e.conftest import NewVisitor, Visitor, in_the_sweep
from tests.e2e.screen import How, asked, buttons, decide, is_over, lit_cards, lit_spots, press_after_picking
from tests.missions import on_screen

MOST = 300
"""Decisions of a person in a small game, and far more than one has."""

JOURNEYS = [(1280, True, "keys"), (390, False, "mouse"), (390, True, "touch"), (1280, True, "mouse")]
OTHER_SYSTEMS = [
    in_the_sweep("wwi", "duel", 1280, "keys"),
    in_the_sweep("sabin", "first-game", 1280, "mouse"),
    in_the_sweep("angels", "kent", 390, "touch"),
]
"""Each game but the first, from a scenario of its own and by another hand."""


@pytest.fixture(autouse=True)
def same_chance() -> Iterator[None]:
    """Every game of these tests draws the same."""
    with on_screen.drawn(5):
        yield


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "scripted", "how"), JOURNEYS)
def test_a_duel_against_the_staff_is_flown_to_its_end(
    width: int, scripted: bool, how: How, cast: Cast, transactional_db: None, visitor: NewVisitor
) -> None:
    fly_to_the_end(make.game(cast.owner), cast, visitor(width, scripted=scripted, touch=how == "touch"), how)


@pytest.mark.parametrize(("system", "scenario", "width", "how"), OTHER_SYSTEMS)
def test_a_game_of_another_system_is_played_to_its_end(
    system: str, scenario: str, width: int, how: How, cast: Cast, transactional_db: None, visitor: NewVisitor
) -> None:
    fly_to_the_end(make.game(cast.owner, system, scenario), cast, visitor(width, touch=how == "touch"), how)


def test_no_system_is_left_out() -> None:
    assert {"wildblue", *(each.values[0] for each in OTHER_SYSTEMS)} == set(engine.systems())


def fly_to_the_end(game: Game, cast: Cast, guest: Visitor, how: How) -> None:
    sit_down(guest, cast.owner, game)
    for _ in range(MOST):
        if is_over(guest):
            break
        guest.fits()
        decide(guest, how)
    guest.press("See what became of them")
    expect(guest.page.get_by_role("heading", name="What became of them")).to_be_visible()
    game.refresh_from_db()
    assert game.status == Game.Status.OVER


DEAF = """() => {
  window.deaf = 0;
  const look = () => {
    const asks = document.querySelector("#cockpit .choices");
    if (asks && !asks.querySelector("[data-key]")) window.deaf += 1;
  };
  new MutationObserver(look).observe(document.getElementById("cockpit").parentElement, { childList: true });
}"""
"""Counts the parts of a page that come without keys, be it for the twinkling of an eye."""


def test_a_key_is_heard_as_soon_as_what_it_decides_is_to_be_seen(
    cast: Cast, transactional_db: None, visitor: NewVisitor
) -> None:
    guest = visitor(1280)
    sit_down(guest, cast.owner, make.game(cast.owner))
    guest.page.evaluate(DEAF)
    for _ in range(3):
        decide(guest, "keys")
    assert guest.page.evaluate("window.deaf") == 0


def test_a_key_that_is_held_down_decides_once(cast: Cast, transactional_db: None, visitor: NewVisitor) -> None:
    game, guest = make.game(cast.owner), visitor(1280)
    sit_down(guest, cast.owner, game)
    for _ in range(3):
        before, count = asked(guest), decided_in(game)
        key = "1" if guest.page.locator("#cockpit [data-key='1']").count() else "0"
        guest.page.keyboard.down(key)
        expect(guest.page.locator("#cockpit")).not_to_have_attribute("data-seen", before)
        for _ in range(5):
            guest.page.keyboard.down(key)  # as it repeats
        guest.page.keyboard.up(key)
        guest.page.wait_for_load_state("networkidle")
        assert decided_in(game) == count + 1


def test_the_arrow_keys_go_from_one_thing_that_is_lit_on_the_table_to_the_next(
    cast: Cast, transactional_db: None, visitor: NewVisitor
) -> None:
    game, guest = make.game(cast.owner, "angels", "kent"), visitor(1280)
    sit_down(guest, cast.owner, game)
    spots, keyboard = lit_spots(guest), guest.page.keyboard
    last = spots.count() - 1
    for key, number in (("ArrowRight", 0), ("ArrowRight", 1), ("ArrowLeft", 0), ("ArrowLeft", last), ("ArrowRight", 0)):
        keyboard.press(key)
        expect(spots.nth(number)).to_be_focused()
    keyboard.press("Enter")
    before = asked(guest)
    keyboard.press("1")
    expect(guest.page.locator("#cockpit")).not_to_have_attribute("data-seen", before)
    keyboard.press("ArrowRight")
    expect(lit_spots(guest).first).to_be_focused()


@pytest.mark.parametrize(("width", "height"), [(390, 620), (360, 640)])
def test_on_a_low_phone_the_table_and_the_decision_are_on_the_screen_together(
    width: int, height: int, cast: Cast, transactional_db: None, visitor: NewVisitor
) -> None:
    guest = visitor(width)
    guest.page.set_viewport_size({"width": width, "height": height})
    sit_down(guest, cast.owner, make.game(cast.owner, "wwi", "duel"))
    table, ask = guest.page.locator(".cockpit-table").bounding_box(), guest.page.locator(".cockpit-ask").bounding_box()
    assert table is not None
    assert ask is not None
    assert ask["y"] + ask["height"] <= height
    assert ask["y"] - table["y"] >= height / 3, "what is to be seen of the table above what is asked"
    expect(buttons(guest).first).to_be_in_viewport(ratio=1)
    guest.fits()


def decided_in(game: Game) -> int:
    return GameEntry.objects.filter(game=game, how="person").count()


def sit_down(guest: Visitor, user: User, game: Game) -> None:
    guest.enter(sign_in_links.token_for(user))
    guest.go(f"/games/{game.pk}/")


def test_two_play_by_a_link_and_each_sees_the_others_move_by_itself(
    cast: Cast, transactional_db: None, visitor: NewVisitor
) -> None:
    game = make.game(cast.owner, axis=cast.axis)
    first, second = visitor(1280), visitor(390)
    sit_down(first, cast.owner, game)
    sit_down(second, cast.axis, game)
    for _ in range(8):
        who, other = (first, second) if buttons(first).count() else (second, first)
        before = asked(other)
        decide(who, "mouse")
        expect(other.page.locator("#cockpit")).not_to_have_attribute("data-seen", before)
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


def is_discarding(row: Game) -> bool:
    """Somebody may discard one of several cards, of which the other side hears."""
    game = on_screen.course(row).game
    return game.decision is not None and game.decision.kind == "discard" and len(game.legal()) > 2


def log_of(guest: Visitor) -> list[str]:
    return guest.page.locator("#cockpit [data-entry]").all_inner_texts()


@pytest.mark.sweep
@pytest.mark.parametrize("by_key", [False, in_the_sweep(True)])
def test_what_is_taken_back_is_gone_from_both_tables_and_something_else_is_decided(
    by_key: bool, cast: Cast, transactional_db: None, visitor: NewVisitor
) -> None:
    game = make.game(cast.owner, axis=cast.axis)
    game = on_screen.until(game, [cast.owner, cast.axis], is_discarding, on_screen.by_thumbs(game, 5))
    first, second = visitor(1280), visitor(390, touch=True)
    sit_down(first, cast.owner, game)
    sit_down(second, cast.axis, game)
    who, other = (first, second) if game.side == "allied" else (second, first)
    offered, heard = buttons(who).all_inner_texts(), log_of(other)
    before = asked(who)
    buttons(who).first.click()
    expect(who.page.locator("#cockpit")).not_to_have_attribute("data-seen", before)
    expect(other.page.locator("#cockpit [data-entry]")).to_have_count(len(heard) + 1)
    if by_key:
        who.page.keyboard.press("Backspace")
    else:
        who.press("Take back")
    expect(buttons(who)).to_have_text(offered, use_inner_text=True)
    expect(other.page.locator("#cockpit [data-entry]")).to_have_text(heard, use_inner_text=True)
    before, otherwise = asked(who), buttons(who).nth(1).get_attribute("value")
    buttons(who).nth(1).click()
    expect(who.page.locator("#cockpit")).not_to_have_attribute("data-seen", before)
    expect(other.page.locator("#cockpit [data-entry]")).to_have_count(len(heard) + 1)
    assert standing_lines(on_screen.fresh(game))[-1].partition("\n")[0] == otherwise


@pytest.mark.sweep
@pytest.mark.parametrize("width", [in_the_sweep(1280), 390])
def test_a_connection_that_is_lost_in_the_middle_of_a_decision_loses_and_doubles_nothing(
    width: int, cast: Cast, transactional_db: None, visitor: NewVisitor
) -> None:
    game = make.game(cast.owner)
    guest = visitor(width)
    sit_down(guest, cast.owner, game)
    cockpit = guest.page.locator("#cockpit")
    words = guest.page.get_by_text("No connection: trying again")

    seen = asked(guest)
    guest.page.context.set_offline(True)
    buttons(guest).first.click()
    expect(words).to_be_visible()
    guest.fits()
    assert decided_in(game) == 0
    guest.page.context.set_offline(False)
    expect(words).to_be_hidden()
    expect(cockpit).to_have_attribute("data-seen", seen)
    decide(guest, "mouse")
    assert decided_in(game) == 1

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    seen = asked(guest)
    guest.page.route("**/decide/", lose_the_answer)
    press_after_picking(guest)
    expect(cockpit).not_to_have_attribute("data-seen", seen)
    assert decided_in(game) == 2
    guest.page.unroute("**/decide/")
    seen = asked(guest)
    guest.page.reload()
    expect(cockpit).to_have_attribute("data-seen", seen)
    decide(guest, "mouse")
    assert decided_in(game) == 3
    guest.complaints.clear()  # of the connection that was lost


PICK_AT_ONCE = """() => {
  const once = { once: true };
  const pick = () => document.querySelector("#cockpit .decides a.play-card").click();
  document.addEventListener("htmx:afterSwap", pick, once);
  document.addEventListener("htmx:afterSettle", () => { window.hasSettled = true; }, once);
  window.htmx.ajax("GET", document.getElementById("cockpit").dataset.url, { target: "#cockpit", swap: "outerHTML" });
}"""


def test_what_is_picked_the_moment_the_page_is_new_stays_picked(
    cast: Cast, transactional_db: None, visitor: NewVisitor
) -> None:
    game = make.game(cast.owner)
    guest = visitor(390)
    guest.enter(sign_in_links.token_for(cast.owner))
    guest.go(f"/games/{game.pk}/")
    picked = guest.page.locator("#cockpit .decides a.play-card[aria-current]")
    for _ in range(MOST):
        if lit_cards(guest).count():
            lit_cards(guest).first.click()
            if picked.count():
                break
        decide(guest, "mouse")
    guest.page.keyboard.press("Escape")
    expect(picked).to_have_count(0)
    guest.page.evaluate(PICK_AT_ONCE)
    guest.page.wait_for_function("() => window.hasSettled")
    expect(picked).to_have_count(1)
