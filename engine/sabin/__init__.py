"""Phil Sabin's Dogfight.

The board is seen from the side: 13 columns of boxes by 10 rows, and in each box three blocks of depth. Everything about
where a flight is and how it points is one small int, its *spot*; see ``terms``. Bombers never move: the board does.
"""
