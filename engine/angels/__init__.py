"""Angels Twenty: hexes, six bands of altitude, basic and advanced rules, special conditions.

From the ground up: ``terms`` and ``hexes`` (small ints), ``tables``, ``abilities`` and ``aircraft`` (the data),
``actions``, ``state``, ``moves``, ``attacks``, ``dangers`` and ``turn`` (the rules), ``victory`` and ``flights`` (the
scenarios' own), then ``setup``, ``restore`` and ``positions`` (documents), ``events``, ``prompts``, ``scoring`` and
``replay`` (what is told), and ``game`` and ``system``, which show it all to the outside.
"""
