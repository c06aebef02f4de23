"""Texts of views say what is opened in them, and may be long."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("analyses", "0003_notified")]

    operations = [
        migrations.AlterField("diagram", "view", models.CharField(max_length=640)),
        migrations.AlterField("job", "view", models.CharField(blank=True, max_length=640)),
    ]
