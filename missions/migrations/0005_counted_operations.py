from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("missions", "0004_grounded_missions"),
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
                    ("operation", "Counted from an operation"),
                ],
                max_length=10,
            ),
        ),
    ]
