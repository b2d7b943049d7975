from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("missions", "0003_void_missions_and_simulations"),
    ]

    operations = [
        migrations.AlterField(
            model_name="flight",
            name="way",
            field=models.CharField(
                choices=[
                    ("engine", "Flown by the engine"),
                    ("table", "Flown at the table"),
                    ("grounded", "Not flown"),
                ],
                max_length=10,
            ),
        ),
    ]
