"""The engine over a pipe: its documented examples, its refusals, and whatever bytes anyone may send."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.game import SIDES
from engine.core.strict_json import MAX_DEPTH
from engine.protocol import MAX_LINE, Session
from tests.engine.wildblue.at_random import setup

ROOT = Path(__file__).parents[2]
EXAMPLES = re.findall(r"^```protocol\n(.*?)^```", (ROOT / "docs/reference/protocol.md").read_text("utf-8"), re.M | re.S)
ERRORS = ("illegal-action", "bad-request", "bad-position")


def ask(session: Session, request: Any) -> dict[str, Any]:
    return session.answer(json.dumps(request).encode())


def opened(seed: int = 7) -> Session:
    session = Session()
    assert ask(session, {"do": "new", "system": "wildblue", "setup": setup(seed), "seed": seed})["ok"]
    return session


def state(session: Session) -> Any:
    return ask(session, {"do": "show"}), ask(session, {"do": "legal"}), ask(session, {"do": "record"})


# The documentation


def like(shown: Any, answered: Any) -> bool:
    """Whether an answer is as the documentation shows it, "…" standing for anything and for more of the same."""
    if shown == "…":
        return True
    if isinstance(shown, dict) and isinstance(answered, dict):
        named = {key: value for key, value in shown.items() if key != "…"}
        return (len(named) < len(shown) or len(named) == len(answered)) and all(
            key in answered and like(value, answered[key]) for key, value in named.items()
        )
    if isinstance(shown, list) and isinstance(answered, list):
        if shown and shown[-1] == "…":
            return len(answered) >= len(shown) - 1 and all(map(like, shown[:-1], answered))
        return len(shown) == len(answered) and all(map(like, shown, answered))
    return bool(shown == answered)


@pytest.mark.parametrize("example", EXAMPLES)
def test_documented_conversation_goes_as_the_reference_shows(example: str) -> None:
    session = Session()
    asked = [line for line in example.splitlines() if line]
    for request, answer in zip(asked[::2], asked[1::2], strict=True):
        assert (request[:2], answer[:2]) == ("> ", "< ")
        answered = session.answer(request[2:].encode())
        assert like(json.loads(answer[2:]), json.loads(json.dumps(answered))), f"{request}\nanswered {answered}"


def test_every_request_of_the_protocol_has_a_documented_example() -> None:
    shown = set(re.findall(r'^> \{"do": "([a-z]+)"', "".join(EXAMPLES), re.M))
    refusal = Session().answer(b'{"do": ""}')["message"]
    assert shown >= set(re.findall(r"[a-z]+", refusal.split("one of:")[1]))


# The program


def run(sent: bytes) -> list[dict[str, Any]]:
    done = subprocess.run([sys.executable, "-m", "engine"], input=sent, capture_output=True, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_program_answers_each_line_in_order_whatever_it_holds() -> None:
    lines = [
        b'{"do": "systems"}',
        b"\xff\xfe",
        b"",
        b"[" * 100_000,
        b'{"do": "new", "seed": ' + b"9" * 5000 + b"}",
        b'"' + b"x" * (MAX_LINE * 3) + b'"',
        b'{"do": "legal"}',
        json.dumps({"do": "new", "system": "wildblue", "setup": setup(3), "seed": 3}).encode(),
        b'{"do": "auto", "player": "random", "until": "end"}',
        b'{"do": "report"}',
    ]
    answers = run(b"\n".join(lines))
    assert [answer["ok"] for answer in answers] == [True, *[False] * 6, True, True, True]
    assert {answer["error"] for answer in answers if not answer["ok"]} == {"bad-request"}
    assert answers[-1]["report"]["system"] == "wildblue"


def test_the_program_ends_quietly_when_nobody_reads_its_answers() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as program:
        assert program.stdin
        assert program.stdout
        assert program.stderr
        program.stdout.close()
        program.stdin.write(b'{"do": "systems"}\n' * 100)
        program.stdin.close()
        assert program.stderr.read() == b""
        assert program.wait() == 0


def test_who_watches_in_public_is_shown_nobodys_hand() -> None:
    session = opened()
    for _ in range(12):
        ask(session, {"do": "auto", "player": "heuristic", "until": "decision"})
    own = [ask(session, {"do": "view", "side": side})["view"]["units"] for side in SIDES]
    public = ask(session, {"do": "view", "side": "public"})["view"]["units"]
    assert any(unit["hand"] for view in own for unit in view.values())
    assert not any(unit["hand"] for unit in public.values())


# Refusals


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"", "not JSON"),
        (b"\xc3\x28", "not UTF-8: invalid continuation byte at byte 1"),
        (b"{'do': 1}", "not JSON"),
        (b"[]", "a JSON object"),
        (b"null", "a JSON object"),
        (b"{}", 'needs a field "do"'),
        (b'{"do": 3}', '"do" must be a text'),
        (b'{"do": "fly"}', '"do" must be one of'),
        (b'{"do": "legal", "do": "show"}', "names a field twice"),
        (b'{"do": "legal", "loud": true}', 'no field "loud"'),
        (b'{"do": "legal"}', "No game is open"),
        (b'{"do": "new", "system": "wildblue", "setup": {}, "seed": NaN}', "NaN is not a number"),
        (b'{"do": "new", "system": "wildblue", "setup": {}, "seed": 1e999}', "out of range"),
        (b'{"do": "new", "system": "wildblue", "setup": {}, "seed": 9223372036854775808}', "out of range"),
        (b'{"do": "new", "system": "wildblue", "setup": {}, "seed": -1}', '"seed" must be'),
        (b'{"do": "new", "system": "wildblue", "setup": {}, "seed": true}', '"seed" must be'),
        (b'{"do": "new", "system": "wildblue", "setup": [], "seed": 1}', '"setup" must be an object'),
        (b'{"do": "new", "system": "wildblue", "seed": 1}', 'needs a field "setup"'),
        (b'{"do": "new", "system": "golf", "seed": 1}', '"system" must be one of: wildblue'),
        (b'{"do": "new", "system": "wildblue", "scenario": "x", "setup": {}}', "not both"),
        (b'{"do": "new", "system": "wildblue", "scenario": "no-such-scenario"}', '"scenario" must be one of'),
        (b'{"do": "replay", "record": "gibberish"}', ""),
        (b'{"do": "x"' + b" " * MAX_LINE + b"}", "longer than"),
        (b'{"do": ' + b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1) + b"}", "nests deeper"),
        (b'{"do": ' + b"[" * 500_000, "nests deeper"),
    ],
)
def test_a_wrong_line_is_refused_with_a_sentence(line: bytes, said: str) -> None:
    answer = Session().answer(line)
    assert (answer["ok"], answer["error"]) == (False, "bad-request")
    assert said in answer["message"]


def test_an_action_that_is_not_legal_is_refused_and_changes_nothing() -> None:
    session = opened()
    before = state(session)
    for action in ("", "play", "end of the world", "altitude stratosphere", "play maneuver > axis-9 leader", "\ud800"):
        answer = ask(session, {"do": "play", "action": action})
        assert (answer["ok"], answer["error"]) == (False, "illegal-action"), action
    assert state(session) == before


def test_a_position_that_cannot_be_is_refused_and_the_game_goes_on() -> None:
    session = opened()
    before = state(session)
    for position in ({}, {"turn": "two"}, {"units": {"axis-1": None}}):
        answer = ask(session, {"do": "position", "system": "wildblue", "position": position})
        assert (answer["ok"], answer["error"]) == (False, "bad-position"), position
    assert state(session) == before


def test_there_is_no_report_before_the_end() -> None:
    answer = ask(opened(), {"do": "report"})
    assert (answer["ok"], answer["error"]) == (False, "bad-request")


def test_what_happens_before_the_first_decision_is_told() -> None:
    units = [
        {"id": f"{side}-1", "side": side, "aircraft": "p-47c-5" if side == "allied" else "mc-202"} for side in SIDES
    ]
    chosen = {"kind": "dogfight", "first": "axis", "units": [{**unit, "altitude": "high"} for unit in units]}
    answer = ask(Session(), {"do": "new", "system": "wildblue", "setup": chosen, "seed": 1})
    assert answer["decision"]["kind"] == "order"
    assert "Game-Turn 1." in answer["events"]


# Automatic players


def test_automatic_play_stops_where_it_is_told_to() -> None:
    session = opened()
    one = ask(session, {"do": "auto", "player": "random", "until": "decision"})
    assert len(one["actions"]) == 1
    for turn in (1, 2):
        assert ask(session, {"do": "auto", "player": "heuristic", "until": "turn"})["decision"]
        assert ask(session, {"do": "show"})["position"]["turn"] == turn
    mine = ask(session, {"do": "auto", "player": "heuristic", "doctrine": "bold", "until": "end", "side": "axis"})
    assert mine["decision"]["side"] == "allied"
    rest = ask(session, {"do": "auto", "player": "heuristic", "until": "end"})
    assert (rest["decision"], rest["legal"]) == (None, [])


@pytest.mark.parametrize("player", ["random", "heuristic"])
def test_playing_decision_by_decision_is_playing_to_the_end(player: str) -> None:
    together, apart = opened(), opened()
    ask(together, {"do": "auto", "player": player, "until": "end", "seed": 5})
    while ask(apart, {"do": "auto", "player": player, "until": "decision", "seed": 5})["decision"]:
        pass
    assert state(apart) == state(together)


def test_a_record_replays_to_the_same_state() -> None:
    session, again = opened(11), Session()
    ask(session, {"do": "auto", "player": "random", "until": "turn"})
    record = ask(session, {"do": "record"})["record"]
    assert ask(again, {"do": "replay", "record": record})["ok"]
    assert state(again) == state(session)


# Anything at all

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["wildblue", "axis", "allied", "axis-1", "allied-1", "high", "maneuver", "tailing", "mc-202"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FIELDS = (
    "system",
    "scenario",
    "setup",
    "seed",
    "position",
    "cards",
    "dice",
    "action",
    "side",
    "player",
    "until",
    "record",
)
DOES = ("systems", "new", "position", "script", "legal", "play", "view", "show", "auto", "report", "record", "replay")
REQUESTS = st.builds(
    lambda do, fields: {"do": do, **fields},
    st.sampled_from(DOES),
    st.dictionaries(st.sampled_from(FIELDS), JSON | st.sampled_from(["wildblue", "axis", "end", "random"]), max_size=4),
)


def check_answer(session: Session, line: bytes) -> None:
    """The answer is a JSON object with ``ok``; a refusal is one of the three and changes nothing."""
    before = state(session)
    answer = session.answer(line)
    assert json.loads(json.dumps(answer, allow_nan=False)) == answer
    if not answer["ok"]:
        assert answer["error"] in ERRORS
        assert answer["message"]
        assert set(answer) == {"ok", "error", "message"}
        assert state(session) == before


@given(st.binary(max_size=60))
def test_any_bytes_get_an_answer(line: bytes) -> None:
    check_answer(opened(), line)


@given(st.lists(REQUESTS | JSON, min_size=1, max_size=4))
def test_any_requests_get_an_answer(requests: list[Any]) -> None:
    session = opened()
    for request in requests:
        check_answer(session, json.dumps(request).encode())


def spoil(document: Any, path: list[int], value: Any) -> Any:
    """The document with one value, found by walking ``path``, replaced, or removed where ``value`` is ``...``."""
    if not path or not isinstance(document, (dict, list)) or not document:
        return document if value is ... else value
    keys = list(document) if isinstance(document, dict) else list(range(len(document)))
    key = keys[path[0] % len(keys)]
    spoilt: Any = dict(document) if isinstance(document, dict) else list(document)
    if value is ... and len(path) == 1:
        del spoilt[key]
    else:
        spoilt[key] = spoil(document[key], path[1:], value)
    return spoilt


PATHS = st.lists(st.integers(0, 30), min_size=1, max_size=5)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("NaN", "NaN is not a number"),
        ("1e999", "out of range"),
        ("9" * 5000, "out of range"),
        ("[" * MAX_DEPTH + "]" * MAX_DEPTH, "nests deeper"),
        ("[" * 100_000, "nests deeper"),
        ('{"a": 1, "a": 2}', "names a field twice"),
    ],
)
def test_the_head_of_a_record_is_read_as_strictly_as_a_request(value: str, said: str) -> None:
    head = f'{{"format": 1, "system": "wildblue", "seed": 1, "setup": {{"month": {value}}}}}'
    answer = ask(Session(), {"do": "replay", "record": head + "\n"})
    assert (answer["ok"], answer["error"]) == (False, "bad-request")
    assert said in answer["message"]


@settings(max_examples=100)
@given(st.integers(0, 50), st.lists(st.tuples(PATHS, JSON | st.just(...)), min_size=1, max_size=3), st.integers(0, 200))
def test_a_spoilt_setup_or_position_is_refused_or_played(seed: int, spoils: list[Any], decisions: int) -> None:
    fresh, session = setup(seed), opened(seed)
    for _ in range(decisions):
        ask(session, {"do": "auto", "player": "random", "until": "decision"})
    position = ask(session, {"do": "show"})["position"]
    for path, value in spoils:
        fresh, position = spoil(fresh, path, value), spoil(position, path, value)
    check_answer(session, json.dumps({"do": "new", "system": "wildblue", "setup": fresh, "seed": seed}).encode())
    check_answer(session, json.dumps({"do": "auto", "player": "random", "until": "end"}).encode())
    check_answer(session, json.dumps({"do": "position", "system": "wildblue", "position": position}).encode())
    check_answer(session, json.dumps({"do": "auto", "player": "random", "until": "end"}).encode())


@settings(max_examples=80)
@given(
    st.integers(0, 20), st.lists(st.tuples(st.integers(0, 400), st.integers(0, 400)), min_size=1, max_size=3), st.data()
)
def test_a_spoilt_record_is_refused_or_replayed(seed: int, moves: list[tuple[int, int]], data: st.DataObject) -> None:
    session = opened(seed)
    ask(session, {"do": "auto", "player": "random", "until": "end"})
    lines = ask(session, {"do": "record"})["record"].splitlines()
    for place, other in moves:
        line, word = lines[place % len(lines)], data.draw(st.text(max_size=6) | st.sampled_from(lines))
        lines[place % len(lines)] = data.draw(
            st.sampled_from([word, line + word, line[: other % (len(line) + 1)], lines[other % len(lines)]])
        )
    check_answer(session, json.dumps({"do": "replay", "record": "\n".join(lines)}).encode())
