"""The way of a delivery: it waits, is sent, and arrives or is given up. Each step is one conditional UPDATE.

What is to be sent is in the database; workers are only rung for. One that is lost loses its lease, and the delivery is
sent again under the same id, by which the receiver knows it.
"""

from __future__ import annotations

import logging
import random
import time
import uuid
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.notify import send_task
from topoviz.web.processes import WORKERS
from topoviz.web.projects.models import Revision
from topoviz.web.webhooks.addresses import BadAddress, parse_address
from topoviz.web.webhooks.models import Delivery, State, Webhook
from topoviz.web.webhooks.sending import Outcome, send
from topoviz.web.webhooks.signing import Unreadable, signed_headers, unseal

logger = logging.getLogger(__name__)

DELIVER: Final = "topoviz.deliver"
QUEUE: Final = "webhooks"

MOST_ATTEMPTS: Final = 9
FIRST_DELAY: Final = 30.0
GROWTH: Final = 3.0
"""Seconds to the second attempt, and how many times as long each later one waits: about a day in all."""

OLDEST: Final = timedelta(days=2)
REST: Final = timedelta(seconds=30)
"""How long other messages to an address wait that did not take one, so that it keeps no worker from the others."""

UNTIL_OFF: Final = timedelta(days=3)
"""After what time without a single delivery that arrived a webhook is switched off."""

KEPT: Final = timedelta(days=14)
AT_ONCE: Final = 20

NOT_THERE: Final = "The worker that sent it was lost, each time it was tried."
OFF: Final = "The webhook was switched off before it arrived."


def add_delivery(hook: Webhook, body: str, revision: Revision | None = None) -> Delivery:
    """Have a message sent. Call this in the transaction of what it says; of a revision it is made once."""
    delivery, is_new = Delivery.objects.get_or_create(
        **({"webhook": hook, "revision": revision} if revision is not None else {"id": uuid.uuid4()}),
        defaults={"webhook": hook, "body": body, "due": timezone.now()},
    )
    if is_new:
        ring_later()
    return delivery


def send_again(delivery: Delivery) -> bool:
    """Have a message sent once more that has arrived or was given up, with as many attempts as a new one."""
    ended = Delivery.objects.filter(id=delivery.id, state__in=(State.DELIVERED, State.GAVE_UP))
    changed = ended.update(state=State.WAITING, attempts=0, due=timezone.now(), finished=None)
    if changed:
        ring_later()
    return changed == 1


def ring_later() -> None:
    """Ring for a worker once the transaction has been written; where the broker is in trouble, the janitor does it."""
    transaction.on_commit(ring, robust=True)


def ring() -> bool:
    """Ring for a worker."""
    return send_task(DELIVER, [], [QUEUE])


def ring_for_what_is_due(now: datetime | None = None) -> int:
    """Give back what a lost worker was sending, and ring for what is due; gives of how many."""
    now = now or timezone.now()
    lost = Delivery.objects.filter(state=State.SENDING, lease_until__lt=now)
    lost.update(state=State.WAITING, lease=None, lease_until=None, due=now)
    due = _due(now).count()
    for _ in range(min(due, WORKERS[QUEUE])):
        if not ring():
            break
    return due


def deliver_what_is_due() -> int:
    """Send what is due, one after another, until nothing is; gives how many were tried."""
    tried = 0
    while (delivery := claim()) is not None:
        note_outcome(delivery, _send(delivery))
        tried += 1
    return tried


def claim(now: datetime | None = None) -> Delivery | None:
    """Take the delivery that is due for longest, and an address that no other worker is sending to."""
    now = now or timezone.now()
    busy = Delivery.objects.filter(state=State.SENDING).values("webhook")
    for one in _due(now).exclude(webhook__in=busy).order_by("due").values_list("id", flat=True)[:AT_ONCE]:
        waiting = Delivery.objects.filter(id=one, state=State.WAITING)
        lease = uuid.uuid4()
        # Counted before it is sent: one that takes its worker with it would otherwise be tried for ever.
        claimed = waiting.filter(attempts__lt=MOST_ATTEMPTS).update(
            state=State.SENDING,
            lease=lease,
            lease_until=now + timedelta(seconds=limits().lease_seconds),
            attempts=F("attempts") + 1,
            tried=now,
        )
        if claimed:
            return Delivery.objects.select_related("webhook").filter(id=one, lease=lease).first()
        waiting.filter(attempts__gte=MOST_ATTEMPTS).update(state=State.GAVE_UP, said=NOT_THERE, finished=now)
    return None


