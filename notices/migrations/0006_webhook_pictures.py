from django.db import migrations, models


def keep(apps, schema_editor):
    apps.get_model("notices", "Webhook").objects.filter(has_pictures=True).update(picture="still")


class Migration(migrations.Migration):

    dependencies = [
        ('notices', '0005_webhook_choices'),
    ]

    operations = [
        migrations.AddField(
            model_name='webhook',
            name='picture',
            field=models.CharField(blank=True, choices=[('', 'None'), ('still', 'How the fight ended'), ('map', 'The map')], db_default='', default='', max_length=8),
        ),
        migrations.RunPython(keep, migrations.RunPython.noop),
        migrations.RemoveField(
            model_name='webhook',
            name='has_pictures',
        ),
    ]
