"""The forms in which partition counts, clusters, scenarios and lag histories are read, with an example of each."""

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


HISTORIES = (
    Format(
        "history_capture",
        "What kafka-consumer-groups.sh --describe prints, again and again",
        "Of any version, with a line from date -Is before each table. A table without a column GROUP is of the group "
        "that a command above it names, else of the application id that you give; a single one without a time needs "
        "the time at which it was taken. Prompts, commands and other tables between them do no harm.",
    ),
    Format(
        "history_streams_group",
        "What kafka-streams-groups.sh --describe --verbose prints",
        "Without that option it prints the lag alone, and rates need offsets. Where CURRENT-OFFSET is still missing, "
        "the tool of a newer Kafka prints it.",
    ),
    Format(
        "history_csv",
        "CSV, or Parquet with the same columns",
        "In any order. Columns client_id and host may be missing; then slow instances are not found. Times are "
        "ISO 8601, or seconds or milliseconds since 1970.",
    ),
    Format("history_json", "JSON with the same names", "An object a line, or an array of objects."),
    Format(
        "history_prometheus",
        "Answers of Prometheus to query_range or query",
        "Metrics of kafka_exporter, kafka-lag-exporter, KMinion, Burrow, burrow_exporter and the Kafka receiver of "
        "OpenTelemetry: two of log end offset, committed offset and lag, in one file or in several that are given "
        "together. Samples belong together whose times differ by less than half a step.",
    ),
    Format(
        "history_exposition",
        "What these exporters show under /metrics",
        "With times in the lines, or with a line from date -Is before each; a single one without a time needs the time "
        "at which it was taken.",
    ),
    Format(
        "history_grafana",
        "CSV of Grafana",
        "From a panel's Inspect → Data, with the series joined by time, and the legend Verbose, so that each column is "
        "named by its metric and labels. Formatted data has to be off.",
    ),
    Format(
        "history_burrow",
        "Answers of Burrow about a group",
        "What its addresses …/consumer/GROUP/lag and …/consumer/GROUP answer, with a line from date -Is before each. "
        "Without it, only commits have a time, and a group that commits nothing is not seen to stall.",
    ),
    Format(
        "history_threads",
        "Metrics of the threads of Kafka Streams",
        "Beside offsets of the same time, from any file above: they say whether a lag comes of slow code, of slow "
        "commits, of punctuators, or of records that come too slowly. What the JMX exporter or Micrometer shows, with "
        "times as above; answers of Prometheus; or what Kafka's JmxTool prints. The best are process-ratio, "
        "commit-ratio, poll-ratio and punctuate-ratio, which Kafka Streams has since 2.6, with process-latency-avg and "
        "commit-latency-avg; without the ratios, rates and latencies together. Older versions measure a ratio in the "
        "last round of a thread alone, so that only many samples say something. With record-e2e-latency-avg and -max "
        "of processor nodes, the report says how old records are when they are done.",
    ),
    Format(
        "history_topics",
        "What kafka-topics.sh --describe and kafka-log-dirs.sh --describe print, again and again",
        "Beside the lag of the same time, in one file with it or in another, or alone. Of any version, either of the "
        "two or both, with a line from date -Is before each look. From the first come leaders, copies in sync and "
        "numbers of partitions over time, from the second sizes: of topics, of the changelog of each store, and of "
        "what each task restores. With --under-replicated-partitions the first prints what is in trouble alone; then "
        "changes of the number of partitions are not seen.",
    ),
    Format(
        "history_topics_csv",
        "The same as CSV, Parquet or JSON",
        "Needed are timestamp, topic and partition, and of leader, replicas, in_sync and size_bytes one at least. A "
        "row says who leads a partition, or how large its copy on a broker is; without broker, a size is that of the "
        "partition. Lists have commas, semicolons, bars or blanks between; a partition without a leader has none or "
        "-1, and - is an empty list. Columns topic_id and is_future, for a copy that is being made, may be there too.",
    ),
)


@require_safe
def formats_page(request: HttpRequest) -> HttpResponse:
    """Show every form with its example."""
    context = {
        "counts": COUNTS,
        "clusters": CLUSTERS,
        "scenarios": SCENARIOS,
        "histories": HISTORIES,
        "events": EVENT_KINDS.values(),
        "most_events": MOST_EVENTS,
        "most_rebalances": MOST_REBALANCES,
        "settings": SETTINGS,
        "settings_of_time": RUNTIME_SETTINGS,
        "clients": MOST_CLIENTS,
        "threads": MOST_THREADS,
    }
    return render(request, "help/formats.html", context)
