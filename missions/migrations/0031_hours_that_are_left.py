"""A game knows when whoever it waits for is late, and what hours people have had of decisions that were taken back."""

from datetime import timedelta

from django.db import migrations, models


def of_what_waits(apps, schema_editor):
    for game in apps.get_model("missions", "Game").objects.filter(status="playing", hours__isnull=False):
        game.late_at = game.waits_since + timedelta(hours=game.hours)
        game.save(update_fields=["late_at"])


class Migration(migrations.Migration):

    dependencies = [
        ("missions", "0030_moving_pictures"),
    ]

    operations = [
        migrations.AddField("game", "furthest", models.PositiveIntegerField(default=0)),
        migrations.AddField("game", "had", models.JSONField(default=dict)),
        migrations.AddField("game", "late_at", models.DateTimeField(blank=True, null=True)),
        migrations.RunPython(of_what_waits, migrations.RunPython.noop, elidable=True),
    ]
