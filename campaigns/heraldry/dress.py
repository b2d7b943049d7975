"""What men of a nation wear, in the few tones of a portrait. Our own simplification, after period photographs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

Cap = Literal["peaked", "crusher", "side", "field", "kepi", "fur", "helmet", "old-helmet", "bare"]
Collar = Literal["tie", "stand", "fur", "open"]


@dataclass(frozen=True, slots=True)
class Dress:
    """``cloth`` is the tunic, ``band`` what is darker about a cap; the figures are how often each cap is worn."""

    cloth: str
    shade: str
    band: str
    collars: Mapping[Collar, float]
    caps: Mapping[Cap, float]


_TIE: Final[Mapping[Collar, float]] = {"tie": 3, "fur": 2, "open": 1}
_STAND: Final[Mapping[Collar, float]] = {"stand": 3, "fur": 2}

_NOW: Final[Mapping[str, Dress]] = {
    "gb": Dress("#5d7186", "#4b5d70", "#38434f", _TIE, {"peaked": 4, "helmet": 4, "side": 2, "bare": 1}),
    "us": Dress("#77694a", "#63573c", "#4a4030", _TIE, {"crusher": 4, "helmet": 3, "side": 2, "bare": 1}),
    "de": Dress("#6b7782", "#57636e", "#3f4850", _TIE, {"peaked": 3, "side": 3, "helmet": 4}),
    "it": Dress("#78836f", "#646f5b", "#464f42", _TIE, {"peaked": 3, "side": 3, "helmet": 4}),
    "jp": Dress("#8a7d55", "#746846", "#544b35", _STAND, {"field": 4, "helmet": 5}),
    "fr": Dress("#4d5a72", "#3e4a60", "#2e3748", _TIE, {"peaked": 4, "helmet": 3, "side": 2}),
    "su": Dress("#857b55", "#6f6645", "#534c36", _STAND, {"fur": 3, "side": 3, "helmet": 4, "peaked": 2}),
    "pl": Dress("#64768a", "#526373", "#3b4856", _TIE, {"peaked": 4, "helmet": 4, "side": 2}),
    "fi": Dress("#7b8187", "#666c72", "#474c52", _STAND, {"field": 4, "fur": 3, "helmet": 4}),
    "hu": Dress("#857a5a", "#706649", "#514a37", _STAND, {"side": 3, "peaked": 3, "helmet": 4}),
    "ro": Dress("#6c7a86", "#596671", "#404b54", _TIE, {"peaked": 4, "side": 2, "helmet": 3}),
    "be": Dress("#7d7553", "#696144", "#4b4532", _TIE, {"side": 4, "peaked": 3, "helmet": 3}),
    "cn": Dress("#7c8063", "#676b51", "#4a4d3b", _TIE, {"peaked": 4, "side": 2, "helmet": 4}),
}
_GREAT_WAR: Final[Mapping[str, Dress]] = {
    "gb": Dress(
        "#82724f", "#6c5e40", "#4d4330", {"tie": 2, "stand": 3, "fur": 3}, {"old-helmet": 5, "side": 3, "peaked": 3}
    ),
    "us": Dress("#827450", "#6c6041", "#4e452f", {"stand": 4, "fur": 3}, {"old-helmet": 5, "side": 2, "peaked": 3}),
    "de": Dress("#6e776b", "#5a6358", "#414840", {"stand": 4, "fur": 3}, {"old-helmet": 5, "peaked": 4, "field": 1}),
    "it": Dress("#7c826e", "#676d5a", "#494e40", {"stand": 4, "fur": 3}, {"old-helmet": 5, "kepi": 4}),
    "fr": Dress("#7b8fa8", "#677a92", "#465468", {"stand": 4, "fur": 3}, {"old-helmet": 5, "kepi": 5}),
    "be": Dress("#7f7650", "#6a6242", "#4c4530", {"stand": 4, "fur": 3}, {"old-helmet": 5, "side": 3, "kepi": 2}),
    "ah": Dress("#76848c", "#626f77", "#465057", {"stand": 4, "fur": 3}, {"old-helmet": 5, "kepi": 4, "field": 2}),
    "ru": Dress("#7f7b59", "#6a6749", "#4c4934", {"stand": 4, "fur": 3}, {"old-helmet": 4, "fur": 2, "peaked": 4}),
}
_OTHER: Final = Dress("#73766d", "#5f625a", "#45473f", _TIE, {"peaked": 3, "side": 2, "helmet": 4})

_FAIR: Final = {"#edc7a4": 3.0, "#e3b48d": 4.0, "#d8a47c": 3.0, "#c99066": 1.0}
_SKINS: Final[Mapping[str, Mapping[str, float]]] = {
    "jp": {"#e6bd8e": 3, "#dcae7c": 4, "#cf9d6b": 2},
    "cn": {"#e6bd8e": 3, "#dcae7c": 4, "#cf9d6b": 2},
    "us": {**_FAIR, "#8d5a3c": 0.5},
    "gb": {**_FAIR, "#9a6644": 0.2},
    "fr": {**_FAIR, "#8d5a3c": 0.2},
    "it": {"#e3b48d": 3, "#d8a47c": 4, "#c99066": 2},
}
_HAIRS: Final = {"#3a2c22": 4.0, "#5c4330": 4.0, "#8a6238": 2.5, "#c09a5c": 1.5, "#9b4f27": 0.7}
_DARK_HAIRS: Final = {"#211c1a": 5.0, "#3a2c22": 2.0}
DEEP: Final = ("#8d5a3c", "#9a6644")
"""Skins with which hair is dark."""


def dress_of(nation: str, *, great_war: bool) -> Dress:
    """What its men wear in that war; of a nation that we do not know something of everybody's."""
    known = _GREAT_WAR if great_war else _NOW
    return known.get(nation, _OTHER)


def skins_of(nation: str) -> Mapping[str, float]:
    return _SKINS.get(nation, _FAIR)


def hairs_of(nation: str, skin: str) -> Mapping[str, float]:
    return _DARK_HAIRS if nation in ("jp", "cn") or skin in DEEP else _HAIRS
