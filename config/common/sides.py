"""The two sides, for every model that names one."""

from __future__ import annotations

from django.db import models


class Side(models.TextChoices):
    ALLIED = "allied", "Allied"
    AXIS = "axis", "Axis"
