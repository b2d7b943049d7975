# What the mail server refuses for good is kept.

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0020_kinds_of_cards_on_a_shelf'),
        ('notices', '0002_webhook_labels'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='wishes',
            name='refusal',
            field=models.CharField(blank=True, max_length=100),
        ),
        migrations.AddField(
            model_name='wishes',
            name='refused_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name='wishes',
            index=models.Index(condition=models.Q(('refused_at__isnull', False)), fields=['refused_at'], name='refused_letters'),
        ),
    ]
