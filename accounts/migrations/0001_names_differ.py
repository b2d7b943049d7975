from django.db import migrations


class Migration(migrations.Migration):
    """No two people are called the same but for capital letters, whoever writes."""

    initial = True
    dependencies = [("auth", "0012_alter_user_first_name_max_length")]
    operations = [
        migrations.RunSQL(
            "CREATE UNIQUE INDEX accounts_names_differ ON auth_user (LOWER(username))",
            "DROP INDEX accounts_names_differ",
        )
    ]
