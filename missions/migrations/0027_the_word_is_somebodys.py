from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [("missions", "0026_who_gives_up")]

    operations = [migrations.RemoveField(model_name="controller", name="gives_up")]
