"""The whole fight as a moving picture: every step where there is room, and never more bytes than clubs may post."""

from __future__ import annotations

from collections import Counter
from functools import cache
from io import BytesIO
from itertools import pairwise
from operator import sub

import pytest
from PIL import Image, ImageChops, ImageStat
from PIL.GifImagePlugin import GifImageFile

from engine.core.game import Frame, System
from missions.replay import moving, still
from missions.replay.frames import is_kill
from tests.engine.broad import broad
from tests.missions.replay.test_still import HEADING, watched

SMALL = (160, 120)
STEPS = 9
"""Of a duel: its beginning has all that a fight has."""


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moving, "SIZES", SMALL)


@cache
def made(most: int = moving.MOST, again: int = 0) -> tuple[bytes, list[tuple[int, int]]]:
    told: list[tuple[int, int]] = []
    system, frames, sides = fight()
    return moving.gif(system, frames, sides, HEADING, lambda *so_far: told.append(so_far), most), told


@cache
def fight() -> tuple[System, tuple[Frame, ...], tuple[str, ...]]:
    system, frames, sides = watched("wildblue", "duel")
    return system, frames[:STEPS], sides


def drawn(most: int = moving.MOST) -> tuple[GifImageFile, bytes, list[tuple[int, int]]]:
    content, told = made(most)
    return GifImageFile(BytesIO(content)), content, told


def pixels(picture: Image.Image) -> list[tuple[int, ...]]:
    content = picture.tobytes()
    return [tuple(content[at : at + 3]) for at in range(0, len(content), 3)]


def pictures(found: GifImageFile) -> list[Image.Image]:
    shown = []
    for number in range(found.n_frames):
        found.seek(number)
        shown.append(found.convert("RGB"))
    return shown


def test_it_has_a_picture_for_each_step_and_each_is_the_table_of_its_step() -> None:
    found, content, told = drawn()
    system, frames, sides = fight()
    assert len(content) <= moving.MOST
    assert found.size[0] == SMALL[0]
    assert found.info["loop"] == 0
    assert told == [(number, len(frames)) for number in range(1, len(frames) + 1)]
    shown = pictures(found)
    assert len(shown) == len(frames)
    scenes = [still.scene(system, frames, sides, frame.number) for frame in frames]
    height = still.HEAD + min(max(each.board.height for each in scenes), moving.TALLEST) + still.WORDS + still.FOOT
    for number in (0, 4, len(frames) - 1):
        alone = moving._pixels(scenes[number], HEADING, SMALL[0], height)
        difference = ImageChops.difference(shown[number], alone)
        assert max(ImageStat.Stat(difference).mean) < 6, "but for its few colours"
        areas = Counter(zip(pixels(alone), pixels(shown[number]), strict=True)).most_common(6)
        for (wanted, had), _ in areas:
            assert max(map(abs, map(sub, wanted, had))) <= 8, "which are those of its areas, nearly"
    assert all(one.tobytes() != other.tobytes() for one, other in pairwise(shown))


def test_what_is_long_to_read_stands_longer_and_the_end_the_longest() -> None:
    found, _, _ = drawn()
    times = []
    for number in range(found.n_frames):
        found.seek(number)
        times.append(found.info["duration"])
    assert max(times) == times[-1] == moving.LAST
    assert moving.STEP <= min(times) <= max(times[1:-1]) <= moving.LONGEST


def test_the_same_fight_gives_the_same_bytes() -> None:
    assert made() == made(again=1)


@pytest.mark.parametrize("share", broad([0.4, 0.75], 1))
def test_where_it_would_be_too_large_it_is_smaller_and_then_shorter(share: float) -> None:
    whole, content, _ = drawn()
    most = round(len(content) * share)
    found, less, told = drawn(most)
    assert len(less) <= most
    assert found.size[0] == SMALL[1]
    assert 2 <= found.n_frames <= whole.n_frames
    assert told[-1] == (found.n_frames, found.n_frames)


def test_routine_is_left_out_first_and_kills_and_both_ends_last() -> None:
    _, frames, _ = watched("wildblue", "uneven")
    kills = {frame.number for frame in frames if is_kill(frame)}
    assert kills
    steps, rounds = list(range(len(frames))), 0
    while len(steps) > 2:
        fewer = moving.fewer(frames, steps)
        assert set(fewer) < set(steps)
        assert {fewer[0], fewer[-1]} == {0, len(frames) - 1}
        if len(fewer) > len(kills) + 2:
            assert kills <= set(fewer)
        steps, rounds = fewer, rounds + 1
    assert rounds < 15
