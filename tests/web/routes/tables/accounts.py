"""Accounts, and what staff see: pages that show nothing but what belongs to whoever is signed in."""

from tests.web.routes.asking import routes
from tests.web.routes.model import PAGE_OPEN, PAGE_SIGNED_IN, TOKENS, Gets, Role, Table, form, get, page

LOGIN, YES, NOTHING = Gets.LOGIN, Gets.YES, Gets.NOTHING
NOT_THERE = page(LOGIN, outsider=NOTHING, viewer=NOTHING, editor=NOTHING, owner=NOTHING)
NOBODY = page(NOTHING, outsider=NOTHING, viewer=NOTHING, editor=NOTHING, owner=NOTHING)
"""Addresses of services that this server does not use, and of steps that nobody is at."""

PARTS = {
    "object_id": "1",
    "content_type_id": "1",
    "app_label": "accounts",
    "url": "nowhere",
    "id": "1",
    "key": "nothing",
    "uidb36": "1",
    "provider_id": "sso",
}
VALUES = {part: lambda world, value=value: value for part, value in PARTS.items()}


def both(who):
    """Look, and send an empty form."""
    return (get(who, values=VALUES), form(who, values=VALUES))


BEFORE_SIGNING_IN = (
    *("account_login", "account_signup", "account_reset_password"),
    "account_reset_password_from_key",
)
SECOND_STEPS = ("account_confirm_login_code", "mfa_authenticate")
"""What leads back to the first step who did not take that."""

WORDS_ONLY = (
    *("account_reset_password_done", "account_inactive", "account_reset_password_from_key_done"),
    *("account_email_verification_sent", "socialaccount_login_cancelled"),
)
OWN_ACCOUNT = (
    *("account", "claim", "delete-account", "account_email", "account_change_password", "account_set_password"),
    *("account_confirm_reauthentication_code", "mfa_activate_totp"),
    *("mfa_generate_recovery_codes", "socialaccount_connections"),
)
OF_ANOTHER_KIND = ("account_reauthenticate", "account_request_reauthentication_code", "mfa_reauthenticate")
"""Ways to say once more who one is, which those in the world of this table do not have."""

OF_A_SECOND_FACTOR = ("mfa_view_recovery_codes", "mfa_download_recovery_codes")
"""What is not there without one."""

FORBIDDEN = page(LOGIN, outsider=Gets.FORBIDDEN, viewer=Gets.FORBIDDEN, editor=Gets.FORBIDDEN, owner=Gets.FORBIDDEN)

ACCOUNTS: Table = {
    **{name: both(PAGE_OPEN) for name in BEFORE_SIGNING_IN},
    **{name: (get(PAGE_OPEN),) for name in WORDS_ONLY},
    **{name: both(PAGE_SIGNED_IN) for name in (*OWN_ACCOUNT, *SECOND_STEPS)},
    **{name: both(FORBIDDEN) for name in OF_ANOTHER_KIND},
    "account_confirm_email": (get(PAGE_OPEN, values=VALUES), form(NOBODY, values=VALUES)),
    **{name: (get(NOT_THERE),) for name in OF_A_SECOND_FACTOR},
    "mfa_index": (get(PAGE_SIGNED_IN),),
    "mfa_deactivate_totp": both(NOT_THERE),
    "socialaccount_signup": both(dict.fromkeys((*Role, *TOKENS), LOGIN)),
    **{name: both(NOBODY) for name in ("github_login", "openid_connect_login")},
    **{name: (get(NOBODY, values=VALUES),) for name in ("github_callback", "openid_connect_callback")},
    "socialaccount_login_error": (get(dict.fromkeys((*Role, *TOKENS), Gets.REFUSED)),),
    **{
        route.name: (get(NOT_THERE, values=VALUES),)
        for route in routes()
        if route.name.startswith(("admin:", "admin/"))
    },
    # The last, since nobody is signed in afterwards.
    "account_logout": both(PAGE_OPEN),
}
