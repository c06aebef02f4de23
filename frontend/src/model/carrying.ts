// What is on show when a new analysis takes the place of another: numbers belong to one analysis, names to both.

import type { AnalyzedTopology } from "../api/types";
import { START, type AddressState } from "./addressState";
import { carriedOpen } from "./folding";
import { carriedOver, type Ref } from "./selection";

/** How the address goes on: what is opened, chosen and looked around is found again by name, or is left. */
export function carriedAddress(
  before: AnalyzedTopology,
  after: AnalyzedTopology | null,
  { open, around, filter }: AddressState,
  chosen: Ref | null,
): Partial<AddressState> {
  const [key] = around === null || after === null ? [] : carriedOpen(before, after, [around.key]);
  return {
    open: after === null ? [] : carriedOpen(before, after, open),
    chosen: after === null || chosen === null ? null : carriedOver(before, after, chosen),
    around: around === null || key === undefined ? null : { ...around, key },
    filter: { ...START.filter, kind: filter.kind },
    pick: null,
  };
}
