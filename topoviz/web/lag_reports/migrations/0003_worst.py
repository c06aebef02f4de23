"""Say the worst finding of a report beside it, so that lists read no reports."""

import json
from typing import Any

from django.db import migrations, models


def fill(apps: Any, schema_editor: Any) -> None:
    """Take the first finding of each report that is there."""
    reports = apps.get_model("lag_reports", "LagReport").objects
    for one in reports.exclude(result=None).only("id", "result").iterator(20):
        worst = next(iter(json.loads(one.result).get("findings", ())), None)
        if worst is not None:
            reports.filter(id=one.id).update(worst=worst["sentence"][:1000], worst_kind=worst["kind"])


class Migration(migrations.Migration):
    dependencies = [("lag_reports", "0002_uploads")]

    operations = [
        migrations.AddField(
            "LagReport", "worst", models.CharField(blank=True, default="", max_length=1000), preserve_default=False
        ),
        migrations.AddField(
            "LagReport", "worst_kind", models.CharField(blank=True, default="", max_length=20), preserve_default=False
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
