// What is chosen in a lag report: a finding's, a task's or a topic's partitions. Everything on the page marks the same.

import type { Finding, LagReport, PartitionRef } from "../api/lagTypes";

export interface Focus {
  /** Which thing was chosen, so that choosing it again releases it. */
  key: string;
  /** In words, for those who hear the page. */
  label: string;
  tasks: ReadonlySet<string>;
  partitions: ReadonlySet<string>;
}

/** Tells partitions apart, also those that two groups read; what people see is its name. */
export function partitionKey({ group, topic, partition }: PartitionRef): string {
  return `${group}\n${topic}\n${partition}`;
}

/** As Kafka's own files and logs name a partition. */
export function partitionName({ topic, partition }: Pick<PartitionRef, "topic" | "partition">): string {
  return `${topic}-${partition}`;
}

export function focusOnFinding(report: LagReport, index: number): Focus | null {
  const finding = report.findings[index];
  if (finding === undefined || !pointsSomewhere(finding)) return null;
  const partitions = new Set(finding.partitions.map(partitionKey));
  return { key: `finding:${index}`, label: `Finding ${index + 1}`, tasks: new Set(finding.tasks), partitions };
}

/** Whether a finding speaks of something that can be marked. */
export function pointsSomewhere(finding: Finding): boolean {
  return finding.tasks.length + finding.partitions.length > 0;
}

export function focusOnTask(report: LagReport, task: string): Focus {
  const own = report.partitions.filter((one) => one.task === task && isOfGroup(report, one.group));
  return { key: `task:${task}`, label: `Task ${task}`, tasks: new Set([task]), partitions: new Set(own.map(partitionKey)) };
}

export function focusOnPartition(report: LagReport, ref: PartitionRef): Focus {
  const key = partitionKey(ref);
  const task = report.partitions.find((one) => partitionKey(one) === key && one.task !== null)?.task;
  return { key: `partition:${key}`, label: partitionName(ref), tasks: new Set(task == null ? [] : [task]), partitions: new Set([key]) };
}

export function focusOnTopics(report: LagReport, name: string, topics: ReadonlySet<string>): Focus | null {
  const own = report.partitions.filter((one) => topics.has(one.topic) && one.task !== null);
  if (own.length === 0) return null;
  const tasks = new Set(own.flatMap((one) => one.task ?? []));
  return { key: `topic:${name}`, label: `Topic ${name}`, tasks, partitions: new Set(own.map(partitionKey)) };
}

/** Sub-topologies, by their number as text, that have a chosen task. */
export function subTopologiesOf(report: LagReport, focus: Focus | null): ReadonlySet<string> {
  if (focus === null) return new Set();
  return new Set(report.tasks.filter(({ task }) => focus.tasks.has(task)).map((task) => String(task.sub_topology)));
}

function isOfGroup(report: LagReport, group: string): boolean {
  return report.group === null || report.group === group;
}
