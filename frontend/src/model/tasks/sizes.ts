// Lag reports whose sizes of stores may be taken, and what tasks restore by them.

import type { ListedReport } from "../../api/lagTypes";
import type { TaskRestores } from "../../api/taskTypes";
import type { Kept } from "../kept";
import { size } from "../lagTopics";

export interface ReportChoice {
  id: string;
  name: string;
}

/** Those that are done, of this program first: each by its day, and by the name that this device has for it. */
export function namesOfReports(reports: readonly ListedReport[], kept: readonly Pick<Kept, "kind" | "address" | "name">[], analysis: string | undefined): ReportChoice[] {
  const names = new Map(kept.filter(({ kind }) => kind === "report").map(({ address, name }) => [address, name]));
  const done = reports.filter(({ status }) => status === "done");
  const [own, others] = [done.filter((one) => one.analysis === analysis), done.filter((one) => one.analysis !== analysis)];
  return [...own, ...others].map((one) => {
    const name = names.get(one.page) ?? (one.analysis === analysis ? "this program" : "");
    return { id: one.id, name: `from the lag report of ${WHEN.format(new Date(one.created))}${name === "" ? "" : `, ${name}`}` };
  });
}

const WHEN = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

/** What a task restores, as a cell: on a client that had it nothing as a whole, and what is not known is said. */
export function restoredText(restores: TaskRestores, task: string, client: string | undefined): string {
  const found = restores.tasks[task];
  if (found === undefined) return "";
  if (client !== undefined && !restores.copies.some((one) => one.task === task && one.client === client)) return "had it";
  if (found.unknown.length === 0) return size(found.bytes);
  return found.bytes === 0 ? "not known" : `${size(found.bytes)} and more`;
}

/** The same as a number, to sort by. */
export function restoredBytes(restores: TaskRestores, task: string, client: string | undefined): number | null {
  const isNew = client === undefined || restores.copies.some((one) => one.task === task && one.client === client);
  return isNew ? (restores.tasks[task]?.bytes ?? null) : null;
}
