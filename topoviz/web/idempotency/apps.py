"""Names the application of keys that make a request count once, and has old ones thrown away."""

from django.apps import AppConfig


class IdempotencyConfig(AppConfig):
    """Requests with a key of their own, which are answered once however often they are sent."""

    name = "topoviz.web.idempotency"
    label = "idempotency"
    verbose_name = "Idempotency keys"

    def ready(self) -> None:
        """Have what is a day old thrown away."""
        from topoviz.web.analyses.janitor import TIDYING
        from topoviz.web.idempotency.services import throw_away_old

        TIDYING.append(throw_away_old)
