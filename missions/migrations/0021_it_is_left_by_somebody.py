from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [("missions", "0020_who_left_it_to_the_staff")]

    operations = [migrations.RemoveField(model_name="controller", name="rests")]
