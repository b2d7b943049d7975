"""Clubs, who belongs to them, how one gets in, how order is kept, their nights, seasons of
skirmishes and public pages, and who is to own them next.

``clubs.operations`` and its neighbours are the only writers. What a club's campaigns are like is theirs to say:
``campaigns.models.Campaign.club`` points here.
"""

from clubs.models.awards import Award as Award
from clubs.models.clubs import Ban as Ban
from clubs.models.clubs import Club as Club
from clubs.models.clubs import ClubRole as ClubRole
from clubs.models.clubs import Invitation as Invitation
from clubs.models.clubs import InvitationUse as InvitationUse
from clubs.models.clubs import Membership as Membership
from clubs.models.clubs import Night as Night
from clubs.models.clubs import NightTable as NightTable
from clubs.models.clubs import Rsvp as Rsvp
from clubs.models.clubs import Season as Season
from clubs.models.clubs import SeasonGame as SeasonGame
from clubs.models.clubs import SeasonPlayer as SeasonPlayer
from clubs.models.clubs import TablePlace as TablePlace
from clubs.models.exhibits import Exhibit as Exhibit
from clubs.models.files import BannedName as BannedName
from clubs.models.files import ClubArrival as ClubArrival
from clubs.models.files import ClubArrivalPart as ClubArrivalPart
from clubs.models.files import ClubFile as ClubFile
from clubs.models.files import ClubFilePart as ClubFilePart
from clubs.models.files import FormerMember as FormerMember
from clubs.models.handovers import Handover as Handover
from clubs.models.meeting import DatePoll as DatePoll
from clubs.models.meeting import Fixture as Fixture
from clubs.models.meeting import OwnClock as OwnClock
from clubs.models.meeting import PollAnswer as PollAnswer
from clubs.models.meeting import PollDate as PollDate
from clubs.models.moderation import Asked as Asked
from clubs.models.moderation import ModerationEntry as ModerationEntry
from clubs.models.moderation import Mute as Mute
from clubs.models.moderation import Posting as Posting
from clubs.models.moderation import WordsReport as WordsReport
