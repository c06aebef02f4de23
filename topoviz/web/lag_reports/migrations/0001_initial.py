"""Tables for lag reports and their files."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0001_initial"),
        ("analyses", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="LagReport",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("topology", models.PositiveIntegerField(default=0)),
                ("partitions", models.TextField(blank=True)),
                ("application_id", models.CharField(blank=True, max_length=249)),
                ("result", models.TextField(null=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "analysis",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="lag_reports", to="analyses.analysis"
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="lag_reports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="lag_reports", to="accounts.team"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LagFile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=200)),
                ("size", models.BigIntegerField()),
                (
                    "report",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="files", to="lag_reports.lagreport"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("report", "number"), name="one_file_of_a_number")],
            },
        ),
    ]
