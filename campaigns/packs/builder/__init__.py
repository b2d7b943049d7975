"""A pack made by forms: its parts, what may stand in each field, how a change is written into the text.

The text is the one truth: a form changes the values that were changed in it, by ``writing``, and leaves the rest of the
text as somebody wrote it. Nothing here imports Django.
"""
