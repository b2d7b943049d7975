from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0020_kinds_of_cards_on_a_shelf'),
    ]

    operations = [
        migrations.AlterField(
            model_name='campaign',
            name='status',
            field=models.CharField(choices=[('running', 'Running'), ('finished', 'Finished'), ('arriving', 'On its way in')], default='running', max_length=10),
        ),
    ]
