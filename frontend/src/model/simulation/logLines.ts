// What is said of a line of a log that was pasted, in sentences.

import type { ExplainedLine, ExplainedLog } from "../../api/logTypes";
import { count } from "../lagWords";

/** Who prints a line: the method and the level, or the exception that has it as its message. */
export function printedText({ printed_by: [first], is_of_version: isOfVersion }: ExplainedLine, version: string | null): string {
  if (first === undefined) return "";
  const what = first.exception === null ? `${first.level ?? ""} of ${simple(first.class)}.${first.method}` : `${first.exception} in ${simple(first.class)}.${first.method}`;
  const elsewhere = isOfVersion === false ? ` Kafka ${version ?? ""} does not have it; these releases do: ${first.releases}.` : "";
  return `${what.trim()}.${elsewhere}`;
}

/** How many events of the run a line belongs to, or that there are none. `isKept`: not all events of the run are kept. */
export function placeText({ in_simulation: found }: ExplainedLine, { goes_on_after: goesOn }: ExplainedLog, isCut: boolean): string {
  if (found === null) return "It stands for no event of a run.";
  const looked = goesOn === null ? (isCut ? " of those that are kept" : "") : " so far";
  if (found.count === 0) return goesOn === null ? `No event${looked} of this run belongs to it.` : "No event belongs to it so far; there are more to look at.";
  return `${count(found.count)} ${found.count === 1 ? "event" : "events"}${looked} of this run belong${found.count === 1 ? "s" : ""} to it.`;
}

function simple(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
