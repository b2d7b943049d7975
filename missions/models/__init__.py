"""Missions and what happens to them: orders, jobs, flights, results, debriefs, talk.

``missions.operations`` and its neighbours are the only writers.
"""

from missions.models.drafts import Draft as Draft
from missions.models.files import Arrival as Arrival
from missions.models.files import ArrivalPart as ArrivalPart
from missions.models.files import Print as Print
from missions.models.files import PrintPart as PrintPart
from missions.models.games import Controller as Controller
from missions.models.games import Game as Game
from missions.models.games import GameEntry as GameEntry
from missions.models.missions import Analysis as Analysis
from missions.models.missions import CampaignOdds as CampaignOdds
from missions.models.missions import Debrief as Debrief
from missions.models.missions import Flight as Flight
from missions.models.missions import Forecast as Forecast
from missions.models.missions import Job as Job
from missions.models.missions import Mission as Mission
from missions.models.missions import Orders as Orders
from missions.models.missions import Simulation as Simulation
from missions.models.missions import Skirmish as Skirmish
from missions.models.replays import MovingPicture as MovingPicture
from missions.models.replays import SharedReplay as SharedReplay
from missions.models.results import Claim as Claim
from missions.models.results import Remark as Remark
from missions.models.results import ResultDraft as ResultDraft
from missions.models.results import Submission as Submission
from missions.models.results import SubmissionStep as SubmissionStep
from missions.models.results import TableTap as TableTap
from missions.models.screen_results import ScreenResult as ScreenResult
from missions.models.skirmish_tables import OwnPilot as OwnPilot
from missions.models.skirmish_tables import OwnSortie as OwnSortie
from missions.models.skirmish_tables import SkirmishTelling as SkirmishTelling
from missions.models.talk import Comment as Comment
from missions.models.talk import PostReport as PostReport
from missions.models.talk import Story as Story
