"""What is printed of men and squadrons is what the journal says of them, for the eyes that it is printed for."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from django.http import Http404
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from campaigns.access import Viewer, viewer
from campaigns.documents.people import order_of_battle as order_document
from campaigns.documents.people.logbook import Logbook, LogbookSortie, Remark, Totals
from campaigns.models import Campaign, Entry
from campaigns.operations import changes, pilots
from campaigns.prints.land_log import campaign_log
from campaigns.prints.logbook import ace_lines, all_logbooks, honour_lines, logbook, when
from campaigns.prints.squadron_book import order_of_battle, squadron_book
from campaigns.selectors.campaigns import campaign_page
from campaigns.selectors.squadrons import known_chronicle, pool_page
from campaigns.selectors.standings import standing_of
from campaigns.selectors.strength import strength_chart
from campaigns.standing import result_kinds
from campaigns.standing.model import Airman
from config.common.vocabulary import amount
from missions.flights.context import sheet_of
from missions.models import Mission
from missions.operations import drawing
from missions.results.outcomes import AircraftOutcome, Outcome
from tests import make
from tests.campaigns.documents import reading
from tests.cast import Cast
from tests.engine.broad import broad

SYSTEMS = {make.PERIODS: 3, make.LAND: 2, "flying-circus-1917": 2, "big-week": 1, "buzz-bomb": 1}
"""Packs with the missions that are flown of each."""


def eyes(campaign: Campaign, user: Any) -> Viewer:
    seen_by = viewer(campaign, user)
    assert seen_by is not None
    return seen_by


def flown(cast: Cast, slug: str, missions: int) -> Campaign:
    """A campaign with so many missions flown by the engine; its owner commands both sides."""
    campaign = make.campaign(cast.owner, slug, allied="me", axis="me")
    for _ in range(missions):
        make.debrief(make.flown(campaign))
    return campaign


@pytest.fixture
def front(cast: Cast) -> Campaign:
    """A campaign with pools after its first mission; everybody but the stranger has a seat."""
    campaign = make.club(cast, make.PERIODS)
    make.debrief(make.flown(campaign))
    return campaign


def sorties(book: Logbook) -> list[LogbookSortie]:
    return [entry for entry in book.entries if isinstance(entry, LogbookSortie)]


def remarks(book: Logbook) -> list[str]:
    return [entry.text for entry in book.entries if isinstance(entry, Remark)]


@pytest.mark.portable
@pytest.mark.parametrize("slug", broad(SYSTEMS, 2))
def test_the_totals_of_every_log_end_in_what_the_man_has_come_to(cast: Cast, slug: str) -> None:
    campaign = flown(cast, slug, SYSTEMS[slug])
    seen_by = eyes(campaign, cast.owner)
    men = [man for man in standing_of(campaign).airmen.values() if man.missions]
    for man in men:
        book = logbook(campaign, seen_by, man.pk)
        ended = book.entries[-1].after
        assert ended == Totals(man.missions, amount(man.kills), man.damaged, man.strikes)
        assert [each.after.sorties for each in sorties(book)] == list(range(1, man.missions + 1))
        if man.kills:
            assert book.chart is not None
            assert book.chart.series[0].values[-1] == man.kills
        else:
            assert book.chart is None
    named = Entry.objects.filter(campaign=campaign, kind=result_kinds.Sortie.kind, pilot__isnull=False)
    assert sum(man.missions for man in men) == named.count()


@pytest.mark.portable
def test_a_line_of_the_log_tells_aircraft_place_and_fate_as_the_journal_does(front: Campaign, cast: Cast) -> None:
    seen_by = eyes(front, cast.umpire)
    mission = front.missions.get()
    for entry in front.entries.filter(kind=result_kinds.Sortie.kind).exclude(pilot=None):
        assert entry.pilot_id is not None
        (line,) = sorties(logbook(front, seen_by, entry.pilot_id))
        assert line.code == entry.data["airframe"]
        assert line.mission == "Mission 1"
        assert mission.title in line.where
        assert mission.place in line.where
        down = entry.data["status"] == "destroyed"
        assert line.fate.startswith("Shot down" if down else "Home")
        assert entry.data["cause"] in line.fate
        assert line.duty.split()[-1] in ("leader", "wingman") or line.duty.split()[-1].isdecimal() or "," in line.duty


def shooter(campaign: Campaign) -> tuple[Entry, Airman]:
    """A claim to a whole aircraft and the man who makes it."""
    claim = campaign.entries.filter(kind=result_kinds.Kill.kind).exclude(pilot=None)[0]
    return claim, standing_of(campaign).airmen[claim.pilot_id or 0]


def test_a_claim_that_is_denied_stands_in_the_log_and_counts_for_nothing(cast: Cast) -> None:
    campaign = make.club(cast, make.PERIODS)
    make.debriefed(campaign)
    claim, man = shooter(campaign)
    pilots.rule_on_kill(actor=cast.umpire, campaign=campaign, kill=claim.number, verdict="denied", reason="No wreck")
    book = logbook(campaign, eyes(campaign, cast.umpire), man.pk)
    assert [(each.credit, each.ruling) for each in book.victories] == [("0", "denied: No wreck")]
    assert book.entries[-1].after.victories == "0"
    assert book.chart is None
    assert any("laimed a" in each.did for each in sorties(book))


@pytest.mark.portable
def test_a_claim_that_is_shared_stands_in_both_logs(cast: Cast) -> None:
    campaign = make.club(cast, make.PERIODS)
    make.debriefed(campaign)
    claim, man = shooter(campaign)
    other = next(
        entry.pilot
        for entry in campaign.entries.filter(kind=result_kinds.Sortie.kind, side=man.side)
        if entry.pilot is not None and entry.pilot_id != man.pk
    )
    pilots.rule_on_kill(
        actor=cast.umpire,
        campaign=campaign,
        kill=claim.number,
        verdict="shared",
        reason="Both fired",
        shared_with=other,
    )
    seen_by = eyes(campaign, cast.umpire)
    for pk, with_whom in ((man.pk, other.name), (other.pk, man.name)):
        book = logbook(campaign, seen_by, pk)
        assert [(each.credit, each.ruling) for each in book.victories] == [
            ("½", f"shared with {with_whom}: Both fired")
        ]
        assert book.entries[-1].after.victories == "½"
        assert book.chart is not None
        assert book.chart.series[0].values[-1] == 0.5
        assert [each.victories for each in sorties(book)] == ["½"]


def test_what_a_man_brings_along_from_paper_is_in_the_totals(front: Campaign, cast: Cast) -> None:
    pilot = next(man for man in standing_of(front).airmen.values() if man.missions)
    changes.set_career(
        actor=cast.umpire, campaign=front, pilot=front.pilots.get(pk=pilot.pk), experience=20, kills=Fraction(7, 2),
        missions=12, reason="From the old book",
    )  # fmt: skip
    book = logbook(front, eyes(front, cast.umpire), pilot.pk)
    assert (book.entries[-1].after.sorties, book.entries[-1].after.victories) == (12, "3½")
    assert book.chart is not None
    assert book.chart.series[0].values[-1] == 3.5


def test_decorations_and_leave_stand_in_the_record_and_in_the_log(front: Campaign, cast: Cast) -> None:
    man = next(man for man in standing_of(front).airmen.values() if man.side == "allied" and man.status == "fit")
    pilot = front.pilots.get(pk=man.pk)
    pilots.decorate(actor=cast.umpire, campaign=front, pilot=pilot, name="DFC", reason="Coolness")
    changes.set_status(actor=cast.allied, campaign=front, pilot=pilot, status="leave", back=9, reason="Tired")
    book = logbook(front, eyes(front, cast.allied), man.pk)
    assert [(each.when, each.what, each.why) for each in book.decorations] == [("After mission 1", "DFC", "Coolness")]
    assert book.spells is not None
    assert [each.what for each in book.spells] == ["On leave until mission 9"]
    assert remarks(book)[-2:] == ["DFC: Coolness", "On leave until mission 9"]
    assert book.state == "On leave until mission 9"


def test_the_other_side_reads_only_of_men_who_have_flown_and_nothing_of_their_leave(
    front: Campaign, cast: Cast
) -> None:
    men = [man for man in standing_of(front).airmen.values() if man.side == "axis" and man.status == "fit"]
    flew = next(man for man in men if man.missions)
    stayed = next(man for man in men if not man.missions)
    changes.set_status(
        actor=cast.axis, campaign=front, pilot=front.pilots.get(pk=flew.pk), status="leave", back=9, reason="Tired"
    )
    theirs, ours = eyes(front, cast.axis), eyes(front, cast.allied)
    assert "leave" in logbook(front, theirs, flew.pk).state
    book = logbook(front, ours, flew.pk)
    assert book.state == "Fit"
    assert "leave" not in str(book).replace("leave=", "")
    with pytest.raises(Http404):
        logbook(front, ours, stayed.pk)
    names = {book.name for _, book in all_logbooks(front, ours)}
    assert flew.name in names
    assert stayed.name not in names
    assert stayed.name in {book.name for _, book in all_logbooks(front, theirs)}


def test_all_logbooks_come_from_one_fold_each_with_a_file_name_of_its_own(
    front: Campaign, cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    seen_by = eyes(front, cast.umpire)
    with django_assert_num_queries(2):
        books = dict(all_logbooks(front, seen_by))
    there = [man for man in standing_of(front).airmen.values() if man.status != "away"]
    assert len(books) == len(there)
    assert Counter(book.name for book in books.values()) == Counter(man.name for man in there)
    assert all(name.startswith(f"{book.side.capitalize()}/") and name.endswith(".pdf") for name, book in books.items())
    some = there[0]
    assert logbook(front, seen_by, some.pk) == next(book for book in books.values() if book.name == some.name)


def test_no_two_logbooks_have_one_file_name_however_much_the_names_are_alike(front: Campaign, cast: Cast) -> None:
    for name in ("Ace", "Ace 2", "Ace!", "ace", "Ace 3", "CON", "<...>", "???"):
        changes.add_man(
            actor=cast.umpire, campaign=front, side="allied", squadron="frontier-fighters", name=name, reason="Joined."
        )
    files = [name for name, _ in all_logbooks(front, eyes(front, cast.umpire))]
    assert len({name.casefold() for name in files}) == len(files), "Windows would write one over the other"
    assert {"Allied/Ace.pdf", "Allied/Ace-2.pdf", "Allied/Ace-3.pdf"} <= set(files)


def test_sides_are_called_in_logbooks_as_their_game_calls_them(cast: Cast) -> None:
    campaign = flown(cast, "flying-circus-1917", 1)
    books = dict(all_logbooks(campaign, eyes(campaign, cast.owner)))
    assert {name.partition("/")[0] for name in books} == {"Entente", "Central-Powers"}
    duties = [line.duty for book in books.values() for line in sorties(book)]
    assert duties
    assert not [duty for duty in duties if "Allied" in duty or "Axis" in duty]


def test_a_campaign_whose_men_have_no_names_has_no_logbooks(cast: Cast) -> None:
    campaign = flown(cast, "big-week", 1)
    assert not list(all_logbooks(campaign, eyes(campaign, cast.owner)))


@pytest.mark.portable
def test_the_table_of_aces_is_best_first_and_the_roll_names_who_did_not_come_back(front: Campaign, cast: Cast) -> None:
    for _ in range(3):
        make.debrief(make.flown(front))
    standing = standing_of(front)
    known = known_chronicle(front, eyes(front, cast.reader))
    aces = ace_lines(known)
    assert [ace.victories for ace in aces] == [
        amount(man.kills) for man in sorted(standing.airmen.values(), key=lambda man: -man.kills) if man.kills
    ][:10]
    assert all(ace.flew for ace in aces)
    fallen = honour_lines(known)
    lost = [man for man in standing.airmen.values() if man.is_lost]
    assert Counter((line.name, line.ending) for line in fallen) == Counter((man.name, man.status) for man in lost)
    assert lost, "a seed with losses is wanted"
    shot_down = {
        (entry.pilot.name, entry.mission)
        for entry in front.entries.filter(kind=result_kinds.Sortie.kind, data__status="destroyed").select_related(
            "pilot"
        )
        if entry.pilot is not None
    }
    assert all((line.name, int(line.when.split()[1].rstrip(","))) in shot_down for line in fallen)


def test_an_ace_is_told_with_the_type_in_which_he_won_and_not_with_one_that_he_flew_before(cast: Cast) -> None:
    campaign = make.campaign(cast.owner, make.LAND, allied="me", axis="me", seed=6)
    make.debriefed(campaign)
    make.debriefed(campaign, outcome=_one_falls_to_the_axis)
    seen_by = eyes(campaign, cast.owner)
    (winner,) = {entry.pilot for entry in campaign.entries.filter(kind=result_kinds.Kill.kind, side="axis")}
    assert winner is not None
    flown = [line.aircraft for line in sorties(logbook(campaign, seen_by, winner.pk))]
    assert flown == ["Junkers Ju\xa087B-2", "Messerschmitt Bf\xa0110C"]
    (victory,) = logbook(campaign, seen_by, winner.pk).victories
    assert victory.flown == flown[1]
    assert [ace.flew for ace in ace_lines(known_chronicle(campaign, seen_by)) if ace.side == "axis"] == [flown[1]]
    log = campaign_log(campaign, seen_by)
    assert [ace.flew for ace in log.aces if ace.name == winner.name] == [flown[1]]
    (row,) = [row for row in campaign_page(campaign, seen_by).pilots if row.man.pk == winner.pk]
    assert row.flew == ("Messerschmitt Bf 110C", "Junkers Ju 87B-2")


def _one_falls_to_the_axis(mission: Mission) -> Outcome:
    lines = sheet_of(mission).lines
    lost, winner = (next(line.key for line in lines if line.side == side) for side in ("allied", "axis"))
    return Outcome((AircraftOutcome(lost, status="destroyed", by=winner),))


def test_a_man_is_fit_again_on_the_day_of_the_mission_that_he_can_fly(cast: Cast) -> None:
    campaign = make.campaign(cast.owner, make.PERIODS, axis="me")
    make.fought(campaign, 8)
    known = known_chronicle(campaign, eyes(campaign, cast.owner))
    returns = [each for man in known.standing.airmen.values() for each in man.life if each.what == "returned"]
    assert returns, "a seed with wounds is wanted"
    assert {when(known, each)[: len("Mission 1")] for each in returns} <= {f"Mission {n}" for n in range(2, 9)}


def test_the_chart_of_pools_ends_with_the_latest_mission_debriefed(cast: Cast) -> None:
    campaign = flown(cast, make.PERIODS, 2)
    make.planned(campaign)
    known = known_chronicle(campaign, eyes(campaign, cast.owner))
    men = [man.man for man in known.standing.airmen.values()]
    chart = strength_chart(known.standing.pack, men, known.lines.values(), ["allied", "axis"])
    assert chart is not None
    assert chart.labels == ("0", "1", "2")


def test_the_page_of_a_man_with_victories_shows_the_chart_that_his_logbook_prints(
    front: Campaign, cast: Cast, client: Client
) -> None:
    _, man = shooter(front)
    other = next(man for man in standing_of(front).airmen.values() if man.missions and not man.kills)
    book = logbook(front, eyes(front, cast.reader), man.pk)
    assert book.chart is not None
    client.force_login(cast.reader)
    shown = client.get(reverse("campaign-pilot", args=[front.pk, man.pk])).content.decode()
    assert shown.count(f'aria-label="{book.chart.summary()}"') == 2
    assert "chart" not in client.get(reverse("campaign-pilot", args=[front.pk, other.pk])).content.decode()


@pytest.mark.parametrize("played", broad([(make.PERIODS, 3), ("flying-circus-1917", 2), ("big-week", 2)], 1))
def test_a_squadrons_book_adds_up(cast: Cast, played: tuple[str, int]) -> None:
    campaign = flown(cast, *played)
    seen_by = eyes(campaign, cast.owner)
    page = pool_page(campaign, seen_by)
    for row in (row for rows in page.sides.values() for row in rows if row.sorties):
        book = squadron_book(campaign, seen_by, row.squadron.key)
        figures = dict(book.figures)
        assert figures["Sorties"] == str(row.sorties) == str(sum(each.sorties for each in book.missions))
        assert sum(each.sorties for each in book.airframes) == row.sorties
        assert figures["Victories"] == amount(row.kills)
        charts = {line.name: line.values[-1] for chart in book.charts for line in chart.series if line.name != "All"}
        told = {"Ready": row.serviceable, "Fit": row.fit, "Kills": row.kills, "Lost": row.lost}
        assert charts == {name: told[name] for name in charts}
        assert (book.men is None) == (not row.squadron.names_men)
        assert len(book.planes) == row.strength + row.lost


def test_victories_of_aircraft_whose_men_have_no_names_are_their_squadrons(cast: Cast) -> None:
    campaign = flown(cast, "big-week", 2)
    standing = standing_of(campaign)
    kills: Counter[str] = Counter()
    for airframe in standing.airframes.values():
        kills[airframe.squadron] += int(airframe.kills)
    assert any(kills.values())
    page = pool_page(campaign, eyes(campaign, cast.owner))
    assert {row.squadron.key: row.kills for rows in page.sides.values() for row in rows} == {
        key: kills[key] for key in standing.squadrons
    }


def test_what_a_side_has_is_printed_for_itself_alone_until_the_campaign_is_over(front: Campaign, cast: Cast) -> None:
    theirs = next(each for each in standing_of(front).squadrons.values() if each.side == "axis")
    ours = eyes(front, cast.allied)
    for print_it in (lambda: squadron_book(front, ours, theirs.key), lambda: order_of_battle(front, ours, "axis")):
        with pytest.raises(Http404):
            print_it()
    with pytest.raises(Http404):
        squadron_book(front, ours, "no-such-squadron")
    order_of_battle(front, ours, "allied")
    Campaign.objects.filter(pk=front.pk).update(status=Campaign.Status.FINISHED)
    front.refresh_from_db()
    assert squadron_book(front, ours, theirs.key).is_closed
    order_of_battle(front, ours, "axis")


def test_an_order_of_battle_counts_what_the_page_counts_and_says_what_is_due(
    front: Campaign, cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    seen_by = eyes(front, cast.umpire)
    rows = pool_page(front, seen_by).sides["allied"]
    with django_assert_num_queries(2):
        order = order_of_battle(front, seen_by, "allied")
    assert [(each.title, each.serviceable, each.repair, each.lost, each.fit) for each in order.squadrons] == [
        (row.squadron.title, row.serviceable, row.repair, row.lost, row.fit if row.squadron.names_men else None)
        for row in rows
    ]
    figures = dict(order.figures)
    assert figures["Men fit"] == str(sum(each.fit or 0 for each in order.squadrons))
    assert figures["Ready"] == str(sum(each.serviceable or 0 for each in order.squadrons))
    fighters = next(each for each in order.squadrons if each.code == "FF")
    due = dict(fighters.notes)["Due"]
    assert due == "period 2: 1 aircraft, 1 man; 28 Apr 1941: 4 Hawker Hurricane Mk\N{NO-BREAK SPACE}IIA"


def test_what_has_come_is_no_longer_due(front: Campaign, cast: Cast) -> None:
    while (period := standing_of(front).period) is None or period.number < 2:
        if period is None or period.is_over:
            drawing.open_period(actor=cast.owner, campaign=front)
        else:
            make.debriefed(front)
    order = order_of_battle(front, eyes(front, cast.umpire), "axis")
    fighters = next(each for each in order.squadrons if each.code == standing_of(front).squadrons["jagd"].code)
    assert "21 Apr 1941" not in str(fighters.notes)
    allied = order_of_battle(front, eyes(front, cast.umpire), "allied")
    assert dict(allied.squadrons[0].notes)["Due"].startswith("28 Apr 1941: 4 Hawker Hurricane")


@pytest.mark.portable
def test_a_squadron_that_has_not_come_has_no_figures_in_the_order_of_battle_and_no_charts_in_its_book(
    cast: Cast,
) -> None:
    campaign = make.campaign(cast.owner, "battle-of-britain")
    make.debriefed(campaign)
    order = order_of_battle(campaign, eyes(campaign, cast.owner), "allied")
    text = reading.text_of(order_document.render(order), 2)
    assert "No. 303 Squadron Northolt, RF Hawker Hurricane Mk I (PAF) not here yet – – – – – – – –" in text
    away = squadron_book(campaign, eyes(campaign, cast.owner), "no-303")
    assert (away.state, away.charts) == ("not here yet", ())
    assert squadron_book(campaign, eyes(campaign, cast.owner), "no-54").charts


def test_a_campaign_without_squadrons_has_an_order_of_battle_of_what_has_flown(cast: Cast) -> None:
    campaign = flown(cast, make.LAND, 2)
    order = order_of_battle(campaign, eyes(campaign, cast.owner), "allied")
    entries = campaign.entries.filter(kind=result_kinds.Sortie.kind, side="allied")
    assert sum(each.sorties for each in order.types) == entries.count()
    assert not order.squadrons
    men = [man for man in standing_of(campaign).airmen.values() if man.side == "allied"]
    assert {each.name for each in order.roster} >= {man.name for man in men if man.missions}
