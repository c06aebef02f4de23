"""A topic of the application was deleted and made anew: its id is another one."""

from __future__ import annotations

from topoviz.lag.findings.words import listed, moment
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.topics.findings.words import references, tasks_of
from topoviz.lag.topics.model import TopicHistory


def find_topics_made_anew(history: TopicHistory, told: frozenset[str] = frozenset()) -> tuple[Finding, ...]:
    """Give a finding for each such topic; of those `told`, offsets say the same already."""
    kinds = {one.topic: one for one in history.topics}
    topics = dict.fromkeys(one.topic for one in history.partitions if one.anews and one.topic not in told)
    findings = []
    for topic in topics:
        own = [one for one in history.partitions if one.topic == topic and one.anews]
        at = max(one.anew_at or 0.0 for one in own)
        facts = kinds.get(topic)
        if facts is not None and facts.kind == "changelog":
            stores = listed([f"`{store}`" for store in facts.stores])
            what = f" It is the changelog of {stores}: a task without local files restores from what was written since."
            advice = (
                "Where local files are gone too, the state is lost: build it anew from the input. Look who deletes "
                "topics; `kafka-streams-application-reset.sh` deletes all of an application's at once."
            )
        else:
            what = " Offsets that were committed before mean nothing in it."
            advice = "Look where the group reads from since: `kafka-consumer-groups.sh --describe` shows it."
        findings.append(
            Finding(
                FindingKind.MADE_ANEW,
                f"`{topic}` was deleted and made anew before {moment(at)}: its topic id is another one.{what}",
                advice,
                tasks_of(own),
                references(history, own),
                numbers={"anew_at": at, "partitions": float(len(own))},
            )
        )
    return tuple(findings)
