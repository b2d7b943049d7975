"""Games on screen: begun once a form, decided by who is in charge, taken back within bounds, landed once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db.models import F
from django.utils import timezone

import engine
from accounts.operations import accounts
from config.common.refusals import Refusal
from engine.core.game import PUBLIC
from engine.core.report import Report
from missions import tasks
from missions.games.cache import KEPT
from missions.models import Controller, Game, GameEntry, Skirmish
from missions.operations import games, skirmishes
from missions.operations.games import GameTerms, SeatPlan
from missions.selectors.games import controls, looked_at, token_of
from notices.models import Happening
from tests import make, screen
from tests.cast import Cast
from tests.engine.broad import broad
from tests.missions import on_screen

pytestmark = pytest.mark.usefixtures("same_chance")

GONE = "The table has changed since your page was made"


def begin(actor: User, **said: Any) -> Game:
    setup = engine.systems()["wildblue"].scenarios()["duel"].setup
    seats = (SeatPlan(side="allied", user=actor), SeatPlan(side="axis"))
    terms: dict[str, Any] = {
        "key": uuid4(),
        "title": "Over the Channel",
        "system": "wildblue",
        "setup": setup,
        "seats": seats,
        "terms": GameTerms(),
    }
    return games.begin_skirmish(actor=actor, **terms | said)


def allied(game: Game, user: User) -> tuple[str, str]:
    """What the Allied side may do first of all, and the name of the page that offers it."""
    shown = on_screen.page(game, "allied", user)
    return shown.buttons[0].action, shown.seen


@pytest.fixture
def duel(cast: Cast) -> Game:
    """A dogfight of one against one, of two people."""
    return make.game(cast.owner, axis=cast.axis)


def state(game: Game) -> tuple[object, ...]:
    row = on_screen.fresh(game)
    return row.count, row.seen, row.side, row.status, GameEntry.objects.filter(game=game).count()


# Begun


@pytest.mark.portable
def test_the_same_form_again_finds_the_game_that_it_began(cast: Cast) -> None:
    key = uuid4()
    assert begin(cast.owner, key=key) == begin(cast.owner, key=key, title="Another")
    assert Game.objects.count() == Skirmish.objects.count() == 1


def test_a_form_that_had_a_skirmish_flown_begins_no_game_of_it(cast: Cast) -> None:
    flown = make.flown_skirmish(cast.owner)
    with pytest.raises(Refusal, match="has been flown by the engine"):
        begin(cast.owner, key=flown.key)
    assert not Game.objects.exists()


def test_a_set_up_that_the_rules_do_not_take_is_refused_and_leaves_nothing(cast: Cast) -> None:
    setup = engine.systems()["wildblue"].scenarios()["duel"].setup
    with pytest.raises(Refusal):
        begin(cast.owner, setup=setup | {"units": []})
    with pytest.raises(Refusal, match="There is no such game system"):
        begin(cast.owner, system="chess")
    assert not Game.objects.exists()
    assert not Skirmish.objects.exists()


def test_a_game_in_which_nobody_decides_is_left_to_the_engine(cast: Cast) -> None:
    with pytest.raises(Refusal, match="Nobody would decide"):
        begin(cast.owner, seats=(SeatPlan(side="allied"), SeatPlan(side="axis")))
    assert not Skirmish.objects.exists()


def test_whoever_would_sit_on_a_side_that_does_not_fly_decides_for_nobody(cast: Cast) -> None:
    """Down in Flames WWI knows sides that most of its games do not have."""
    game = make.game(cast.owner, "wwi", "two-teams")
    assert list(game.controllers.values_list("side", flat=True)) == ["allied", "axis"]
    others = [side for side in engine.systems()["wwi"].sides if side not in ("allied", "axis")]
    setup = engine.systems()["wwi"].scenarios()["two-teams"].setup
    seats = [SeatPlan(side="allied"), SeatPlan(side="axis"), *(SeatPlan(side=side, user=cast.owner) for side in others)]
    with pytest.raises(Refusal, match="Nobody would decide"):
        begin(cast.owner, system="wwi", setup=setup, seats=seats)


@pytest.mark.parametrize("staff", [SeatPlan(side="axis", level="lazy"), SeatPlan(side="axis", doctrine="reckless")])
def test_the_staff_plays_at_a_level_and_by_a_doctrine_that_there_is(cast: Cast, staff: SeatPlan) -> None:
    with pytest.raises(Refusal, match="is one of"):
        begin(cast.owner, seats=(SeatPlan(side="allied", user=cast.owner), staff))


# Decided


@pytest.mark.portable
def test_a_double_click_is_one_decision(cast: Cast, duel: Game) -> None:
    shown = on_screen.act(duel, [cast.owner, cast.axis])
    before = state(duel)
    user = shown.chair.user if shown.chair else None
    assert user is not None
    games.decide(actor=user, game=duel, side=shown.side, action=shown.buttons[0].action, seen=shown.seen)
    assert state(duel) == before


def test_only_who_is_in_charge_decides(cast: Cast, duel: Game) -> None:
    side = on_screen.fresh(duel).side
    inside = {"allied": cast.owner, "axis": cast.axis}
    shown = on_screen.page(duel, side, inside[side])
    before = state(duel)
    for user in (cast.stranger, next(user for at, user in inside.items() if at != side)):
        with pytest.raises(Refusal, match="It is not your decision now"):
            games.decide(actor=user, game=duel, side=side, action=shown.buttons[0].action, seen=shown.seen)
    other = next(at for at in inside if at != side)
    seen = on_screen.fresh(duel).seen[other]
    with pytest.raises(Refusal, match="It is not your decision now"):
        games.decide(actor=inside[other], game=duel, side=other, action=shown.buttons[0].action, seen=seen)
    assert state(duel) == before


def test_a_decision_made_on_an_old_page_is_refused_and_changes_nothing(cast: Cast) -> None:
    game = make.game(cast.owner)
    action, seen = allied(game, cast.owner)
    on_screen.act(game, [cast.owner])
    before = state(game)
    other = next(each.action for each in on_screen.page(game, "allied", cast.owner).buttons if each.action != action)
    with pytest.raises(Refusal, match=GONE):
        games.decide(actor=cast.owner, game=game, side="allied", action=other, seen=seen)
    assert state(game) == before


@pytest.mark.parametrize("action", ["", "pass the salt", "play maneuver > nobody", "x" * 400])
def test_what_is_no_action_now_is_refused_and_changes_nothing(cast: Cast, action: str) -> None:
    game = make.game(cast.owner)
    before = state(game)
    seen = on_screen.page(game, "allied", cast.owner).seen
    with pytest.raises(Refusal, match="That cannot be done now"):
        games.decide(actor=cast.owner, game=game, side="allied", action=action, seen=seen)
    assert state(game) == before


def test_a_page_that_was_read_while_somebody_decided_spoils_nothing(cast: Cast) -> None:
    """Its row is older than the entries that it finds."""
    game = make.game(cast.owner)
    old = on_screen.fresh(game)
    on_screen.act(game, [cast.owner])
    KEPT.take(game.key)
    with looked_at(old) as course:
        assert course.count == sum(1 for each in on_screen.entries(game) if each.number <= old.count)
    for _ in range(3):
        on_screen.act(game, [cast.owner])
    assert engine.replay(on_screen.course(game).game.record).position() == on_screen.course(game).game.position()


# Taken back


def quiet(game: Game, user: User) -> Game:
    """A game in which the last decision was the person's own, drew nothing, and left it to him to go on."""

    def may(row: Game) -> bool:
        return row.side == "allied" and on_screen.page(row, "allied", user).may_take_back

    return on_screen.until(game, [user], may, on_screen.at_random(1))


