import django.db.models.deletion
from django.db import migrations, models


def forget(apps, schema_editor):
    """What has been printed is made again when somebody wants it."""
    apps.get_model("missions", "Print").objects.all().delete()


class Migration(migrations.Migration):

    dependencies = [
        ('missions', '0036_drafts_of_skirmishes'),
    ]

    operations = [
        migrations.RunPython(forget, migrations.RunPython.noop),
        migrations.RemoveField(
            model_name='print',
            name='content',
        ),
        migrations.AddField(
            model_name='print',
            name='size',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.CreateModel(
            name='PrintPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('content', models.BinaryField()),
                ('print', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='missions.print')),
            ],
            options={
                'ordering': ['number'],
                'abstract': False,
                'constraints': [models.UniqueConstraint(fields=('print', 'number'), name='one_part_of_a_print_a_number')],
            },
        ),
    ]
