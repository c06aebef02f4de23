// What threads spend their time on, as their own metrics say.

import type { FindingKind, LagReport, ThreadLine, ThreadTime } from "../api/lagTypes";
import { partitionKey, type Focus } from "./lagFocus";
import { MOST_LINES, type Lines } from "./lagSeries";

export type Activity = "process" | "commit" | "poll" | "punctuate";

export const ACTIVITIES: readonly { value: Activity; label: string; what: string }[] = [
  { value: "process", label: "Code", what: "in the program's own code" },
  { value: "commit", label: "Commits", what: "in commits" },
  { value: "poll", label: "Waiting", what: "in waiting for records and fetching them" },
  { value: "punctuate", label: "Punctuators", what: "in punctuators" },
];

const NAMED: Partial<Record<FindingKind, Activity>> = {
  "slow-code": "process",
  "slow-commits": "commit",
  "slow-poll": "poll",
  "slow-punctuation": "punctuate",
};
const UUID = /-([0-9a-f]{8})(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What is looked at first: what the first finding with such a cause names, else the program's own code. */
export function firstActivity(report: LagReport): Activity {
  return report.findings.flatMap(({ kind }) => NAMED[kind] ?? [])[0] ?? "process";
}

/** A thread as people tell it from others: of the UUID of its process, the beginning. */
export function threadName({ process, thread }: Pick<ThreadTime, "process" | "thread">): string {
  return `${process.replace(UUID, "-$1…")} · thread ${thread}`;
}

/** A line for each of the threads that have most lag, in per cent of their time. */
export function threadLinesOf(report: LagReport, activity: Activity, focus: Focus | null): Lines {
  const all = report.thread_lines ?? [];
  const marked = threadsOf(report, focus);
  const isMarked = (line: ThreadLine) => marked.has(`${line.process} ${line.thread}`);
  const ordered = [...all.filter(isMarked), ...all.filter((line) => !isMarked(line))];
  const lines = ordered.slice(0, MOST_LINES).map((line) => ({
    name: threadName(line),
    isMarked: isMarked(line),
    share: line[`${activity}_share`].map((value) => (value === null ? null : value * 100)),
  }));
  return { lines, leftOut: (report.threads ?? []).length - lines.length };
}

function threadsOf(report: LagReport, focus: Focus | null): ReadonlySet<string> {
  if (focus === null) return new Set();
  const clients = report.partitions.flatMap((one) => (focus.partitions.has(partitionKey(one)) ? (one.client_id ?? []) : []));
  return new Set(clients.flatMap((client) => {
    const found = /^(.+)-StreamThread-(\d+)(-consumer)?$/s.exec(client);
    return found ? [`${found[1]} ${found[2]}`] : [];
  }));
}
