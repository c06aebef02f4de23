"""A link is of a team, and is fixed or follows a project."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("sharing", "0005_teams_of_links")]

    operations = [
        migrations.AlterField(
            model_name="sharelink",
            name="team",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="share_links", to="accounts.team"
            ),
        ),
        migrations.AddIndex(
            model_name="sharelink",
            index=models.Index(fields=["team", "-created"], name="links_of_a_team"),
        ),
        migrations.AddConstraint(
            model_name="sharelink",
            constraint=models.CheckConstraint(
                condition=models.Q(("analysis__isnull", False), ("project", None))
                | models.Q(
                    ("analysis", None),
                    ("calculation", None),
                    ("lag_report", None),
                    ("project__isnull", False),
                    ("revision", None),
                ),
                name="a_link_is_fixed_or_follows",
            ),
        ),
    ]
