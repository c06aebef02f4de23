"""The days of a project: which reports bring them, and what is said over all of them."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("lag_reports", "0004_taken_at"), ("projects", "0003_deployments")]

    operations = [
        migrations.AddField(
            "LagReport",
            "project",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="lag_reports",
                to="projects.project",
            ),
        ),
        migrations.CreateModel(
            "LagDays",
            [
                (
                    "project",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="lag_days",
                        serialize=False,
                        to="projects.project",
                    ),
                ),
                ("result", models.TextField(null=True)),
                ("problem", models.CharField(blank=True, max_length=1000)),
                ("changed", models.DateTimeField(auto_now=True)),
            ],
        ),
    ]
