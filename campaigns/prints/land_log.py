"""From a pack, or from what a campaign has come to, to the log that is printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from campaigns.access import Viewer
from campaigns.catalogue.ships import ship_name
from campaigns.documents.logs.land_log import LandLog, LogStage
from campaigns.documents.logs.log import Log
from campaigns.documents.logs.mission_table import LogMission
from campaigns.documents.logs.progress_log import ProgressLog
from campaigns.documents.logs.week_log import WeekLog
from campaigns.models import Campaign
from campaigns.packs.definition import PackDefinition
from campaigns.packs.schema import Stage
from campaigns.prints.log_rows import (
    ace,
    blank_chart,
    blank_losses,
    blank_side,
    filled_side,
    losses,
    mission,
    side_names,
    span,
)
from campaigns.prints.maps import blank_map, filled_map
from campaigns.prints.pool_sheet import blank_pools, filled_pools
from campaigns.prints.progress_log import blank_progress_log, filled_progress_log
from campaigns.prints.week_log import blank_week_log, filled_week_log
from campaigns.selectors.campaigns import CampaignPage, campaign_page
from campaigns.selectors.squadrons import sees_pool
from campaigns.standing.victory_table import grades
from config.common.vocabulary import day


def blank_log(pack: PackDefinition) -> Log:
    """The log of a pack before its first mission, to be filled by hand."""
    return replace(_blank(pack), pools=blank_pools(pack), map=blank_map(pack))


def _blank(pack: PackDefinition) -> Log:
    """That, without the pools of its sides."""
    if pack.progress is not None:
        return blank_progress_log(pack)
    if pack.kind == "solitaire":
        return blank_week_log(pack)
    return LandLog(
        title=pack.title,
        kind=pack.kind,
        dates=span(pack.first, pack.last),
        length=pack.missions_in_all,
        stages=tuple(LogStage(stage.title, span(stage.first, stage.last), stage.missions) for stage in pack.stages),
        missions=tuple(_in_order(pack, 1, Counter())),
        allied=blank_side(pack, "allied"),
        axis=blank_side(pack, "axis"),
        grades=grades(pack),
        chart=blank_chart(pack),
        losses=blank_losses(pack),
        names=side_names(pack),
        ships=tuple((ship_name(slug), "") for slug in _ships(pack)),
    )


def campaign_log(campaign: Campaign, viewer: Viewer) -> Log:
    """The log of a campaign, filled as far as its missions are debriefed, for one pair of eyes. Two queries."""
    page = campaign_page(campaign, viewer)
    log = replace(
        _blank(page.definition),
        name=page.name,
        allied=filled_side(page, "allied", is_seen=sees_pool(campaign, viewer, "allied")),
        axis=filled_side(page, "axis", is_seen=sees_pool(campaign, viewer, "axis")),
        chart=page.chart,
        aces=tuple(ace(pilot) for pilot in page.aces),
        losses=losses(page),
        pools=filled_pools(campaign, viewer, page.standing),
        map=filled_map(page, campaign, viewer),
    )
    if isinstance(log, ProgressLog):
        return filled_progress_log(log, page)
    if isinstance(log, WeekLog):
        return filled_week_log(log, page)
    return _filled(log, page)


def _filled(log: LandLog, page: CampaignPage) -> LandLog:
    pack, standing = page.definition, page.standing
    missions = [mission(row, pack) for row in page.missions]
    void = Counter(row.stage for row in page.missions if row.is_void)
    drawn = Counter(each.key for each in standing.missions.values() if not each.is_void)
    if not standing.is_over:
        missions += _in_order(pack, len(missions) + 1, drawn)
    return replace(
        log,
        stages=tuple(_stage(stage, void[stage.title]) for stage in pack.stages),
        missions=tuple(missions),
        ships=tuple((ship_name(slug), standing.ships.get(slug, "")) for slug in _ships(pack)),
    )


def _stage(stage: Stage, void: int) -> LogStage:
    """A stage draws another mission for each that is declared void."""
    return LogStage(stage.title, span(stage.first, stage.last), stage.missions + void)


def _in_order(pack: PackDefinition, number: int, drawn: Counter[str]) -> Iterator[LogMission]:
    """Of an operation the missions to come, which stand in a fixed order, from ``number`` on. [SUP 25]

    ``drawn`` counts those that have been drawn.
    """
    if pack.kind != "operation":
        return
    left = Counter(drawn)
    for stage in pack.stages:
        for line in stage.table:
            if left[line.mission]:
                left[line.mission] -= 1
                continue
            known = pack.mission(line.mission)
            yield LogMission(number, day(line.date or stage.first), known.title, known.place)
            number += 1


def _ships(pack: PackDefinition) -> list[str]:
    """The ships whose fate matters to squadrons that fly from them. [SUP 26]"""
    carriers = {line.ship for line in pack.squadrons.values() if line.ship}
    targets = [known.target.ship for _, known in pack.all_missions() if known.target and known.target.ship]
    return [ship for ship in dict.fromkeys(targets) if ship in carriers]
