"""Names the application of calculations, and takes on its kind of job."""

from django.apps import AppConfig


class CalculationsConfig(AppConfig):
    """Questions about a topology that are worked out once, such as who gets which task."""

    name = "topoviz.web.calculations"
    label = "calculations"
    verbose_name = "Calculations"

    def ready(self) -> None:
        """Have workers calculate, and what nobody kept be thrown away."""
        from topoviz.web.accounts.claiming import OWNED, Owned
        from topoviz.web.analyses.janitor import TIDYING
        from topoviz.web.analyses.models import Kind
        from topoviz.web.analyses.running import WORK
        from topoviz.web.calculations.running import calculate
        from topoviz.web.calculations.services import count_named, move_calculations, throw_away_expired

        WORK[Kind.CALCULATE] = calculate
        TIDYING.append(throw_away_expired)
        OWNED.append(Owned("kept answer", "kept answers", count_named, move_calculations))
