"""Questions about a topology, and their answers."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0001_initial"),
        ("analyses", "0005_forms"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Calculation",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("topology", models.PositiveIntegerField(default=0)),
                ("kind", models.CharField(max_length=20)),
                ("question", models.TextField()),
                ("cache_key", models.CharField(max_length=64, unique=True)),
                ("engine_version", models.CharField(max_length=40)),
                ("result", models.TextField(null=True)),
                ("name", models.CharField(blank=True, max_length=100)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("expires", models.DateTimeField(db_index=True, null=True)),
                (
                    "analysis",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="calculations", to="analyses.analysis"
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="calculations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="calculations", to="accounts.team"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), ("expires", None), _connector="OR"),
                        name="what_has_a_name_stays",
                    )
                ],
            },
        ),
    ]