@pytest.mark.portable
def test_what_is_taken_back_is_as_if_it_had_not_been(cast: Cast) -> None:
    game = quiet(make.game(cast.owner, scenario="two-elements"), cast.owner)
    shown = on_screen.page(game, "allied", cast.owner)
    last = max(each.number for each in on_screen.entries(game) if each.how == GameEntry.How.PERSON)
    before = [each.lines for each in on_screen.entries(game) if each.number < last]
    games.take_back(actor=cast.owner, game=game, side="allied", seen=shown.seen)
    again = on_screen.page(game, "allied", cast.owner)
    assert [entry.lines for entry in on_screen.entries(game)][: len(before)] == before, "nothing is deleted"
    assert on_screen.entries(game)[-1].how == GameEntry.How.BACK
    taken = on_screen.entries(game)[last - 1].lines
    assert taken in [each.action for each in again.buttons]
    assert again.seen != shown.seen
    games.decide(actor=cast.owner, game=game, side="allied", action=taken, seen=again.seen)
    assert on_screen.page(game, "allied", cast.owner).prompt == shown.prompt


def test_who_takes_back_and_decides_the_same_again_gains_no_time_by_it(cast: Cast) -> None:
    game = quiet(make.game(cast.owner, scenario="two-elements", terms=GameTerms(hours=24)), cast.owner)

    def hours_left() -> float:
        late_at = on_screen.fresh(game).late_at
        assert late_at is not None
        return (late_at - timezone.now()) / timedelta(hours=1)

    def pass_hours(hours: int) -> None:
        shift = timedelta(hours=hours)
        Game.objects.filter(pk=game.pk).update(waits_since=F("waits_since") - shift, late_at=F("late_at") - shift)

    def staff_has_decided() -> bool:
        return game.entries.filter(how=GameEntry.How.STAFF, side="allied").exists()

    last = on_screen.entries(game)[-1].lines
    assert hours_left() == pytest.approx(24, abs=0.1)
    for left in (14, 4):
        games.take_back(
            actor=cast.owner, game=game, side="allied", seen=on_screen.page(game, "allied", cast.owner).seen
        )
        pass_hours(10)
        assert hours_left() == pytest.approx(left, abs=0.1)
        shown = on_screen.page(game, "allied", cast.owner)
        games.decide(actor=cast.owner, game=game, side="allied", action=last, seen=shown.seen)
        assert hours_left() == pytest.approx(left, abs=0.1), "the game is no further than it was"
    tasks.games_due()
    assert not staff_has_decided()
    on_screen.act(game, [cast.owner])
    assert hours_left() == pytest.approx(24, abs=0.1), "now it is"
    pass_hours(25)
    tasks.games_due()
    assert staff_has_decided()


