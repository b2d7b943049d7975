from django.db import migrations


class Migration(migrations.Migration):
    """Sign-in links that have been used are remembered by accounts: the table goes over with all that is in it."""

    dependencies = [("campaigns", "0010_quotas")]
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.AlterModelTable("usedlink", "accounts_usedlink")],
            state_operations=[migrations.DeleteModel("UsedLink")],
        )
    ]
