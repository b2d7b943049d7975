"""Pictures as SVG."""

from __future__ import annotations

from campaigns.heraldry.shapes import Picture, Shape, Steps


def svg(picture: Picture) -> str:
    """A file of its own, without a title: whoever shows it says what it is."""
    size = f"{_number(picture.width)} {_number(picture.height)}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}">{drawing(picture)}</svg>'


def drawing(picture: Picture) -> str:
    """What stands inside the ``svg`` element; colours and figures alone, so it needs no escaping."""
    return "".join(map(_element, picture.shapes))


def _element(shape: Shape) -> str:
    fill = shape.fill or "none"
    line = f' stroke="{shape.line}" stroke-width="{_number(shape.weight)}"' if shape.line else ""
    ends = ' stroke-linecap="round" stroke-linejoin="round"' if shape.line else ""
    return f'<path d="{_path(shape.steps)}" fill="{fill}"{line}{ends}/>'


def _path(steps: Steps) -> str:
    return "".join(f"{letter}{' '.join(f'{_number(x)} {_number(y)}' for x, y in points)}" for letter, points in steps)


def _number(value: float) -> str:
    """
    >>> _number(3.0), _number(-0.04), _number(12.345)
    ('3', '0', '12.3')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text
