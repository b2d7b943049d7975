"""Wild Blue Yonder: dogfights of Fighters, sections 3 to 13 of its Dogfight Rulebook; Missions stand in ``missions``.

From the ground up: ``terms`` and ``cards`` (small ints and the deck), ``tables`` and ``aircraft`` (the data),
``actions``, ``state`` and ``hands`` (a game's state), ``damage``, ``altitude``, ``offers``, ``attack`` and ``turn``
(the rules), then ``setup``, ``restore``, ``pending``, ``positions`` and ``views`` (documents), ``events``, ``prompts``,
``scoring`` and ``replay`` (what is told), and ``game`` and ``system``, which show it all to the outside.
"""
