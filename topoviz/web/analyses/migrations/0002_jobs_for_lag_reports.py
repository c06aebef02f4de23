"""Jobs that make lag reports."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("analyses", "0001_initial"),
        ("lag_reports", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="job",
            name="lag_report",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="jobs", to="lag_reports.lagreport"
            ),
        ),
        migrations.AlterField(
            model_name="job",
            name="kind",
            field=models.CharField(
                choices=[("analyze", "Analyze"), ("draw", "Draw"), ("lag", "Lag")], default="analyze", max_length=10
            ),
        ),
        migrations.AlterField(
            model_name="job",
            name="queue",
            field=models.CharField(
                choices=[("analyses", "Analyses"), ("interactive", "Interactive"), ("spark", "Spark")], max_length=20
            ),
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "lag"), ("lag_report__isnull", False)),
                    models.Q(models.Q(("kind", "lag"), _negated=True), ("lag_report", None)),
                    _connector="OR",
                ),
                name="a_report_for_each_lag_job",
            ),
        ),
    ]
