// How much a change asks for: the words are those of `Level` in `engine/changes/finding.py`.

import type { ChangeFinding, Level, Verdict } from "../../api/compareTypes";

export type Tone = "bad" | "warn" | "note" | "good";

export interface LevelAbout {
  level: Level;
  words: string;
  tone: Tone;
}

/** The worst first. */
export const LEVELS: readonly LevelAbout[] = [
  { level: "will-not-start", words: "Will not start", tone: "bad" },
  { level: "state-loss", words: "State is lost unless it is migrated", tone: "bad" },
  { level: "stop-all", words: "Stop all, then start", tone: "warn" },
  { level: "note", words: "Compatible, with a note on the rolling restart", tone: "note" },
  { level: "compatible", words: "Compatible", tone: "good" },
];

export function toneOf(level: Verdict["level"]): Tone {
  return LEVELS.find((one) => one.level === level)?.tone ?? "warn";
}

/** Findings of one level: those of one kind, which differ in names only, stand together. */
export interface LevelOfFindings extends LevelAbout {
  count: number;
  kinds: { findings: readonly ChangeFinding[]; places: readonly number[] }[];
}

/** The levels that something has, the worst first; `places` say where each finding stands in the list of all. */
export function byLevel(findings: readonly ChangeFinding[]): LevelOfFindings[] {
  return LEVELS.flatMap((about) => {
    const kinds = new Map<string, { findings: ChangeFinding[]; places: number[] }>();
    findings.forEach((finding, place) => {
      if (finding.level !== about.level) return;
      const key = `${finding.code} ${finding.is_unsure}`;
      const kind = kinds.get(key) ?? { findings: [], places: [] };
      kind.findings.push(finding);
      kind.places.push(place);
      kinds.set(key, kind);
    });
    const count = [...kinds.values()].reduce((sum, kind) => sum + kind.findings.length, 0);
    return count === 0 ? [] : [{ ...about, count, kinds: [...kinds.values()] }];
  });
}
