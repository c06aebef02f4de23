"""What stood in revisions goes to the analyses themselves; names and outcomes are read from the results."""

import json
from typing import Any

from django.db import migrations
from django.db.models import OuterRef, Subquery

from topoviz.web.analyses.names import names_in


def fill(apps: Any, schema_editor: Any) -> None:
    """Copy texts inside the database, and read the results one by one: together they may be larger than the memory."""
    analysis_model, revision_model = apps.get_model("analyses", "Analysis"), apps.get_model("analyses", "Revision")
    name_model = apps.get_model("analyses", "Name")
    revision = revision_model.objects.filter(id=OuterRef("revision_id"))
    analysis_model.objects.filter(revision__isnull=False).update(
        submission=Subquery(revision.values("submission")[:1]), created_by=Subquery(revision.values("created_by")[:1])
    )
    for analysis_id in list(analysis_model.objects.exclude(result=None).values_list("id", flat=True)):
        analysis = analysis_model.objects.only("id", "result", "expires").get(id=analysis_id)
        result = json.loads(analysis.result)
        analysis_model.objects.filter(id=analysis_id).update(outcome=result.get("outcome") or "")
        if analysis.expires is None:
            rows = (name_model(analysis_id=analysis_id, **one) for one in names_in(result))
            name_model.objects.bulk_create(rows, 500)


class Migration(migrations.Migration):
    dependencies = [("analyses", "0009_own_submissions")]

    # Back again goes only what is empty: the constraint of the tables before refuses what is kept.
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
