"""The forms in which partition counts, clusters and scenarios are read, with an example of each."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from topoviz.engine.assignment.reading_settings import SETTINGS
from topoviz.engine.cluster.reading.cluster_file import MOST_CLIENTS, MOST_THREADS
from topoviz.engine.scenarios.events.registry import EVENT_KINDS
from topoviz.engine.scenarios.model import MOST_EVENTS, MOST_REBALANCES
from topoviz.engine.scenarios.runtime_settings import RUNTIME_SETTINGS
from topoviz.web.places import PACKAGE

FOLDER = PACKAGE / "web" / "examples" / "formats"


@dataclass(frozen=True, slots=True)
class Format:
    """A form; `name` is the file with its example."""

    name: str
    title: str
    sentence: str

    @property
    def example(self) -> str:
        """The text of the example."""
        return (FOLDER / f"{self.name}.txt").read_text(encoding="utf-8")


COUNTS = (
    Format("counts_lines", "Lines", "TOPIC=NUMBER, or several with commas between them; # begins a comment."),
    Format("counts_yaml", "YAML", "A list of topics with their partitions, or names with numbers."),
    Format("counts_json", "JSON", "The same in JSON."),
    Format(
        "counts_listing",
        "What kafka-topics.sh --describe prints",
        "Of any version. Internal topics are known by the application's id before their names: one that is there with "
        "another count than Kafka Streams wants is reported. Its brokers matter where racks are given.",
    ),
)
CLUSTERS = (
    Format("cluster_short", "A few lines of YAML", "Names and numbers of threads; count makes several alike."),
    Format(
        "cluster_whole",
        "All that can be said, in YAML or JSON",
        "What each client, or each of its threads, had before: active and standby tasks, state that is stored on its "
        "disk, and how many records a copy is behind. A process id decides between clients that are alike; without "
        "one, it is made up, and the answer says so. With state: lost, nothing is on the disk.",
    ),
    Format(
        "cluster_log",
        "Logs of stream threads",
        "What each thread logs at an assignment, of one or several instances. Of each thread the last one counts.",
    ),
    Format(
        "cluster_consumer_group",
        "What kafka-consumer-groups.sh --describe --members --verbose prints",
        "Partitions become the tasks that read them. Standby tasks are not in it. What it prints without --members is "
        "read too; threads without an active task are not in that.",
    ),
    Format(
        "cluster_streams_group",
        "What kafka-streams-groups.sh --describe --members prints",
        "For applications with group.protocol=streams (KIP-1071).",
    ),
)
SCENARIOS = (
    Format(
        "scenario_short",
        "A few lines of YAML",
        "An event has a moment: 10m since the beginning, +10m after the event before it, or rest, which is when "
        "nothing changes any more after what came before: no copy is restored, no session runs out, and no rebalance "
        "is to come. After an event at rest only rest and + may follow, for nobody knows its time before. Where rest "
        "never comes, the scenario ends after a day, and names the events that did not happen.",
    ),
    Format(
        "scenario_whole",
        "All that can be said, in YAML or JSON",
        "What is not said is assumed, and the answer lists it. With scenario: start-up in place of events, an "
        "application starts in six steps.",
    ),
)


@require_safe
def formats_page(request: HttpRequest) -> HttpResponse:
    """Show every form with its example."""
    context = {
        "counts": COUNTS,
        "clusters": CLUSTERS,
        "scenarios": SCENARIOS,
        "events": EVENT_KINDS.values(),
        "most_events": MOST_EVENTS,
        "most_rebalances": MOST_REBALANCES,
        "settings": SETTINGS,
        "settings_of_time": RUNTIME_SETTINGS,
        "clients": MOST_CLIENTS,
        "threads": MOST_THREADS,
    }
    return render(request, "help/formats.html", context)
