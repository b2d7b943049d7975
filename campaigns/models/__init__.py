"""Packs, campaigns, the people in them, and the journal that everything else is read from.

Rows here hold what was decided once (a seed, a seat, a pilot's name). Whatever adds up over a campaign
(points, kills, losses, resources used) is folded from ``Entry`` rows by ``campaigns.standing``.
``campaigns.operations`` and ``missions.operations`` are the only writers.
"""

from campaigns.models.campaigns import ON_A_SIDE as ON_A_SIDE
from campaigns.models.campaigns import Campaign as Campaign
from campaigns.models.campaigns import Role as Role
from campaigns.models.campaigns import Seat as Seat
from campaigns.models.cards import Card as Card
from campaigns.models.cards import ShelfCard as ShelfCard
from campaigns.models.journal import AppendOnly as AppendOnly
from campaigns.models.journal import Entry as Entry
from campaigns.models.journal import Itself as Itself
from campaigns.models.packs import Pack as Pack
from campaigns.models.packs import PackDraft as PackDraft
from campaigns.models.pictures import UploadedPicture as UploadedPicture
from campaigns.models.pilots import Pilot as Pilot
from campaigns.models.quotas import Quota as Quota
from config.common.sides import Side as Side
