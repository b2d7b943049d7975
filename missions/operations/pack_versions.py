"""Moving a running campaign to a newer version of its pack: what it would change, and doing it.

Everything is folded anew with the new version, from the first day; what no longer fits is listed as a conflict.
"""

from __future__ import annotations

from django.contrib.auth.models import User

import engine
from campaigns.access import refuse_unless_umpire
from campaigns.models import Campaign, Pack
from campaigns.operations.campaigns import add_men, grade_and_close, locked
from campaigns.operations.journal import Batch
from campaigns.operations.packs import by_version, order
from campaigns.packs import PackDefinition
from campaigns.packs.schema import SIDES
from campaigns.selectors import journal_entries, standings
from campaigns.selectors.definitions import definition_of
from campaigns.standing import Standing, fold
from campaigns.standing.compare import Difference, compare
from campaigns.standing.kinds import PackMoved
from campaigns.standing.recruits import Man
from campaigns.standing.rosters import recruits
from config.common.refusals import Refusal
from engine.core.errors import EngineError
from missions.flights.context import as_planned
from missions.models import Job, Mission
from missions.operations.corrections import STALE
from missions.planning import setups


def move_to_pack(*, actor: User, campaign: Campaign, pack: Pack, expected_version: str) -> None:
    """Go on with another version of the pack. ``expected_version``: of the journal that the preview was of."""
    with locked(campaign.pk) as campaign:
        refuse_unless_umpire(campaign, actor)
        standing = standings.standing_of(campaign)
        _refuse_unless_fits(campaign, standing, pack)
        if expected_version != journal_entries.version(campaign):
            raise Refusal(STALE)
        old = campaign.pack
        add_men(campaign, recruits(definition_of(campaign, pack), campaign.seed, standings.men_of(campaign)))
        campaign.pack = pack
        campaign.save(update_fields=["pack"])
        Job.objects.filter(campaign_odds__campaign=campaign).delete()  # their grades are rows of the old victory table
        batch = Batch(campaign, actor)
        batch.add(PackMoved(version=pack.version, old=old.version), moment=standings.now(standing))
        grade_and_close(campaign, batch)
        batch.write()


def preview_move(campaign: Campaign, pack: Pack) -> tuple[Difference, ...]:
    """What the move would change. Refuses what it would refuse; writes nothing."""
    standing = standings.standing_of(campaign)
    _refuse_unless_fits(campaign, standing, pack)
    new, men = definition_of(campaign, pack), standings.men_of(campaign)
    everybody: list[Man] = [*men, *recruits(new, campaign.seed, men)]
    return compare(standing, fold(new, everybody, standings.lines_of(campaign)))


def newer_versions(campaign: Campaign) -> list[Pack]:
    """Those to which a campaign may move, the newest first. One query."""
    packs = Pack.objects.filter(slug=campaign.pack.slug, owner=campaign.pack.owner_id)
    return [pack for pack in by_version(packs) if order(pack) > order(campaign.pack)]


def _refuse_unless_fits(campaign: Campaign, standing: Standing, pack: Pack) -> None:
    old, new = definition_of(campaign), definition_of(campaign, pack)
    if pack not in newer_versions(campaign):
        raise Refusal("A campaign moves to a newer version of its own pack only.", "pack")
    if campaign.is_finished:
        raise Refusal("The campaign is over: it stays with its version.")
    if standings.is_under_way(standing):
        raise Refusal(f"Mission {max(standing.missions)} is under way. Debrief it first.")
    if (old.kind, old.keeps_pools, old.options) != (new.kind, new.keeps_pools, new.options):
        raise Refusal(f"Version {new.version} is of another kind, or plays by other options.", "pack")
    stages = {stage.key: stage.title for stage in new.stages}
    for number, period in enumerate(standing.periods, 1):
        if number > new.periods_in_all or new.stage_of_period(number)[0].key != period.stage:
            raise Refusal(f"In version {new.version} period {number} is of another stage.", "pack")
    for mission in Mission.objects.filter(campaign=campaign).prefetch_related("orders").order_by("number"):
        stage = next(stage for stage in old.stages if stage.key == mission.scenario["stage"])
        known = mission.is_operation or mission.key in dict(new.all_missions())
        if stages.get(stage.key) != stage.title or not known:
            raise Refusal(f"Version {new.version} has no {mission}.", "pack")
        _refuse_unless_flyable(mission, new, standing)


def _refuse_unless_flyable(mission: Mission, new: PackDefinition, standing: Standing) -> None:
    """The orders of a mission that has been flown must still make sense, for whoever looks at it or corrects it."""
    try:
        planned = as_planned(new, mission, mission.orders.all(), standing)
        if len(planned.orders) == len(SIDES) and not setups.why_grounded(new, mission.key, planned.orders):
            engine.systems()[new.system].check(setups.setup(planned))
    except (KeyError, EngineError, Refusal):
        raise Refusal(f"{mission} could not have been flown as it was by version {new.version}.", "pack") from None