def test_taking_back_twice_on_one_page_is_refused_the_second_time(cast: Cast) -> None:
    game = quiet(make.game(cast.owner, scenario="two-elements"), cast.owner)
    seen = on_screen.page(game, "allied", cast.owner).seen
    games.take_back(actor=cast.owner, game=game, side="allied", seen=seen)
    with pytest.raises(Refusal, match="The table has changed"):
        games.take_back(actor=cast.owner, game=game, side="allied", seen=seen)


def test_nothing_is_taken_back_that_drew_chance_or_let_somebody_else_decide(cast: Cast) -> None:
    """It may be taken back just while the last that happened was one's own, drew nothing, and one goes on deciding."""
    game = make.game(cast.owner, scenario="two-elements", axis=cast.axis)
    people = {"allied": cast.owner, "axis": cast.axis}
    choose = on_screen.at_random(3)
    may = may_not = 0
    for _ in range(24):
        row, done = on_screen.fresh(game), on_screen.entries(game)
        for side, user in people.items():
            shown = on_screen.page(game, side, user)
            own = bool(done) and done[-1].side == side and "\n" not in done[-1].lines and row.side == side
            if not own:
                may_not += 1
                assert not shown.may_take_back
                with pytest.raises(Refusal, match="There is nothing to take back"):
                    games.take_back(actor=user, game=game, side=side, seen=shown.seen)
            may += shown.may_take_back
        on_screen.act(game, [*people.values()], choose)
    assert may, "something may be taken back"
    assert may_not, "and something may not"


