"""Names the application of calculations, and takes on its kind of job."""

from django.apps import AppConfig


class CalculationsConfig(AppConfig):
    """Questions about a topology that are worked out once, such as who gets which task."""

    name = "topoviz.web.calculations"
    label = "calculations"
    verbose_name = "Calculations"

    def ready(self) -> None:
        """Have workers calculate, and what nobody kept be thrown away."""
        from topoviz.web.analyses.janitor import TIDYING
        from topoviz.web.analyses.models import Kind
        from topoviz.web.analyses.running import WORK
        from topoviz.web.calculations.running import calculate
        from topoviz.web.calculations.services import throw_away_expired

        WORK[Kind.CALCULATE] = calculate
        TIDYING.append(throw_away_expired)
