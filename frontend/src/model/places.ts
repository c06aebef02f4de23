// From nodes to lines of source and back. Lines count from 1, offsets count UTF-16 code units.

import type { AnalyzedTopology, Origin, Place } from "../api/types";
import { planNodeOf, runtimeNodeOf } from "./facts";
import { isThing, topicOf, usersOf, type NodeRef, type Ref } from "./selection";

export interface LineMark {
  file: number;
  line: number;
  /** A call that led there, rather than the operator itself. */
  isCaller: boolean;
}

/** A line that somebody asked for, or that the page shows by itself. */
export interface Asked {
  file: number;
  line: number;
  isQuiet: boolean;
}

export function originOf(topology: AnalyzedTopology, ref: NodeRef): Origin | null {
  const node = ref.space === "plan" ? planNodeOf(topology, ref.id) : runtimeNodeOf(topology, ref.id);
  return node?.origin ?? null;
}

/** The lines to mark for what is chosen; for a topic or store, those that say why it is there and of the nodes that use it. */
export function linesOf(topology: AnalyzedTopology, ref: Ref | null): LineMark[] {
  if (ref === null) return [];
  const nodes: NodeRef[] = isThing(ref) ? usersOf(topology, ref).map((id) => ({ space: "runtime", id })) : [ref];
  const marks = [...reasonsOf(topology, ref), ...nodes.flatMap((node) => linesOfOrigin(originOf(topology, node)))];
  return marks.filter((mark, index) => marks.findIndex((one) => sameMark(one, mark)) === index);
}

/** The lines to mark after somebody asked for one: that one, and those of what is chosen only at their edge. */
export function withAsked(lines: readonly LineMark[], asked: Asked | null, file: number | null): readonly LineMark[] {
  if (asked === null || asked.isQuiet) return lines;
  const own = asked.file === file ? [{ file: asked.file, line: asked.line, isCaller: false }] : [];
  return [...own, ...lines.map((one) => ({ ...one, isCaller: true }))];
}

/**
 * The node that the cursor stands on: the one whose call it is in, else the last one that begins before it on its
 * line, else the first on that line. In the topology's numbering, or in the plan's where there is no topology.
 */
export function nodeAt(topology: AnalyzedTopology, file: number, line: number, offset: number): NodeRef | null {
  const places = placesOf(topology).filter(({ at }) => at.file_id === file && at.line <= line && line <= at.end_line);
  const inside = places.find(({ at }) => at.start_utf16 <= offset && offset <= at.end_utf16);
  if (inside !== undefined) return inside.ref;
  const before = places.filter(({ at }) => at.start_utf16 <= offset);
  const last = before.reduce<(typeof places)[number] | undefined>(
    (best, one) => (best === undefined || one.at.start_utf16 > best.at.start_utf16 ? one : best),
    undefined,
  );
  return (last ?? places[0])?.ref ?? null;
}

/** Node whose lines of the describe() text hold this line, counted from 0. */
export function nodeOfTextLine(topology: AnalyzedTopology, line: number): NodeRef | null {
  const id = topology.describe?.lines[line]?.node;
  return id == null ? null : { space: "runtime", id };
}

/**
 * Editors hold every line end as one character; the server counts it as it was pasted. Gives the text for the editor.
 */
export function withPlainLineEnds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** The lines for which there is a repartition topic: who changes the key, and who needs it. */
function reasonsOf(topology: AnalyzedTopology, ref: Ref): LineMark[] {
  const topic = ref.space === "topic" ? topicOf(topology, ref.id) : null;
  const part = topic && topology.explanation.parts.find(({ id }) => id === `repartition-topic:${topic.name}`);
  const numbers = new Map(placesOf(topology).map(({ at }) => [at.file, at.file_id]));
  return (part?.places ?? []).flatMap(({ file, line }) => {
    const number = numbers.get(file);
    return number === undefined ? [] : [{ file: number, line, isCaller: false }];
  });
}

function linesOfOrigin(origin: Origin | null): LineMark[] {
  if (origin === null) return [];
  const marks = origin.at === null ? [] : linesOfPlace(origin.at, false);
  return [...marks, ...origin.callers.flatMap((caller) => (caller === null ? [] : linesOfPlace(caller, true)))];
}

function sameMark(left: LineMark, right: LineMark): boolean {
  return left.file === right.file && left.line === right.line && left.isCaller === right.isCaller;
}

function linesOfPlace(place: Place, isCaller: boolean): LineMark[] {
  const count = place.end_line - place.line + 1;
  return Array.from({ length: count }, (_, index) => ({ file: place.file_id, line: place.line + index, isCaller }));
}

function placesOf(topology: AnalyzedTopology): { ref: NodeRef; at: Place }[] {
  const space = topology.topology === null ? "plan" : "runtime";
  const nodes = topology.topology?.nodes ?? topology.plan?.before.nodes ?? [];
  return nodes.flatMap((node) => (node.origin?.at ? [{ ref: { space, id: node.id } as const, at: node.origin.at }] : []));
}
