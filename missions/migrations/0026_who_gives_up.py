"""A word to give a game up is somebody's, and binds nobody who comes after him."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def name_them(apps, schema_editor):
    controllers = apps.get_model("missions", "Controller").objects.filter(gives_up=True)
    for controller in controllers.select_related("seat"):
        if controller.seat is not None:
            controller.gives_up_of_id = controller.seat.user_id
            controller.save(update_fields=["gives_up_of"])


class Migration(migrations.Migration):

    dependencies = [
        ("missions", "0025_shared_replays"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="controller",
            name="gives_up_of",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunPython(name_them, migrations.RunPython.noop),
    ]
