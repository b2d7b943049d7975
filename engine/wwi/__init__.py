"""Down in Flames WWI.

A section of the rulebook, which has no numbers, is named by its heading: ``[WWI Positioning]``, lettered where a
heading holds several rules; ``[SUP WWI deck]`` and the like are our supplement's.
"""