def test_terms_that_let_nobody_take_back_hold(cast: Cast) -> None:
    setup = engine.systems()["wildblue"].scenarios()["two-elements"].setup
    game = quiet(begin(cast.owner, setup=setup), cast.owner)
    Game.objects.filter(pk=game.pk).update(takes_back=False)
    shown = on_screen.page(game, "allied", cast.owner)
    assert not shown.may_take_back
    with pytest.raises(Refusal, match="nobody takes anything back"):
        games.take_back(actor=cast.owner, game=game, side="allied", seen=shown.seen)


def test_what_the_other_side_has_not_noticed_it_does_not_notice_being_taken_back(cast: Cast) -> None:
    """The name of its page stays, unless it was told of what is taken back."""
    game = make.game(cast.owner, axis=cast.axis, scenario="two-elements")
    people, times = [cast.owner, cast.axis], 0
    choose = on_screen.at_random(2)
    while times < 8:
        row = on_screen.fresh(game)
        user = {"allied": cast.owner, "axis": cast.axis}[row.side]
        other = "axis" if row.side == "allied" else "allied"
        before = row.seen[other]
        on_screen.act(game, people, choose)
        after = on_screen.fresh(game)
        if after.side != row.side or not on_screen.page(game, row.side, user).may_take_back:
            continue
        games.take_back(actor=user, game=game, side=row.side, seen=after.seen[row.side])
        now = on_screen.fresh(game).seen[other]
        assert (now == before) == (after.seen[other] == before)
        times += 1


# Chairs


@pytest.mark.portable
def test_an_open_chair_is_taken_once(cast: Cast) -> None:
    game = make.game(cast.owner, axis=None)
    token = token_of(game.controllers.get(side="axis"))
    assert games.sit_down(actor=cast.axis, token=token) == game
    assert games.sit_down(actor=cast.axis, token=token) == game, "the same person finds his own"
    with pytest.raises(Refusal, match="Somebody else has taken this chair"):
        games.sit_down(actor=cast.stranger, token=token)
    assert controls(game, cast.axis) == ["axis"]
    assert controls(game, cast.stranger) == []


@pytest.mark.parametrize("token", ["", "nonsense", "MQ:1abc:def"])
def test_a_link_that_was_altered_leads_to_no_chair(cast: Cast, token: str) -> None:
    with pytest.raises(Refusal, match="leads to no chair"):
        games.sit_down(actor=cast.axis, token=token)


def test_an_empty_chair_is_waited_for(cast: Cast) -> None:
    game = make.game(cast.owner, axis=None)
    game = on_screen.until(game, [cast.owner], lambda row: row.side == "axis", on_screen.first)
    shown = on_screen.page(game, "allied", cast.owner)
    assert not shown.is_mine
    assert shown.waits_for == "whoever takes the Axis side"
    count = game.count
    games.resume(game)
    assert on_screen.fresh(game).count == count


def test_who_closes_his_account_leaves_it_to_the_staff(cast: Cast) -> None:
    game = make.game(cast.owner, axis=cast.axis)
    game = on_screen.until(game, [cast.owner, cast.axis], lambda row: row.side == "axis", on_screen.first)
    games.set_habits(actor=cast.axis, game=game, side="axis", habits=["never-discard"])
    before = on_screen.fresh(game).count
    accounts.close(user=cast.axis, texts=False)
    row = on_screen.fresh(game)
    assert row.count > before, "the staff has gone on"
    assert row.side in ("allied", "")
    assert not row.controllers.filter(user=cast.axis).exists()
    assert not row.controllers.exclude(habits=[]).exists(), "his standing orders have gone with him"
    assert on_screen.to_the_end(game, [cast.owner], on_screen.first).is_over


