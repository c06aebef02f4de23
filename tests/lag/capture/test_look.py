"""The rows that the answers of a cluster make."""

from datetime import UTC, datetime, timedelta, timezone

from topoviz.lag.capture.look import GroupAnswer, Member, Partition, Row, look_of

NOW = datetime(2026, 3, 2, 11, 0, 0, 250_900, tzinfo=timezone(timedelta(hours=1)))
A, B, GONE = Partition("orders", 2), Partition("orders", 10), Partition("old", 0)


def test_a_row_for_what_is_committed_or_owned_in_order():
    shop = GroupAnswer("shop", {B: 5, GONE: 1}, {A: Member("shop-1-StreamThread-1-consumer", "10.0.0.1")})
    audit = GroupAnswer("audit", {A: 7}, has_hidden_members=True)
    found = look_of(NOW, [shop, audit], {A: 9, B: 8})
    stamp = "2026-03-02T10:00:00.250Z"
    assert found.rows == (
        Row(stamp, "audit", "orders", 2, 9, 7, "", ""),
        Row(stamp, "shop", "orders", 2, 9, None, "shop-1-StreamThread-1-consumer", "10.0.0.1"),
        Row(stamp, "shop", "orders", 10, 8, 5, "", ""),
    )
    assert (found.hidden, found.without_end) == ({"audit"}, 1)
    assert look_of(NOW.astimezone(UTC), [audit], {A: 9}).rows == found.rows[:1]
