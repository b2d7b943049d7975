"""What a campaign has come to: one pure fold of its journal, which everything else reads.

``fold(pack, men, lines) -> Standing``. The journal holds decisions and chance outcomes; what follows from them
(who is fit, which aircraft are serviceable, stocks, the progress marker, events, conflicts) is worked out here and
nowhere stored. Nothing here imports Django or reads a row: pages, operations, previews of corrections and
simulations all fold the same way.
"""

from campaigns.standing.compare import compare
from campaigns.standing.fold import Folding, fold, folded
from campaigns.standing.lines import Line, NewLine
from campaigns.standing.model import Standing
from campaigns.standing.recruits import Man

__all__ = ["Folding", "Line", "Man", "NewLine", "Standing", "compare", "fold", "folded"]
