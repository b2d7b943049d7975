"""The solitaire campaign: a week of flying bombs. [SUP 28]

One week is one game behind the engine's contract. The Allied player alone decides; the flying bombs and the guns follow
their rules. What the supplement leaves open is read as follows.

- Flying bombs come over four in a Game-Turn, by number, until the wave is over; each stays two Game-Turns over each
  belt. The week ends when the last one is down or through.
- In every Game-Turn each patrol has one turn, in the order of its numbers: Wingman Step, Leader Step, Discard Step and
  Draw Step, as a unit has that attacks a Formation. [WBY 3; SUP 20.1, 20.2] It may attack flying bombs over its
  own belt: its Wingman one, its Leader one, the same or another.
- A flying bomb draws its mini-hand against each aircraft that attacks it, and answers the first card that it can. Its
  Hits stay with it from belt to belt. It has one engine and one side: an Engine Hit or a Fuel Tank Hit destroys it, a
  Cockpit Hit is one Hit.
- The guns fire once at each flying bomb, as Target Flak does at a striker, before it leaves their belt; fighters they
  spare.
- Whether a flying bomb that goes up at close range harms who shot it down is told by a card of the Axis deck: it does
  if the card bears a Spoiled symbol of either kind. Each Burst gained by a Maneuver or a Half Loop counts towards the
  closest range. Only a Leader gets so near.
- The last third of a wave comes by night. Night Fighters fly by night and are lone Leaders [SUP 23.5]; all
  others fly by day. Nobody searches: the flame of a flying bomb is seen for miles.
- A Damaged fighter flies on, with its Damaged ratings; a Wingman whose Leader is lost takes the lead. [WBY 11.2]
- Jets fly from the fourth week on.
"""
