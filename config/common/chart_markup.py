"""Charts as SVG, written by hand: a template takes ten times as long for some hundred shapes.

What people have named is escaped; numbers and lists of points are ``config.common.charts``' own.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from config.common.charts import BandShape, BarLine, BarPlot, ChartLine, Plot, Point


def line_chart(plot: Plot, look: str) -> str:
    """``look``: its class, by which the style sheet shows it on wide or on narrow screens."""
    left, right, bottom = plot.left, plot.right, plot.bottom
    parts = [_begun("chart", look, plot)]
    for tick in plot.y_ticks:
        parts.append(f'<line class="grid-line" x1="{left}" x2="{right}" y1="{tick.at}" y2="{tick.at}" />')
        parts.append(f'<text class="y-tick" x="{left}" dx="-8" y="{tick.at}" dy="4">{escape(tick.text)}</text>')
    parts += (
        f'<text class="x-tick" x="{tick.at}" y="{bottom}" dy="19">{escape(tick.text)}</text>' for tick in plot.x_ticks
    )
    if plot.band is not None:
        parts.append(_band(plot.band))
    for line in plot.lines:
        parts += _line(line)
    parts.append("</svg>")
    return "\n".join(parts)


def bar_chart(plot: BarPlot, look: str) -> str:
    """The same of level bars."""
    return "\n".join([_begun("chart bars", look, plot), *(_bar(bar, plot.left) for bar in plot.bars), "</svg>"])


def _begun(kind: str, look: str, plot: Plot | BarPlot) -> str:
    return (
        f'<svg class="{kind} {escape(look)}" viewBox="0 0 {plot.width} {plot.height}" role="img" '
        f'aria-label="{escape(plot.summary)}">'
    )


def _band(band: BandShape) -> str:
    most, half, middle = band.paths
    return (
        f'<g class="band">\n<polygon class="most" points="{most}" />\n<polygon class="half" points="{half}" />\n'
        f'<polyline points="{middle}" />\n</g>'
    )


def _line(line: ChartLine) -> Iterator[str]:
    mark = _square if line.side == "axis" else _circle
    yield f'<g class="line {line.side}">'
    for stretch in line.stretches:
        look = 'class="shared" ' if stretch.is_shared else ""
        yield f'<polyline {look}points="{stretch.path}" />'
    yield from map(mark, line.marks)
    x, _ = line.end
    yield f'<text x="{x}" dx="10" y="{line.label_y}" dy="4">{escape(line.name)} {line.value}</text>'
    yield "</g>"


def _square(at: Point) -> str:
    x, y = at
    return f'<rect x="{x}" y="{y}" width="7" height="7" transform="rotate(45 {x} {y}) translate(-3.5 -3.5)" />'


def _circle(at: Point) -> str:
    x, y = at
    return f'<circle cx="{x}" cy="{y}" r="4" />'


def _bar(bar: BarLine, left: float) -> str:
    over = "" if left else f'<text y="{bar.label_y}" dy="5">{escape(bar.label)}</text>'
    label = over or f'<text class="label" x="{left}" y="{bar.label_y}" dx="-10" dy="5">{escape(bar.label)}</text>'
    return (
        f'<g class="bar {bar.side}">\n{label}\n'
        f'<rect x="{left}" y="{int(bar.y) - 8}" height="16" width="{bar.length}" />\n'
        f'<text class="value" x="{left}" y="{bar.y}" dx="{int(bar.length) + 8}" dy="5">{bar.value}</text>\n</g>'
    )
