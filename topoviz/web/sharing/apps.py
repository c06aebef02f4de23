"""Names the application of share links."""

from django.apps import AppConfig


class SharingConfig(AppConfig):
    """Links that show something to whoever has them."""

    name = "topoviz.web.sharing"
    label = "sharing"
    verbose_name = "Share links"

    def ready(self) -> None:
        """Have links go along with what they show."""
        from topoviz.web.accounts.claiming import OWNED, Owned
        from topoviz.web.sharing.services import count_links, move_links

        OWNED.append(Owned("share link", "share links", count_links, move_links))
