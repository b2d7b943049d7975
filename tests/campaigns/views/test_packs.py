"""The page of a pack: what it says of the missions in it."""

from __future__ import annotations

import re

from django.test import Client
from django.urls import reverse

from tests import make
from tests.cast import Cast


def test_what_sources_say_of_a_mission_is_said_in_words_and_not_by_the_keys_of_its_file(cast: Cast, client: Client):
    client.force_login(cast.owner)
    found = {
        slug: client.get(reverse("pack", args=(make.pack(slug).slug,))).content.decode()
        for slug in ("rommel-attacks", "angels-over-kent", "schweinfurt-raids")
    }
    for page in found.values():
        told = re.findall(r"What sources say of it.*?</ul>", page, re.DOTALL)
        assert told
        assert not any("<code>" in each for each in told)
    assert "<li>Durations: public: 8/7, so 3/1/2" in found["rommel-attacks"]
    assert "<li>Set-up: " in found["angels-over-kent"]
    assert "<li>Aircraft, line 2: public: an escort for a small part</li>" in found["schweinfurt-raids"]
