from django.db import migrations, models


def sign_by_the_clock(apps, schema_editor):
    """Until now a step that nobody took was always the clock's."""
    apps.get_model("missions", "Step").objects.filter(by=None).update(itself="clock")


class Migration(migrations.Migration):

    dependencies = [
        ('missions', '0008_club_play'),
    ]

    operations = [
        migrations.AddField(
            model_name='step',
            name='itself',
            field=models.CharField(blank=True, choices=[('clock', 'The clock'), ('terms', 'The terms')], max_length=5),
        ),
        migrations.RunPython(sign_by_the_clock, migrations.RunPython.noop),
    ]
