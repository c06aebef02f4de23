"""Links that show a revision of a project or its latest, with passwords, and of which team they are."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_invitations"),
        ("projects", "0002_notes"),
        ("sharing", "0003_links_to_calculations"),
    ]

    operations = [
        migrations.AlterField(
            model_name="sharelink",
            name="analysis",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="share_links",
                to="analyses.analysis",
            ),
        ),
        migrations.AddField(
            model_name="sharelink",
            name="revision",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="share_links",
                to="projects.revision",
            ),
        ),
        migrations.AddField(
            model_name="sharelink",
            name="project",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="share_links",
                to="projects.project",
            ),
        ),
        migrations.AddField(
            model_name="sharelink",
            name="password",
            field=models.CharField(blank=True, default="", max_length=200),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="sharelink",
            name="last_used",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="sharelink",
            name="team",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="share_links", to="accounts.team"
            ),
        ),
    ]
