"""Squadron leaders who plan for the Axis of a test's mission."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from missions.models import Mission
from tests import make


@pytest.fixture
def stuka(mission: Mission) -> User:
    return make.leader(mission.campaign, "hanna", "axis", "stuka")


@pytest.fixture
def jagd(mission: Mission) -> User:
    return make.leader(mission.campaign, "jutta", "axis", "jagd")
