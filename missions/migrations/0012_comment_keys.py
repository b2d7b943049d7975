"""Comments go by a key that tells nobody how many there are."""

import uuid

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def give_keys(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    comments = apps.get_model("missions", "Comment").objects.filter(key=None)
    for comment in comments.only("pk").iterator():
        comment.key = uuid.uuid4()
        comment.save(update_fields=["key"])


class Migration(migrations.Migration):
    dependencies = [("missions", "0011_result_drafts")]

    operations = [
        migrations.AddField("comment", "key", models.UUIDField(null=True, editable=False)),
        migrations.RunPython(give_keys, migrations.RunPython.noop),
        migrations.AlterField(
            "comment", "key", models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
        ),
    ]
