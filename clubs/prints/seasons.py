"""From a season to its printed sheet."""

from __future__ import annotations

import engine
from campaigns.documents.logs.season_sheet import PlayedGame, SeasonSheet, Standing
from campaigns.prints.log_rows import span
from clubs.models import Season
from clubs.selectors.seasons import rows_of, rules_of
from config.common.figures import signed
from config.common.vocabulary import day


def season_sheet(season: Season) -> SeasonSheet:
    """What everybody in the club may know of it. Three queries while it runs."""
    games = season.games.exclude(status="out").select_related("allied", "axis")
    game = engine.systems()[season.system].title if season.system else "All four games"
    state = f"closed on {day(season.closed_at.date())}" if season.closed_at else "running"
    return SeasonSheet(
        title=season.title,
        club=season.club.name,
        lead=f"{game} · {span(season.begins_on, season.ends_on)} · {state}",
        rules=rules_of(season),
        table=tuple(
            Standing(
                f"{row.rank}.",
                row.name,
                row.played,
                row.won,
                row.drawn,
                row.lost,
                row.points_for,
                row.points_against,
                signed(row.difference),
                str(row.points),
            )
            for row in rows_of(season)
        ),
        games=tuple(
            PlayedGame(
                day(each.entered_at.date()),
                each.title,
                each.allied.get_username(),
                each.axis.get_username(),
                f"{each.allied_points} : {each.axis_points}",
                "" if each.status == "confirmed" else each.get_status_display().lower(),
            )
            for each in games
        ),
    )
