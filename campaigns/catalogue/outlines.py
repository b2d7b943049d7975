"""Recognition outlines: each shape of ``shapes`` as one SVG path, nose up, around the middle of what it covers.

A path has a closed part for each wing, body and pod, all drawn clockwise, so that it is filled as their union by the
usual rule (``nonzero``). Its units are centimetres, whole numbers. Of wings above one another as much is drawn of a
lower one as is seen from above, apart from the upper by a slit that is seen on a small picture too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Final, TypeAlias

from campaigns.catalogue import planforms
from campaigns.catalogue.planforms import Point, Side, Wing
from campaigns.catalogue.shapes import BODIES, PODS, Body, Pod, Shape, shape_name, shapes, sheets

Step: TypeAlias = tuple[str, tuple[Point, ...]]
"""``M``, ``L`` or ``C`` with its points, or ``Z``; all absolute."""
Part: TypeAlias = tuple[Step, ...]

CENTIMETRES: Final = 100
BOX: Final = 100
"""The side of the square that each outline of the sheet fills, so that lines around them are as strong everywhere."""
SLIT: Final = 0.022
"""Between the wings of a biplane, in the larger of span and length."""
CLOSE: Final[Step] = ("Z", ())


@dataclass(frozen=True, slots=True)
class Outline:
    """A drawing around its middle, in centimetres."""

    name: str
    """Of the shape."""
    path: str
    """As SVG writes it."""
    steps: tuple[Step, ...]
    across: float
    """Half its width."""
    along: float
    """Half its height."""

    @property
    def reach(self) -> float:
        """Half the side of the square that holds it."""
        return max(self.across, self.along)


def outline(slug: str) -> Outline:
    """Of a type; of one that is in no file any more, a plain fighter's."""
    return outline_of(shape_name(slug))


@cache
def outline_of(name: str) -> Outline:
    """Of a shape, by its name."""
    steps = [step for part in _parts(shapes()[name]) for step in part]
    across = [x for _, points in steps for x, _ in points]
    along = [y for _, points in steps for _, y in points]
    x, y = (min(across) + max(across)) / 2, (min(along) + max(along)) / 2
    moved = tuple(
        (letter, tuple((_centimetres(a - x), _centimetres(b - y)) for a, b in points)) for letter, points in steps
    )
    return Outline(name, _written(moved), moved, _centimetres(max(across) - x), _centimetres(max(along) - y))


def _centimetres(metres: float) -> float:
    return float(round(metres * CENTIMETRES)) + 0.0


@cache
def sheet(name: str) -> str:
    """The outlines of one file of shapes as symbols of one SVG file, by the names of their shapes, each in a ``BOX``.

    Raises ``KeyError`` for a file that there is not.
    """
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *map(symbol, sheets()[name]), "</svg>\n"])


def symbol(name: str) -> str:
    """The outline of a shape as a symbol, in its ``BOX``."""
    corner = f"{-BOX / 2:g}"
    return (
        f'<symbol id="{name}" viewBox="{corner} {corner} {BOX} {BOX}"><path d="{_boxed(outline_of(name))}"/></symbol>'
    )


@cache
def version(name: str) -> str:
    """What changes whenever an outline of a sheet does."""
    return sha256(sheet(name).encode()).hexdigest()[:12]


def _boxed(made: Outline) -> str:
    """As large as it goes into the box, to a tenth."""
    return _written(made.steps, BOX / 2 / made.reach, 10)


def _written(steps: Sequence[Step], scale: float = 1.0, parts: int = 1) -> str:
    """As short as SVG allows, to so many parts of a unit: each step from where the last one ended."""
    words: list[str] = []
    here = begin = (0, 0)
    for letter, points in steps:
        found = [(round(x * scale * parts), round(y * scale * parts)) for x, y in points]
        numbers = [
            _number((place - before) / parts) for point in found for place, before in zip(point, here, strict=True)
        ]
        words.append(letter.lower() + " ".join(numbers).replace(" -", "-"))
        here = found[-1] if found else begin
        begin = here if letter == "M" else begin
    return "".join(words)


def _number(value: float) -> str:
    """Without a nought before the point.

    >>> _number(0.5), _number(-0.5), _number(10.5), _number(-3.0)
    ('.5', '-.5', '10.5', '-3')
    """
    return f"{value:g}".replace("0.", ".") if abs(value) < 1 else f"{value:g}"


def _parts(shape: Shape) -> Iterator[Part]:
    chord = planforms.main_chord(shape)
    main = planforms.wing(shape.wing, shape.length, shape.span, chord)
    yield from _wings(shape, main, chord)
    if shape.tail:
        tail = planforms.wing(shape.tail, shape.length, shape.tail.span, shape.tail.chord)
        yield _both(tail.side())
    if shape.body:
        yield _both(_body(shape.body, shape.length))
    for pod in shape.pods.values():
        yield from _pods(pod, tail if shape.tail and pod.on == "tail" else main)


def _wings(shape: Shape, main: Wing, chord: float) -> Iterator[Part]:
    """The main wing, and what is seen of those below it or hangs behind it."""
    gap = SLIT * max(shape.span, shape.length)
    if shape.wing.flaps:
        hanging = shape.wing.flaps * chord
        front = main.without(hanging)
        yield _both(front.side())
        yield from _below(main, [front], gap * 0.6)
        return
    yield _both(main.side())
    above = [main]
    for other in (shape.middle, shape.lower):
        if other:
            below = planforms.wing(other, shape.length, other.span, chord * other.chord)
            yield from _below(below, above, gap)
            above.append(below)


def _below(wing: Wing, above: Sequence[Wing], gap: float) -> Iterator[Part]:
    for piece in planforms.seen_below(wing, above, gap):
        first, *rest = planforms.round_about(piece)
        if first[0] == 0:
            yield _both((first, tuple((point,) for point in rest)))
        else:
            yield (("M", (first,)), *(("L", (point,)) for point in rest), CLOSE)
            *others, last = ((-x, y) for x, y in (first, *rest))
            yield (("M", (last,)), *(("L", (point,)) for point in reversed(others)), CLOSE)


def _body(body: Body, length: float) -> Side:
    return planforms.body_side(body.widths or BODIES[body.form], body.width, body.begin * length, body.end * length)


def _pods(pod: Pod, wing: Wing) -> Iterator[Part]:
    front, _ = wing.edges(min(pod.out, wing.end[0]))
    part = _both(planforms.pod_side(PODS[pod.form], pod.width, front - pod.ahead, pod.long))
    begin = front - pod.ahead
    for out in (pod.out, -pod.out) if pod.out else (0.0,):
        lean = pod.lean / pod.long * (1 if out > 0 else -1)
        yield tuple((letter, tuple((x + out - (y - begin) * lean, y) for x, y in points)) for letter, points in part)


def _both(side: Side) -> Part:
    """A part of which this is the right half: down that side and up the other."""
    first, runs = side
    steps: list[Step] = [("M", (first,))]
    steps += [("L" if len(run) == 1 else "C", run) for run in runs]
    ends = [first, *(run[-1] for run in runs)]
    for number in range(len(runs) - 1, 0, -1):
        run, to = runs[number], ends[number]
        home = (*reversed(run[:-1]), to)
        steps.append(("L" if len(home) == 1 else "C", tuple((-x, y) for x, y in home)))
    if len(runs[0]) > 1:
        home = (*reversed(runs[0][:-1]), first)
        steps.append(("C", tuple((-x, y) for x, y in home)))
    return (*steps, CLOSE)
