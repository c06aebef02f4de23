"""A drawing is a file of one form. Those that were kept are dropped: they are drawn again when somebody asks."""

import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("analyses", "0004_longer_views")]

    operations = [
        # Jobs that wait to draw, drew SVG and DOT together.
        migrations.AddField(
            "job", "form", models.CharField(blank=True, default="svg", max_length=10), preserve_default=False
        ),
        migrations.DeleteModel("Diagram"),
        migrations.CreateModel(
            name="Diagram",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("topology", models.PositiveIntegerField(default=0)),
                ("view", models.CharField(max_length=640)),
                ("theme", models.CharField(max_length=10)),
                ("form", models.CharField(max_length=10)),
                ("renderer", models.CharField(max_length=80)),
                ("data", models.BinaryField()),
                ("size", models.PositiveIntegerField()),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "analysis",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="diagrams", to="analyses.analysis"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        models.F("analysis"),
                        models.F("topology"),
                        models.F("view"),
                        models.F("theme"),
                        models.F("form"),
                        models.F("renderer"),
                        name="one_diagram_each",
                    )
                ],
            },
        ),
    ]
