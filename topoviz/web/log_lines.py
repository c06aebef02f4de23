"""Lines of the log, without the secrets that addresses and tokens are.

A path stands in what Django and libraries say of a request that went wrong, and in traces; some paths open what they
name for whoever reads them.
"""

from __future__ import annotations

import logging
import re
from typing import Final

SECRETS: Final = re.compile(
    # Share links, invitations, and the keys of mails.
    r"(?<=/s/)[^/\s?\"'.]+|(?<=%2Fs%2F)[\w-]+|(?<=/invitations/)[^/\s?\"'.]+|(?<=/key/)[^/\s?\"']+|(?<=/confirm-email/)[^/\s?\"']+"
    # Tokens of the API, wherever they stand.
    r"|(?<=\btvz_)[\w-]+"
)
HIDDEN: Final = "…"


class WithoutSecrets(logging.Formatter):
    """A line in which secrets are left out."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a line, with its trace."""
        return SECRETS.sub(HIDDEN, super().format(record))
