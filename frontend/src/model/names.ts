// Names of many files as people read them: short where they are alone, and in their folders where they are listed.

import type { Analysis, AnalyzedTopology, Place, SourceText } from "../api/types";

/** More files than this are chosen from a list, since nobody finds a tab among many. */
export const MOST_TABS = 6;

/** As much of the end of each path as tells it from the others. */
export function shortNames(paths: readonly string[]): string[] {
  const alike = new Map<string, string[]>();
  const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
  for (const path of paths) alike.set(nameOf(path), [...(alike.get(nameOf(path)) ?? []), path]);
  return paths.map((path) => {
    const others = alike.get(nameOf(path))?.filter((other) => other !== path) ?? [];
    const parts = path.split("/");
    for (let count = 1; count < parts.length; count += 1) {
      const end = parts.slice(-count).join("/");
      if (!others.some((other) => other === end || other.endsWith(`/${end}`))) return end;
    }
    return path;
  });
}

export interface Entry {
  key: number;
  label: string;
  detail: string;
  /** A word that sets it apart. */
  badge?: string;
}

export interface Group {
  title: string;
  entries: Entry[];
}

/** Files by their folders, in the order of their names; before them those that build a topology. */
export function filesInGroups(files: readonly (SourceText & { id: number })[], building: ReadonlyMap<number, number>): Group[] {
  const folders = new Map<string, Entry[]>();
  const builders: Entry[] = [];
  for (const { id, name } of [...files].sort((left, right) => (left.name < right.name ? -1 : 1))) {
    const at = name.lastIndexOf("/");
    const [folder, label] = [at < 0 ? "" : name.slice(0, at), name.slice(at + 1)];
    const count = building.get(id);
    const badge = count === undefined ? {} : { badge: count === 1 ? "topology" : `${count} topologies` };
    folders.set(folder, [...(folders.get(folder) ?? []), { key: id, label, detail: "", ...badge }]);
    if (count !== undefined) builders.push({ key: id, label, detail: folder, ...badge });
  }
  const listed = [...folders].map(([folder, entries]) => ({ title: folder || "Beside the folders", entries }));
  return builders.length === 0 ? listed : [{ title: "Build a topology", entries: builders }, ...listed];
}

/** In how many topologies a file has a node, by the file's number. */
export function buildingFiles(analysis: Analysis): Map<number, number> {
  const counts = new Map<number, number>();
  for (const topology of analysis.topologies) {
    for (const file of filesOf(topology)) counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return counts;
}

/** The numbers of the files in which a topology has nodes. */
export function filesOf(topology: AnalyzedTopology): Set<number> {
  return new Set(placesOf(topology).map((at) => at.file_id));
}

/** Where one begins to read a topology: at its first node, or where it starts when its nodes are made elsewhere. */
export function firstPlaceOf(topology: AnalyzedTopology): Place | null {
  const start = topology.starts_at?.at ?? topology.made_at?.at ?? null;
  const places = placesOf(topology);
  return places.find(({ file_id }) => start === null || file_id === start.file_id) ?? start;
}

/** Topologies by their applications, in the order of the analysis; a single one has no title. */
export function topologiesInGroups({ topologies, files }: Pick<Analysis, "topologies" | "files">): Group[] {
  const names = shortNames(files.map(({ name }) => name));
  const groups: Group[] = [];
  const idle: Entry[] = [];
  topologies.forEach((topology, key) => {
    const at = topology.starts_at?.at ?? topology.made_at?.at ?? firstPlaceOf(topology);
    const isInside = at !== null && Boolean(topology.application) && at.file.startsWith(`${topology.application}/`);
    // Below the folder of an application, which is its title, the file's own name says enough.
    const file = at === null ? "" : isInside ? at.file.slice(at.file.lastIndexOf("/") + 1) : (names[at.file_id] ?? at.file);
    const where = at === null ? "" : `${file}, line ${at.line}`;
    const label = topology.name || `Topology ${key + 1}`;
    if (topology.not_started) {
      idle.push({ key, label, detail: [where, topology.not_started.reason].filter(Boolean).join(" · ") });
      return;
    }
    const title = topology.application ?? "";
    const group = groups.find((one) => one.title === title) ?? groups[groups.push({ title, entries: [] }) - 1];
    group?.entries.push({ key, label, detail: where, badge: sizeOf(topology) });
  });
  if (idle.length > 0) groups.push({ title: "Nothing here starts them", entries: idle });
  return groups;
}

/** The entries that have all of these words somewhere, in their groups. */
export function filtered(groups: readonly Group[], text: string): Group[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...groups];
  const seen = new Set<number>();
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ key, label, detail }) => {
        const all = `${title}/${detail}/${label}`.toLowerCase();
        if (seen.has(key) || !words.every((word) => all.includes(word))) return false;
        seen.add(key);
        return true;
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}

function sizeOf(topology: AnalyzedTopology): string {
  const count = topology.topology?.nodes.length;
  if (count === undefined) return "refused";
  return count === 1 ? "1 node" : `${count} nodes`;
}

function placesOf(topology: AnalyzedTopology): Place[] {
  const nodes = topology.topology?.nodes ?? topology.plan?.before.nodes ?? [];
  return nodes.flatMap((node) => node.origin?.at ?? []);
}
