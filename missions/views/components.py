"""The pieces that pages are made of, each in each of its states: for whoever builds or changes one."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.catalogue.theatres import Place, theatres
from campaigns.maps.drawing import beside, full
from campaigns.maps.situation import BaseMark, Flown, MissionMark, Result, Situation, Way
from campaigns.packs.maps import LineKind, MapLine, Town
from campaigns.selectors.campaigns import TypeLosses
from campaigns.selectors.home import CampaignRow
from campaigns.selectors.sides import USUAL
from campaigns.standing.victory_table import GradeRow
from config.common.charts import Band, Bar, BarData, ChartData, Series, bar_plots, plot
from config.common.curves import CurveData, Mark, laid_out
from config.common.qr import code_of
from config.common.vocabulary import ALTITUDES
from config.common.web import MemberRequest, render_page
from engine.core.board import Board, Shape
from missions.replay.board_svg import draw
from missions.selectors.turns import Turn


class ExampleForm(forms.Form):
    """A field of every kind; sent empty, each says what is wrong with it."""

    name = forms.CharField(label="Name", help_text="As others read it.")
    missions = forms.IntegerField(label="Missions", min_value=1)
    day = forms.DateField(label="Day", widget=forms.DateInput(attrs={"type": "date"}))
    notes = forms.CharField(label="Notes", widget=forms.Textarea(attrs={"rows": 2}))
    level = forms.ChoiceField(
        label="Level",
        choices=[("recruit", "Recruit"), ("regular", "Regular"), ("veteran", "Veteran"), ("ace", "Ace")],
        widget=forms.RadioSelect,
    )

    def clean(self) -> None:
        if self.errors:
            raise forms.ValidationError("Nothing has been kept: five fields need another look.")


KINDS_OF_LINES: dict[LineKind, float] = {"front": 21.0, "border": 22.0, "river": 23.0, "route": 24.0}
CHART = ChartData(
    "Victory Points",
    ("Start", "1", "2", "3", "4", "5"),
    (Series("Allied", "allied", (0, 3, 5, 9, 9)), Series("Axis", "axis", (0, 3, 4, 6, 9))),
)
BANDED = ChartData(
    "How it might go on",
    ("Start", "1", "2", "3", "4", "5"),
    (Series("now", "", (0, 2, 1)),),
    band=Band(2, (1, 2, 3, 4), ((1, 1), (1, 3), (1, 5), (1, 6)), ((1, 1), (-1, 4), (-2, 7), (-4, 9))),
)
BARS = BarData(
    "Losses",
    (Bar("Hurricane I", "allied", 3), Bar("Bf 109 E-3", "axis", 2), Bar("Never identified", "", 1)),
    "aircraft",
)
CURVE = CurveData(
    points=((0, 50), (4, 62), (7, 58), (12, 21), (15, 30), (20, 0)),
    length=20,
    sides=(("allied", "Allied"), ("axis", "Axis")),
    stretches=((1, "1"), (8, "2"), (14, "3")),
    marks=(Mark(4, "#pictures", "Turn 1: 50 % → 62 %"), Mark(12, "#pictures", "Turn 2: 58 % → 21 %")),
    summary="Allied chances: 50 % at the start, 0 % at the end.",
    now=9,
)
BOARD = Board(
    12.0,
    4.0,
    (
        Shape("polygon", ((0, 0), (12, 0), (12, 4), (0, 4)), "sky high"),
        Shape("circle", ((10.5, 1.0),), "sun", size=0.5, title="The sun"),
        Shape("aircraft", ((3.0, 2.0),), "allied", "Red 1", size=1.4),
        Shape("aircraft", ((7.0, 2.0),), "axis damaged", "Blue 1", size=1.4, turn=180),
        Shape("line", ((4.0, 2.0), (6.0, 2.0)), "arrow"),
    ),
    "Red 1 attacks Blue 1, which is damaged.",
    "above",
)
MARKS: tuple[tuple[Result, str, Place, int, int], ...] = (
    ("allied", "Tobruk", Place(32.1, 23.4), 6, 0),
    ("axis", "Tobruk", Place(32.1, 23.4), 3, 9),
    ("level", "Mechili", Place(32.2, 22.3), 4, 4),
    ("next", "Sollum", Place(31.5, 25.1), 0, 0),
)
COAST = theatres()["cyrenaica"]
SITUATION = Situation(
    theatre=COAST,
    until=4,
    day=date(1941, 4, 14),
    missions=tuple(
        MissionMark(
            flown=Flown(
                number=number,
                key="",
                title=f"Over {place}",
                place=place,
                date=date(1941, 4, 10 + number),
                is_debriefed=result != "next",
                points={"allied": allied, "axis": axis},
                lost={"allied": axis // 3, "axis": allied // 3},
                bases={},
            ),
            at=at,
            ways=(Way("allied", "", Place(31.9, 23.9)), Way("axis", "Derna", Place(32.5, 22.6))),
            result=result,
        )
        for number, (result, place, at, allied, axis) in enumerate(MARKS, start=1)
    ),
    elsewhere=(),
    bases=(
        BaseMark("allied", "Gambut", Place(31.9, 24.4), ("No. 73 Squadron",)),
        BaseMark("axis", "Sicily", Place(37, 20), ("KG 30",)),
    ),
    towns=(
        Town(title="Benghazi", at=(32.12, 20.07)),
        Town(title="A landing ground", at=(31.2, 22.0)),
        Town(title="Mediterranean", at=(33.2, 24.2), kind="sea"),
    ),
    lines=tuple(
        MapLine(title=f"A {kind}", kind=kind, points=((30.2, lon), (31.2, lon + 0.4)))
        for kind, lon in KINDS_OF_LINES.items()
    ),
    track=None,
)
STAGES = [
    {"state": "done", "title": "Drawn", "note": "day 3", "url": "#stages"},
    {"state": "done", "title": "Planned", "note": "both sides", "url": "#stages"},
    {"state": "here", "title": "Flown", "note": "", "url": ""},
    {"state": "ahead", "title": "Debriefed", "note": "", "url": ""},
]
GRADES = [
    GradeRow(low=None, high=-5, titles={"allied": "Disaster", "axis": "Triumph"}, text="", is_current=False),
    GradeRow(low=-4, high=4, titles={"allied": "Stalemate", "axis": "Stalemate"}, text="", is_current=True),
    GradeRow(low=5, high=None, titles={"allied": "Triumph", "axis": "Disaster"}, text="", is_current=False),
]
SPACES = [replace(row, label=label) for row, label in zip(GRADES, ("1 to 3", "4 to 6", "7 to 9"), strict=True)]
MISSION = {
    "campaign_id": 1,
    "campaign": {"pk": 1, "name": "Channel front"},
    "number": 7,
    "title": "The harbour at dawn",
    "date": date(1940, 8, 12),
    "place": "Dover",
}
LOSSES = {
    "losses": [
        TypeLosses(side="allied", aircraft="hurricane-i", sorties=12, damaged=4, destroyed=3),
        TypeLosses(side="axis", aircraft="bf-109e-3", sorties=10, damaged=1, destroyed=2),
    ],
    "lost_by_type": BARS,
}
RUNNING = CampaignRow(
    pk=1,
    name="Channel front",
    pack_title="Battle of Britain",
    points={"allied": 14, "axis": -9},
    period=0,
    periods=0,
    flown=3,
    length=8,
    is_finished=False,
    grades={},
    sides=USUAL,
)
WAITS = Turn(
    words="Mission 4, Dover: waits for both sides’ orders",
    is_mine=True,
    due=datetime(2026, 12, 5, 20, tzinfo=UTC),
    time_zone="Europe/London",
    own_zone="Asia/Tokyo",
)
CAMPAIGNS = [
    (RUNNING, WAITS),
    (replace(RUNNING, name="A campaign in periods, without points", points=None, periods=13), Turn(words="Ready")),
    (replace(RUNNING, is_finished=True, grades={"allied": "Triumph", "axis": "Disaster"}), Turn(words="")),
]
EXAMPLES: dict[str, object] = {
    "campaigns": CAMPAIGNS,
    "banded_plot": plot(BANDED),
    "wide_plot": plot(CHART),
    "narrow_plot": plot(CHART, 340, 220),
    "wide_curve": laid_out(CURVE, 960, 210),
    "narrow_curve": laid_out(CURVE, 340, 124),
    "lost_plots": bar_plots(BARS),
    "board": draw(BOARD),
    "map": {"told": SITUATION},
    "maps": full(SITUATION, USUAL),
    "one_map": beside(SITUATION, USUAL),
    "code": code_of("https://example.org/invitations/example"),
    "stages": STAGES,
    "flown": MISSION,
    "grades": GRADES,
    "spaces": SPACES,
    "page": LOSSES,
    "unharmed": {"losses": []},
    "altitudes": list(reversed(ALTITUDES.items())),
    "points": {"allied": 14, "axis": 9},
    "missions": [1, 2, 3],
}


@require_safe
def components(request: MemberRequest) -> HttpResponse:
    """For who owns the site; to everybody else it is not there."""
    if not request.user.is_superuser:
        raise Http404
    for level, said in ((messages.SUCCESS, "It is done."), (messages.ERROR, "It is not done, and why.")):
        messages.add_message(request, level, said)
    shown = {**EXAMPLES, "form": ExampleForm(), "wrong": ExampleForm({})}
    return render_page(request, "missions/components/components.html", shown)
