# The sweep for e-mails reads those who are due, not all notices that were never mailed.

from datetime import UTC, datetime

from django.conf import settings
from django.db import migrations, models


def look_at_everybody(apps, schema_editor):
    apps.get_model("notices", "Wishes").objects.update(mail_at=datetime(1970, 1, 1, tzinfo=UTC))


def look_at_nobody(apps, schema_editor):
    pass


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0020_kinds_of_cards_on_a_shelf'),
        ('notices', '0003_refused_letters'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='notice',
            name='unread_notices',
        ),
        migrations.AddField(
            model_name='wishes',
            name='mail_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(fields=['user', 'read_at', 'at'], name='unread_notices'),
        ),
        migrations.AddIndex(
            model_name='wishes',
            index=models.Index(condition=models.Q(('mail_at__isnull', False)), fields=['mail_at'], name='letters_due'),
        ),
        migrations.RunPython(look_at_everybody, look_at_nobody),
    ]
