from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("missions", "0013_remarks_name_facts")]

    operations = [
        migrations.RemoveConstraint(model_name="print", name="one_print_for_each_eyes"),
        migrations.RenameField(model_name="print", old_name="eyes", new_name="audience"),
        migrations.AddConstraint(
            model_name="print",
            constraint=models.UniqueConstraint(
                fields=("campaign", "document", "paper", "audience"), name="one_print_for_each_audience"
            ),
        ),
    ]
