from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0004_packs_beside_the_shelf"),
    ]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="committed",
            field=models.PositiveSmallIntegerField(default=0),
        ),
    ]
