import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('missions', '0034_simulated_drafts'),
    ]

    operations = [
        migrations.AlterField(
            model_name='simulation',
            name='pack',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='simulations', to='campaigns.pack'),
        ),
    ]
