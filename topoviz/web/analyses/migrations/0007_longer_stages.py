"""What is being done may be said in a few words, such as `step 120, 98 rebalances`."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("analyses", "0006_calculations")]

    operations = [migrations.AlterField("job", "stage", models.CharField(blank=True, max_length=60))]