@transaction.atomic
def note_outcome(delivery: Delivery, outcome: Outcome, now: datetime | None = None) -> None:
    """Write down what came of an attempt; nothing where the lease is not ours any more."""
    now = now or timezone.now()
    held = Delivery.objects.filter(id=delivery.id, state=State.SENDING, lease=delivery.lease)
    known: dict[str, Any] = {"lease": None, "lease_until": None, "code": outcome.code, "said": outcome.said[:300]}
    if outcome.is_delivered:
        if held.update(state=State.DELIVERED, finished=now, **known):
            Webhook.objects.filter(id=delivery.webhook_id).update(failing_since=None)
        return
    is_old = delivery.attempts >= MOST_ATTEMPTS or delivery.created < now - OLDEST
    # Whoever sends a test looks at once what came of it, and sends another.
    is_last = outcome.is_final or is_old or delivery.is_test
    if is_last:
        changed = held.update(state=State.GAVE_UP, finished=now, **known)
    else:
        wait = max(delay_after(delivery.attempts), float(outcome.wait))
        changed = held.update(state=State.WAITING, due=now + timedelta(seconds=wait), **known)
    if changed:
        _note_failure(delivery, outcome, now)


def delay_after(attempts: int) -> float:
    """Give the seconds to the next attempt: longer each time, and never the same for all that failed at once."""
    # What is drawn here protects nothing.
    return FIRST_DELAY * GROWTH ** (attempts - 1) * random.uniform(0.8, 1.2)  # noqa: S311


def switch_off(hook: Webhook, now: datetime, because: str = "") -> None:
    """Send nothing any more to a webhook; what waits is given up."""
    Webhook.objects.filter(id=hook.id, off_since=None).update(off_since=now, off_because=because)
    waiting = Delivery.objects.filter(webhook=hook.id, state__in=(State.WAITING, State.SENDING))
    waiting.update(state=State.GAVE_UP, said=OFF, finished=now, lease=None, lease_until=None)


def throw_away_old(now: datetime | None = None) -> int:
    """Delete deliveries that ended long ago; gives how many."""
    old = Delivery.objects.filter(finished__lt=(now or timezone.now()) - KEPT)
    return old.delete()[0]


def _due(now: datetime) -> QuerySet[Delivery]:
    return Delivery.objects.filter(state=State.WAITING, due__lte=now)


def _note_failure(delivery: Delivery, outcome: Outcome, now: datetime) -> None:
    """Let the address rest, and switch the webhook off where nothing has arrived for long."""
    others = Delivery.objects.filter(webhook=delivery.webhook_id, state=State.WAITING, due__lt=now + REST)
    others.update(due=now + REST)
    if delivery.is_test:
        return
    Webhook.objects.filter(id=delivery.webhook_id, failing_since=None).update(failing_since=now)
    hook = Webhook.objects.get(id=delivery.webhook_id)
    if outcome.is_final:
        switch_off(hook, now, "The receiver answered 410: it wants no more messages.")
    elif hook.failing_since is not None and hook.failing_since < now - UNTIL_OFF:
        since = f"{hook.failing_since:%-d %B %Y}"
        switch_off(hook, now, f"Nothing has arrived since {since}. The last attempt: {outcome.said}")


def _send(delivery: Delivery) -> Outcome:
    hook, body = delivery.webhook, delivery.body.encode()
    try:
        address, secret = parse_address(unseal(hook.address)), unseal(hook.secret)
    except Unreadable:
        return Outcome(None, "This server has another key than when the webhook was made: enter its address again.")
    except BadAddress as error:
        return Outcome(None, str(error))
    signed = signed_headers(secret=secret, delivery=str(delivery.id), moment=int(time.time()), body=body)
    headers = {"Content-Type": "application/json", "User-Agent": "topoviz", **signed}
    return send(address, body, list(headers.items()), settings.TOPOVIZ_WEBHOOK_NETWORKS)
