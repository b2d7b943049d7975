"""The stored report of a skirmish says who hit an aircraft as people call him (``by Escort 3``), not by a unit's id."""

import re

from django.db import migrations

import engine
from engine.core.names import unit_names


def named(report, sides):
    """The report with its units called so wherever their ids stand in a cause; ``sides``: what the sides are called."""
    aircraft = report["aircraft"]
    numbers = {each["unit"]: each["number"] for each in aircraft if each.get("number")}
    names = unit_names({each["unit"]: each.get("role", "") for each in aircraft}, numbers, sides)
    ids = re.compile("|".join(rf"\b{re.escape(unit)}\b" for unit in names) or "(?!)")
    causes = [ids.sub(lambda found: names[found[0]], each.get("cause", "")) for each in aircraft]
    return report | {"aircraft": [each | {"cause": cause} for each, cause in zip(aircraft, causes, strict=True)]}


def name(apps, schema_editor):
    for skirmish in apps.get_model("missions", "Skirmish").objects.using(schema_editor.connection.alias).iterator():
        system = engine.systems().get(skirmish.system)
        if skirmish.report and system:
            skirmish.report = named(skirmish.report, system.sides)
            skirmish.save(update_fields=["report"])


class Migration(migrations.Migration):
    dependencies = [("missions", "0015_steps_of_a_submission")]

    operations = [migrations.RunPython(name, migrations.RunPython.noop)]
