"""Say how many bytes a question and its answer have, which count as what a team keeps."""

from typing import Any

from django.db import migrations, models
from django.db.models.functions import Coalesce, Length


def fill(apps: Any, schema_editor: Any) -> None:
    """Measure what is there."""
    calculations = apps.get_model("calculations", "Calculation").objects
    calculations.update(size=Length("question") + Coalesce(Length("result"), 0))


class Migration(migrations.Migration):
    dependencies = [("calculations", "0002_comparisons")]

    operations = [
        migrations.AddField("Calculation", "size", models.PositiveBigIntegerField(default=0)),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddIndex(
            "Calculation", models.Index(fields=["team", "expires", "size"], name="sizes_of_calculations")
        ),
    ]
