import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("missions", "0005_counted_operations"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Skirmish",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("title", models.CharField(max_length=120)),
                ("system", models.CharField(max_length=40)),
                ("setup", models.JSONField()),
                ("seed", models.BigIntegerField()),
                ("doctrines", models.JSONField()),
                ("key", models.UUIDField()),
                ("record", models.TextField(blank=True)),
                ("report", models.JSONField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "job",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="skirmish", to="missions.job"
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="skirmishes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "skirmishes",
                "ordering": ["-created_at", "-pk"],
                "constraints": [models.UniqueConstraint(fields=("owner", "key"), name="one_skirmish_a_form")],
            },
        ),
    ]
