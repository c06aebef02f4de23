"""When somebody of a team was last worked for, so that teams take turns."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
        ("analyses", "0007_longer_stages"),
    ]

    operations = [
        migrations.CreateModel(
            name="Turn",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "queue",
                    models.CharField(
                        choices=[("analyses", "Analyses"), ("interactive", "Interactive"), ("spark", "Spark")],
                        max_length=20,
                    ),
                ),
                ("taken", models.DateTimeField()),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="turns", to="accounts.team"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("team", "queue"), name="one_turn_of_a_queue")],
            },
        ),
    ]
