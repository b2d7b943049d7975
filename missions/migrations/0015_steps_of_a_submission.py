"""A step of a submission is called so; its table keeps its name."""

from __future__ import annotations

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("missions", "0014_audience_of_a_print")]

    operations = [
        migrations.AlterModelTable("step", "missions_step"),
        migrations.RenameModel("Step", "SubmissionStep"),
    ]