def test_who_has_left_it_to_the_staff_and_closes_his_account_is_named_no_more(cast: Cast) -> None:
    game = make.game(cast.owner, axis=cast.axis)
    games.rest(actor=cast.axis, game=game, side="axis", rests=True)
    accounts.close(user=cast.axis, texts=False)
    assert not Controller.objects.filter(game=game).exclude(rests_of=None).exists()
    assert on_screen.to_the_end(game, [cast.owner], on_screen.first).is_over


def test_a_chair_is_handed_over_to_who_comes_with_the_link(cast: Cast) -> None:
    game = make.game(cast.owner)
    games.set_habits(actor=cast.owner, game=game, side="allied", habits=["never-discard"])
    chair = games.hand_over(actor=cast.owner, game=game, side="allied")
    assert on_screen.page(game, "allied", cast.owner).is_mine, "until somebody comes, it is his"
    games.sit_down(actor=cast.pilot, token=token_of(chair))
    his = on_screen.page(game, "allied", cast.pilot)
    assert his.is_mine
    assert not [each for each in his.habits if each.is_set], "standing orders are his who gave them"
    assert controls(game, cast.owner) == []


def test_habits_that_one_side_sets_are_not_noticed_by_the_other(cast: Cast) -> None:
    game = make.game(cast.owner, axis=cast.axis)
    game = on_screen.until(game, [cast.owner, cast.axis], lambda row: row.side == "axis", on_screen.first)
    before = on_screen.fresh(game)
    habits = [habit.slug for habit in engine.systems()["wildblue"].habits]
    games.set_habits(actor=cast.owner, game=game, side="allied", habits=habits)
    after = on_screen.fresh(game)
    assert after.seen["axis"] == before.seen["axis"]
    assert after.seen["allied"] != before.seen["allied"]
    with pytest.raises(Refusal, match="no such habit"):
        games.set_habits(actor=cast.owner, game=game, side="allied", habits=["win"])


def test_who_leaves_it_to_the_staff_may_take_over_again_and_when_all_have_the_game_ends(cast: Cast) -> None:
    game = make.game(cast.owner, axis=cast.axis)
    games.rest(actor=cast.axis, game=game, side="axis", rests=True)
    assert on_screen.fresh(game).side == "allied"
    games.rest(actor=cast.axis, game=game, side="axis", rests=False)
    assert not on_screen.fresh(game).is_over
    for user, side in ((cast.axis, "axis"), (cast.owner, "allied")):
        games.rest(actor=user, game=game, side=side, rests=True)
    assert on_screen.fresh(game).is_over


def test_what_is_left_to_a_staff_that_thinks_is_taken_over_again_before_one_decides(cast: Cast) -> None:
    game = make.game(cast.owner)
    side = game.side
    game = games.decide(actor=cast.owner, game=game, side=side, action=screen.sensible(game), seen=game.seen[side])
    assert game.side == side
    Controller.objects.filter(game=game).update(level="veteran")
    game = games.rest(actor=cast.owner, game=game, side=side, rests=True)
    shown = on_screen.page(game, side, cast.owner)
    assert (shown.is_mine, shown.may_take_back, shown.thinks) == (False, False, "veteran")
    with pytest.raises(Refusal, match="Take over again"):
        games.decide(actor=cast.owner, game=game, side=side, action=screen.sensible(game), seen=shown.seen)
    with pytest.raises(Refusal, match="Take over again"):
        games.take_back(actor=cast.owner, game=game, side=side, seen=shown.seen)
    game = games.rest(actor=cast.owner, game=game, side=side, rests=False)
    games.decide(actor=cast.owner, game=game, side=side, action=screen.sensible(game), seen=game.seen[side])


# Over


