"""Each link belongs to the team of its analysis."""

from typing import Any

from django.db import migrations
from django.db.models import OuterRef, Subquery


def fill(apps: Any, schema_editor: Any) -> None:
    """Write down the team of each link."""
    analyses = apps.get_model("analyses", "Analysis").objects.filter(pk=OuterRef("analysis"))
    links = apps.get_model("sharing", "ShareLink").objects.filter(team=None)
    links.update(team=Subquery(analyses.values("team")[:1]))


class Migration(migrations.Migration):
    dependencies = [("sharing", "0004_links_to_projects")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
