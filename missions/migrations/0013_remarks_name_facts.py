"""What somebody says of a result names a fact (``axis-1 leader.fate``), no longer a field of a page."""

import re

from django.db import migrations, models

UNIT = r"[a-z]+-\d+"
OF_AIRCRAFT = "fate|by|shared_with|fuel_tank|before|struck|cargo|mines|photographs|bombs"
OF_UNIT = "over|fuel|hits|hit_by"
FIELDS = (
    (re.compile(rf"({UNIT})-([a-z]+|\d+)-({OF_AIRCRAFT})"), r"\1 \2.\3"),
    (re.compile(rf"({UNIT})-({OF_UNIT})"), r"\1.\2"),
    (re.compile(r"answer-(.+)"), r"answer.\1"),
)
FACTS = (
    (re.compile(rf"({UNIT}) ([a-z]+|\d+)\.({OF_AIRCRAFT})"), r"\1-\2-\3"),
    (re.compile(rf"({UNIT})\.({OF_UNIT})"), r"\1-\2"),
    (re.compile(r"answer\.(.+)"), r"answer-\1"),
)


def renamed(name, patterns):
    for pattern, to in patterns:
        if pattern.fullmatch(name):
            return pattern.sub(to, name)
    return name


def rename(patterns):
    def run(apps, schema_editor):
        remarks = apps.get_model("missions", "Remark").objects.using(schema_editor.connection.alias)
        for name in remarks.order_by().values_list("fact", flat=True).distinct():
            if (to := renamed(name, patterns)) != name:
                remarks.filter(fact=name).update(fact=to)

    return run


class Migration(migrations.Migration):
    dependencies = [("missions", "0012_comment_keys")]

    operations = [
        migrations.RemoveConstraint("remark", "one_remark_a_field_and_side"),
        migrations.RenameField("remark", "field", "fact"),
        migrations.RunPython(rename(FIELDS), rename(FACTS)),
        migrations.AddConstraint(
            "remark", models.UniqueConstraint(fields=["submission", "fact", "side"], name="one_remark_a_fact_and_side")
        ),
    ]
