"""Which victories the standings of a campaign show. [SUP 19.5]

A campaign's terms say whether its tables count every victory that was reported, until somebody denies it, or only those
that somebody has confirmed or shared. This is a matter of what is shown: experience, Skills, ranks and what the staff
makes of a man go by the rules, which count a victory from the debrief on. Aircraft keep what was reported of them: who
flies an aircraft without a name claims nothing that could be confirmed.
"""

from __future__ import annotations

from dataclasses import replace

from campaigns.standing.model import Airman, Standing
from campaigns.standing.questions import is_ace


def counted(standing: Standing, *, only_confirmed: bool) -> Standing:
    """The standing as the campaign's tables and papers show it; ``standing`` itself is left as it is."""
    if not only_confirmed:
        return standing
    airmen = {pk: _confirmed(man) for pk, man in standing.airmen.items()}
    return replace(standing, airmen=airmen, only_confirmed=True)


def _confirmed(man: Airman) -> Airman:
    shown = replace(man, kills=man.confirmed)
    if not is_ace(shown):
        shown.life = [each for each in man.life if each.what != "ace"]
    return shown
