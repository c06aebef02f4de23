"""Jobs and drawings may be of a calculation."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("analyses", "0005_forms"),
        ("calculations", "0001_initial"),
        ("lag_reports", "0001_initial"),
    ]

    operations = [
        migrations.RemoveConstraint("diagram", "one_diagram_each"),
        migrations.AddField(
            model_name="diagram",
            name="calculation",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="diagrams",
                to="calculations.calculation",
            ),
        ),
        migrations.AddField(
            model_name="job",
            name="calculation",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="jobs",
                to="calculations.calculation",
            ),
        ),
        migrations.AlterField(
            model_name="job",
            name="kind",
            field=models.CharField(
                choices=[("analyze", "Analyze"), ("draw", "Draw"), ("calculate", "Calculate"), ("lag", "Lag")],
                default="analyze",
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="diagram",
            constraint=models.UniqueConstraint(
                condition=models.Q(("calculation", None)),
                fields=("analysis", "topology", "view", "theme", "form", "renderer"),
                name="one_diagram_of_a_topology",
            ),
        ),
        migrations.AddConstraint(
            model_name="diagram",
            constraint=models.UniqueConstraint(
                condition=models.Q(("calculation__isnull", False)),
                fields=("calculation", "view", "theme", "form", "renderer"),
                name="one_diagram_of_a_calculation",
            ),
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.CheckConstraint(
                condition=models.Q(("calculation", None), ("kind__in", ("calculate", "draw")), _connector="OR"),
                name="a_calculation_for_its_jobs_only",
            ),
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "calculate"), _negated=True), ("calculation__isnull", False), _connector="OR"
                ),
                name="a_calculation_for_each_of_its_jobs",
            ),
        ),
    ]
