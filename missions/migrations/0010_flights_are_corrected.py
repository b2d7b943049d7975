from django.db import migrations, models
from django.db.models import F


def give_back(apps, schema_editor):
    """Until now a correction made a flight one of the table's; whatever has a record was flown by the engine."""
    corrected = apps.get_model("missions", "Flight").objects.filter(way="table").exclude(record="")
    corrected.update(way="engine", corrected_at=F("stored_at"))


class Migration(migrations.Migration):

    dependencies = [
        ('missions', '0009_step_signed_by_itself'),
    ]

    operations = [
        migrations.AddField(
            model_name='flight',
            name='corrected_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunPython(give_back, migrations.RunPython.noop),
    ]
