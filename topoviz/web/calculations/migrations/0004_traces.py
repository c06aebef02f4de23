"""Keep the records that simulations are asked with, and their events in pieces."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("calculations", "0003_sizes")]

    operations = [
        migrations.CreateModel(
            name="GivenRecords",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("data", models.BinaryField()),
                (
                    "calculation",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="records",
                        to="calculations.calculation",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="TracePiece",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first", models.PositiveIntegerField()),
                ("count", models.PositiveIntegerField()),
                ("from_us", models.BigIntegerField()),
                ("to_us", models.BigIntegerField()),
                ("head", models.TextField()),
                ("data", models.BinaryField()),
                (
                    "calculation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pieces",
                        to="calculations.calculation",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("calculation", "first"), name="one_piece_of_a_trace_at_a_place")
                ],
            },
        ),
    ]
