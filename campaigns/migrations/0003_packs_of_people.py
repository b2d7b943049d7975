import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('campaigns', '0002_moments_and_squadrons'),
    ]

    operations = [
        migrations.AddField(
            model_name='pack',
            name='on_shelf',
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name='pack',
            name='owner',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='packs', to=settings.AUTH_USER_MODEL),
        ),
    ]
