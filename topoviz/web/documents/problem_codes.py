"""Every code of a problem, with what it means and what to do: the one list that answers and the docs page follow.

The same codes stand in `reason.code` of an analysis or a lag report that failed. A code never changes its meaning.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class About:
    """A code; `statuses` are those of answers that carry it, none where it is a reason of something that failed."""

    code: str
    statuses: tuple[int, ...]
    meaning: str
    next_step: str


ABOUT: tuple[About, ...] = (
    # What has to do with the request itself.
    About("not-understood", (400,), "The request cannot be read: its JSON or its form is broken.",
          "Send JSON or a form, as /api/v1/docs/ describes it."),
    About("not-signed-in", (401,), "The request has no token, or one that is not valid.",
          "Send a valid token: Authorization: Bearer tvz_…"),
    About("not-allowed", (403,), "The token or the user may read, but not write.",
          "An owner of the team can make you an editor. A program needs a token that writes."),
    About("not-from-a-page", (403,), "A browser sent a request that does not come from a page of this server.",
          "Load the page again. A program sends a token instead: Authorization: Bearer tvz_…"),
    About("asks-for-password", (403,), "The share link asks for a password.",
          "Open it in a browser, or ask for a link without a password."),
    About("no-team", (403,), "The user is in no team, and what is new has to belong to one.",
          "Ask an owner of a team to add you."),
    About("not-for-tokens", (403,), "Somebody has to be signed in for this; a token does not do.",
          "Sign in, and use the page."),
    About("key-reused", (422,), "The Idempotency-Key was sent with another request before.",
          "Take a new key for each new request, and the same for what is sent again."),
    About("key-in-use", (409,), "A request with this Idempotency-Key is being worked on.",
          "Send it again after the seconds of Retry-After."),
    About("too-many-links", (409,), "The team has as many share links as it may.",
          "Revoke those that nobody needs, such as those that have expired."),
    About("too-many-tokens", (409,), "The team has as many tokens as it may.", "Take back those that nobody needs."),
    About("too-many-webhooks", (409,), "The team has as many webhooks as it may.",
          "Delete those that nobody needs."),
    About("test-waits", (409,), "A test of this webhook has not been sent yet.",
          "Look at the deliveries of the webhook: they say what comes of it."),
    About("no-projects", (403,), "Visitors without an account have no projects.",
          "Sign in, or use a token of a team."),
    About("archived", (409,), "The project is in the archive, and takes no revisions.",
          "Take it out of the archive, or name another project."),
    About("bad-import", (422,), "The archive is not what a topoviz server exports; detail says where.",
          "Send the archive as it was exported."),
    About("still-importing", (409,), "Programs of an archive that was taken in before are still to be analyzed.",
          "Wait until that is done, and send it again."),
    About("too-many-notes", (409,), "The project has as many notes as it may.", "Delete those that nobody needs."),
    About("name-taken", (409,), "The team has another project of this name.", "Choose another name."),
    About("not-found", (404,), "There is nothing at this address, or it belongs to another team.",
          "Check the address; /api/v1/docs/ lists those of the API."),
    About("wrong-method", (405,), "The address does not take this method.",
          "Use one of those that the header Allow names."),
    About("wrong-form", (406, 415), "The answer is not to be had as Accept asks, or the body is of a wrong type.",
          "Send one of the types that detail names."),
    About("too-slow", (408,), "The request did not arrive in time.", "Send it again, over a faster line."),
    About("length-required", (411,), "The request does not say how long it is.",
          "Send it with Content-Length, and not with Transfer-Encoding: chunked."),
    About("too-large", (413,), "More was sent than is taken; limit says how much that is.",
          "Send what has to do with the topology, or use the command line, which has no such limit."),
    About("not-valid", (422,), "Something in the request is not as it must be; errors names each field.",
          "Correct what errors names, and send it again."),
    About("too-many", (429,), "Too many requests came in a short time; limit says how many are taken.",
          "Wait for as many seconds as Retry-After says."),
    About("too-many-waiting", (429,), "As much of this team waits as may; limit says how much that is.",
          "Wait until some of it is done, or cancel what is not needed any more."),
    About("quota-used-up", (422,), "The team keeps as much as it may; limit says how much that is.",
          "Delete what nobody needs any more. Previews expire by themselves within an hour."),
    About("trouble", (500, 503), "topoviz made a mistake. It is not your fault.",
          "Try again; if it stays so, tell the people who run this server, who find it in the log."),
    # Archives.
    About("busy", (503,), "Many files are being sent or read just now.",
          "Send it again after the seconds of Retry-After."),
    About("no-archive", (422,), "The file is no archive that can be read.",
          "Send a zip or a tar, packed or not, without a password."),
    About("no-program", (422,), "The archive holds no source, no build file and no configuration.",
          "Send an archive of a module with its sources."),
    # Analyses.
    About("unreadable", (422,), "With ?strict=1: what was submitted could not be read.",
          "Look at the diagnostics, each with its place; the whole document is at the address in analysis."),
    About("refused", (422,), "With ?strict=1: Kafka Streams refuses the program, or the program ends itself.",
          "Correct the program, or choose another version of Kafka Streams."),
    About("no-result", (409,), "There is no result: the work has not ended, or ended without one.",
          "Look at the address of the analysis or the report for its status."),
    About("no-topology", (409, 422), "There is no topology: the program is refused, or what was submitted makes none.",
          "Submit the files in which a topology is built, or the text of Topology.describe()."),
    About("no-such-view", (404,), "A topology has no such view.",
          "A dump has no plan, and a program that is refused no topology; choose another view."),
    About("in-a-project", (409,), "An analysis is a revision of a project, whose history needs it.",
          "Delete the revision, on its page or with DELETE at its address."),
    About("undrawable", (422,), "The picture is too large, or cannot be drawn.",
          "Choose another view, or a single sub-topology."),
    About("too_complex", (422,), "The work took more time or memory than one submission may.",
          "Submit only the files that have to do with the topology, or submit parts one by one."),
    About("crashed", (422,), "The analysis ended without an answer each time. This is a mistake of topoviz.",
          "Send the program to the people who run this server."),
    About("wrong-key", (403,), "This is not the key of this share link.",
          "Use the key that was shown when the link was made."),
    # Comparisons: what the reason of an answer says.
    About("no-old-topology", (), "The old version cannot be read, or has no topology.",
          "Give the code that builds it, or what its describe() prints."),
    About("no-new-topology", (), "The new version cannot be read, or has no topology.",
          "Give the code that builds it, or what its describe() prints."),
    About("old-refused", (), "Kafka Streams refuses the old version, so it never ran.",
          "Choose the Kafka version that the application runs with, or another text."),
    About("which-topology", (), "Both versions have several topologies, and no name is in both once.",
          "Name the topology of each side by its number, from 0."),
    About("no-such-topology", (), "A version has no topology of this number.", "Name one that it has, from 0."),
    # Who gets which task: what the reason of an answer says.
    About("bad-partitions", (), "A line of the partition counts cannot be read.", "Correct the line that it names."),
    About("bad-cluster", (), "A line of the cluster cannot be read, or cannot be.", "Correct the line that it names."),
    About("bad-scenario", (), "A line of the scenario cannot be read, or cannot happen.",
          "Correct the line that it names."),
    About("bad-setting", (), "A setting is not known, or the version does not have it.",
          "Correct the setting, or choose another version."),
    About("assignment-fails", (), "Kafka Streams itself throws where it should assign these tasks.",
          "Change what the sentence names."),
    # Lag reports: the upload.
    About("no-file", (422,), "The form has no file.", "Send the history as a file called file."),
    About("too-many-files", (422,), "The history has more files than are taken.", "Put them together."),
    About("wrong-offset", (409,), "A piece of a file does not begin where the last one ended.",
          "Go on from the byte that offset names."),
    About("piece-arriving", (409,), "Another piece of the same file is arriving.",
          "Send one piece after another; ask how much has arrived."),
    About("not-whole", (409,), "Not all of a file has arrived.", "Send the pieces that are missing."),
    About("not-kept", (409,), "A preview keeps no reports.",
          "Submit the program without preview, and use the id of that analysis."),
    About("no-room", (413,), "The team keeps as many histories as it may.", "Delete reports that nobody needs."),
    About("no-disk", (507,), "The server could not keep what was sent.", "Tell the people who run this server."),
    About("no-spark", (503,), "This server makes no lag reports: it has no Spark, or no Java for it.",
          "Ask the people who run it; the page /health says what is missing."),
    # Lag reports: what their reason says.
    About("empty", (), "The history has no rows.", "Give a history with rows."),
    About("binary", (), "The history is not text.",
          "Give a CSV, a capture of kafka-consumer-groups as text, or Parquet."),
    About("packed", (), "The history is packed: gzip, zip, or a spreadsheet's own format.",
          "Unpack it, or save the spreadsheet as CSV."),
    About("bad-parquet", (), "The file begins like Parquet, and cannot be read.", "Write it again, or give a CSV."),
    About("not-a-history", (), "The file is in no form that is known.",
          "Give a CSV with the header that the sentence names, or a capture."),
    About("not-usable", (), "The file is of a tool whose output holds no offsets of a group.",
          "Take the history as the sentence says."),
    About("no-time", (), "A single look has no time.",
          "Send taken_at, or write a line with the time before each look."),
    About("no-group", (), "The capture does not say of which group it is.", "Send application_id."),
    About("lag-alone", (), "The capture is of kafka-streams-groups.sh --describe, which prints no offsets.",
          "Capture kafka-streams-groups.sh --describe --verbose."),
    About("no-lag-metrics", (), "No metric tells of the offsets of a group.",
          "Export the metrics that the sentence names."),
    About("threads-alone", (), "The metrics tell what threads spend time on, and nothing of offsets.",
          "Send them together with a history of offsets of the same time."),
    About("one-metric", (), "The metrics tell the lag alone, or one kind of offset.",
          "Export the one that the sentence names too, and send all files together."),
    About("no-common-samples", (), "The metrics never tell of the same partition at the same time.",
          "Export them for the same time, with the same step."),
    About("several-clusters", (), "The metrics are of several Kafka clusters.", "Ask for one of them."),
    About("prometheus-error", (), "The file is Prometheus' refusal of a query.", "Correct the query."),
    About("burrow-without-offsets", (), "The answers of Burrow hold no offsets.", "Ask for the lag of the group."),
    About("grafana-without-names", (), "The CSV of Grafana does not name its metrics.",
          "Export it with the series joined by time and the legend Verbose."),
    About("bad-json", (), "The JSON cannot be read, or is cut off.", "Export it again."),
    About("bad-csv", (), "The CSV cannot be taken apart.", "Export it again."),
    About("no-partitions", (), "The capture of kafka-topics names topics without their partitions.",
          "Capture `kafka-topics.sh --describe` without --topics-with-overrides."),
    About("no-table", (), "The capture has no table of kafka-consumer-groups.",
          "Capture kafka-consumer-groups.sh --describe --group GROUP, with a line from date before each."),
    About("wrong-columns", (), "The header lacks a column.", "Name all columns in the first line, in any order."),
    About("too-many-columns", (), "The history has more columns than are read.", "Keep only those that are known."),
    About("too-many-partitions", (), "The history has more partitions than are read.",
          "Give the history of one group, or of fewer topics."),
    About("line-too-long", (), "A line of the history is far too long.", "Look at how the file was written."),
    About("no-good-rows", (), "Every row of the history is rejected.", "Correct what the sentence names."),
    About("spark-failed", (), "Spark cannot do its work as it is set up here.",
          "Tell the people who run this server; the reason says what to set."),
    About("too-long", (), "The report took too long.", "Upload a shorter history, or one with fewer partitions."),
)  # fmt: skip

BY_CODE = {one.code: one for one in ABOUT}

OF_STATUS = {
    400: "not-understood", 401: "not-signed-in", 403: "not-allowed", 404: "not-found", 405: "wrong-method",
    406: "wrong-form", 408: "too-slow", 411: "length-required", 413: "too-large", 415: "wrong-form", 422: "not-valid",
    429: "too-many",
}  # fmt: skip
"""The code of an answer that nobody gave a code of its own."""


def about_status(status: int) -> About:
    """Give what is said of a status when nothing more is known."""
    return BY_CODE[OF_STATUS.get(status, "not-understood" if status < 500 else "trouble")]
