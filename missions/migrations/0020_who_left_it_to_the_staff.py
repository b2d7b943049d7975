"""What has been left to the staff is left by somebody, and binds nobody who comes after him."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def name_them(apps, schema_editor):
    controllers = apps.get_model("missions", "Controller").objects.filter(rests=True)
    for controller in controllers.select_related("seat", "man"):
        by_seat, by_man = controller.seat, controller.man
        controller.rests_of_id = (
            by_seat.user_id if by_seat else by_man.player_id if by_man else controller.user_id
        )
        controller.save(update_fields=["rests_of"])


class Migration(migrations.Migration):

    dependencies = [
        ("missions", "0019_forecasts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="controller",
            name="rests_of",
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
