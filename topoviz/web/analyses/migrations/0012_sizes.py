"""Say how many bytes a program and its result have, and let pictures be counted without reading them."""

from typing import Any

from django.db import migrations, models
from django.db.models.functions import Coalesce, Length


def fill(apps: Any, schema_editor: Any) -> None:
    """Measure what is there."""
    analyses = apps.get_model("analyses", "Analysis").objects
    analyses.update(size=Length("submission") + Coalesce(Length("result"), 0))


class Migration(migrations.Migration):
    dependencies = [("analyses", "0011_without_revisions")]

    operations = [
        migrations.AddField("Analysis", "size", models.PositiveBigIntegerField(default=0)),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddIndex("Analysis", models.Index(fields=["team", "expires", "size"], name="sizes_of_a_team")),
        migrations.AddIndex("Diagram", models.Index(fields=["analysis", "size"], name="sizes_of_pictures")),
    ]
