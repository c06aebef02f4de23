"""How the application of a project runs, its tasks, and the number of what a revision was compared with."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def fill(apps: Any, schema_editor: Any) -> None:
    """Write the numbers of what revisions are compared with."""
    revisions = apps.get_model("projects", "Revision").objects
    number = revisions.filter(id=OuterRef("previous")).values("number")
    revisions.exclude(previous=None).update(previous_number=Subquery(number))


class Migration(migrations.Migration):
    dependencies = [("projects", "0002_notes"), ("calculations", "0003_sizes")]

    operations = [
        migrations.AddField("Revision", "previous_number", models.PositiveIntegerField(null=True)),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.CreateModel(
            name="Deployment",
            fields=[
                (
                    "project",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="deployment",
                        serialize=False, to="projects.project",
                    ),
                ),
                ("application_id", models.CharField(blank=True, max_length=249)),
                ("guarantee", models.CharField(blank=True, max_length=20)),
                ("protocol", models.CharField(blank=True, max_length=20)),
                ("kafka_version", models.CharField(blank=True, max_length=20)),
                (
                    "upgrade",
                    models.CharField(
                        blank=True, max_length=20,
                        choices=[
                            ("rolling", "One instance after another, while the others run"),
                            ("all-at-once", "All instances are stopped, then started again"),
                        ],
                    ),
                ),
                ("partitions", models.TextField(blank=True)),
                ("cluster", models.TextField(blank=True)),
                ("since", models.PositiveIntegerField(default=1)),
                ("changed", models.DateTimeField(auto_now=True)),
            ],
        ),
        migrations.CreateModel(
            name="Tasks",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "calculation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tasks_of",
                        to="calculations.calculation",
                    ),
                ),
                (
                    "revision",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tasks", to="projects.revision"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("revision", "calculation"), name="tasks_once")],
            },
        ),
    ]  # fmt: skip
