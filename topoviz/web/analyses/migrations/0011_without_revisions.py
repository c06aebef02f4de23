"""Revisions and projects are the business of an application of their own."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("analyses", "0010_fill_submissions")]

    operations = [
        migrations.AlterField(model_name="analysis", name="submission", field=models.TextField()),
        migrations.AlterField(model_name="analysis", name="outcome", field=models.CharField(blank=True, max_length=20)),
        migrations.RemoveField(model_name="analysis", name="revision"),
        migrations.DeleteModel(name="Revision"),
        migrations.DeleteModel(name="Project"),
        migrations.AddIndex(
            model_name="analysis",
            index=models.Index(
                condition=models.Q(("expires", None)), fields=["team", "-created"], name="kept_analyses"
            ),
        ),
    ]