@pytest.mark.portable
@pytest.mark.parametrize(
    "kind",
    broad([("sabin", "first-game"), ("wildblue", "duel"), ("wwi", "duel"), ("angels", "dogfight")], 1),
)
def test_a_game_that_is_over_lands_once_with_its_record_and_its_report(cast: Cast, kind: tuple[str, str]) -> None:
    people = [cast.owner, cast.axis]
    game = on_screen.to_the_end(make.game(cast.owner, *kind, axis=cast.axis), people, on_screen.at_random(1))
    assert game.skirmish is not None
    replayed = engine.replay(game.skirmish.record)
    assert replayed.deciding is None
    assert Report.from_json(game.skirmish.report or {}) == replayed.report()
    Skirmish.objects.filter(pk=game.skirmish.pk).update(record="once")
    games.land(game)
    games.land(on_screen.fresh(game))
    assert Skirmish.objects.get().record == "once"


def test_a_landing_that_was_cut_off_is_made_up_for(cast: Cast) -> None:
    game = on_screen.to_the_end(make.game(cast.owner), [cast.owner], on_screen.first)
    Skirmish.objects.update(record="", report=None)
    games.land(on_screen.fresh(game))
    assert Skirmish.objects.get().report


def test_what_is_over_takes_no_decision_and_gives_nothing_back(cast: Cast) -> None:
    game = on_screen.to_the_end(make.game(cast.owner), [cast.owner], on_screen.first)
    seen = on_screen.fresh(game).seen["allied"]
    before = state(game)
    for act in (
        lambda: games.decide(actor=cast.owner, game=game, side="allied", action="pass", seen=seen),
        lambda: games.take_back(actor=cast.owner, game=game, side="allied", seen=seen),
        lambda: games.rest(actor=cast.owner, game=game, side="allied", rests=True),
        lambda: games.hand_over(actor=cast.owner, game=game, side="allied"),
    ):
        with pytest.raises(Refusal, match="The game is over"):
            act()
    games.resume(game)
    assert state(game) == before


def test_a_skirmish_is_deleted_with_its_game(cast: Cast, duel: Game) -> None:
    on_screen.act(duel, [cast.owner, cast.axis])
    make.it_waits(on_screen.fresh(duel), timedelta(minutes=11))
    tasks.games_due()
    assert Happening.objects.filter(kind="game-turn").exists()
    assert duel.skirmish is not None
    skirmishes.delete(actor=cast.axis, skirmish=duel.skirmish)
    assert Game.objects.exists(), "it is not his"
    skirmishes.delete(actor=cast.owner, skirmish=duel.skirmish)
    assert not Game.objects.exists()
    assert not GameEntry.objects.exists()
    assert not Happening.objects.exists(), "and nobody’s inbox leads to it"


@pytest.mark.parametrize("lets_watch", [False, True])
def test_alone_against_the_staff_nothing_that_tells_of_a_hand_is_taken_at_once_if_others_watch(
    cast: Cast, lets_watch: bool
) -> None:
    game = make.game(cast.owner, scenario="two-elements", terms=GameTerms(lets_watch=lets_watch))
    system = engine.systems()["wildblue"]
    games.set_habits(actor=cast.owner, game=game, side="allied", habits=[habit.slug for habit in system.habits])
    unasked, choose = [], on_screen.by_thumbs(game, 1)
    for _ in range(24):
        row, count = on_screen.fresh(game), on_screen.fresh(game).count
        if row.is_over:
            break
        if row.resumes_at is not None:
            on_screen.let_the_pause_pass(row)
            count += 1  # what has waited
        else:
            on_screen.act(row, [cast.owner], choose)
        new = GameEntry.objects.filter(game=row, number__gt=count, how__in=("habit", "forced"))
        unasked += [each for each in new if each.decision not in system.open_kinds]
    assert bool(unasked) != lets_watch


def test_who_watches_notices_who_leaves_it_to_the_staff_and_not_what_one_has_set(cast: Cast, duel: Game) -> None:
    before = duel.seen
    row = games.set_habits(actor=cast.owner, game=duel, side="allied", habits=[])
    assert row.seen[PUBLIC] == before[PUBLIC]
    row = games.rest(actor=cast.owner, game=duel, side="allied", rests=True)
    assert row.seen[PUBLIC] != before[PUBLIC]
