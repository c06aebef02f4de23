// What happens one after the other: each step is a rebalance, asked for with what the one before left on every instance.

import type { Assignment, AssignmentDocument, ClientTasks, Rebalance } from "../../api/taskTypes";
import type { Action, Happening } from "./asked";

/** A rebalance on show, with what brought it about. */
export interface Step {
  /** What happens, in a few words. */
  event: string;
  /** Why that leads to a rebalance, in sentences. */
  cause: string;
  /** It comes of itself after the one before. */
  isFollowUp: boolean;
  document: AssignmentDocument;
  result: Assignment;
}

/** What an instance has when a rebalance begins; tasks with state that it no longer runs are `stored` on its disk. */
export interface Member {
  name: string;
  process: string | null;
  rack: string | null;
  tags: Record<string, string>;
  threads: { name: string; active: string[]; standby: string[] }[];
  stored: string[];
  /** Records behind, by task; of what is not named, copies count as caught up. */
  lags: Record<string, number>;
  isEmpty: boolean;
}

export interface Group {
  members: readonly Member[];
  /** Those that are gone, with what is on their disks. */
  gone: readonly Member[];
}

/** More records than any copy may lag by that counts as caught up: for a task that has only just come. */
const FAR_BEHIND = 1_000_000_000;

/** How many rebalances that come of themselves are followed. */
export const MOST_FOLLOW_UPS = 12;

/** The group after a rebalance. With `isLater`, all copies have caught up since. */
export function groupAfter(before: Group, { result }: Pick<Step, "result">, isLater: boolean): Group {
  const { rebalance } = result;
  if (!rebalance) return before;
  const stateful = statefulOf(result);
  const members = rebalance.clients.map((client) => {
    const had = before.members.find(({ name }) => name === client.name);
    const member = memberOf(client);
    const held = tasksOn(member);
    const left = [...tasksOn(had), ...(had?.stored ?? [])].filter((task) => stateful.has(task) && !held.has(task));
    return { ...member, stored: [...new Set(left)].sort(), lags: isLater ? {} : lagsOf(client, had, rebalance, stateful) };
  });
  return { members, gone: before.gone };
}

export const NOBODY: Group = { members: [], gone: [] };

/** The group when something has just happened to an instance; null where there is no such instance. */
export function groupWith(group: Group, { action, instance }: Happening, stateful: ReadonlySet<string>): Group | null {
  const here = group.members.find(({ name }) => name === instance);
  const away = group.gone.find(({ name }) => name === instance);
  const one = here ?? away;
  if (one === undefined) return null;
  const without = group.members.filter(({ name }) => name !== instance);
  const others = group.gone.filter(({ name }) => name !== instance);
  switch (action) {
    case "kill":
    case "stop":
      if (here === undefined || without.length === 0) return null;
      return { members: without, gone: [...others, stoppedOf(here, stateful)] };
    case "restart":
    case "restart-empty": {
      const stopped = stoppedOf(one, stateful);
      const back = action === "restart" ? stopped : { ...stopped, stored: [], isEmpty: true };
      const members = here === undefined ? [...without, back] : group.members.map((member) => (member === here ? back : member));
      return { members, gone: others };
    }
    case "add":
      return { members: [...group.members, anotherLike(one, [...group.members, ...group.gone])], gone: group.gone };
  }
}

/** Our own form of a cluster, as JSON. */
export function clusterOf(members: readonly Member[]): string {
  const clients = members.map(({ name, process, rack, tags, threads, stored, lags, isEmpty }) => ({
    name,
    ...(process === null ? {} : { process }),
    ...(rack === null ? {} : { rack }),
    ...(Object.keys(tags).length === 0 ? {} : { tags }),
    threads,
    ...(stored.length === 0 ? {} : { stored }),
    ...(Object.keys(lags).length === 0 ? {} : { lags }),
    ...(isEmpty ? { state: "lost" } : {}),
  }));
  return `{"clients": [\n${clients.map((client) => JSON.stringify(client)).join(",\n")}\n]}`;
}

/** Tasks that have state to restore. */
export function statefulOf({ tasks }: Assignment): Set<string> {
  return new Set(tasks.sub_topologies.flatMap((one) => (one.tasks ?? []).filter(({ changelogs }) => changelogs.length > 0).map(({ id }) => id)));
}

const EVENTS: Record<Action, (name: string) => string> = {
  kill: (name) => `${name} dies`,
  stop: (name) => `${name} is closed`,
  restart: (name) => `${name} starts again, with its state`,
  "restart-empty": (name) => `${name} starts again, its disk empty`,
  add: (name) => `One more like ${name} starts`,
};

const TIMES_OUT = "When its session times out (session.timeout.ms), the group divides its tasks among those that are left.";
const JOINS = "Its threads join the group, which then divides the tasks anew.";
const CAUGHT_UP = "By then every copy has caught up.";

const CAUSES: Record<Action, string> = {
  kill: `Its threads send no heartbeat any more. ${TIMES_OUT} ${CAUGHT_UP}`,
  stop: `KafkaStreams.close() does not leave a classic group by itself. ${TIMES_OUT} ${CAUGHT_UP}`,
  restart: `${JOINS} What lies on its disk counts as caught up.`,
  "restart-empty": `${JOINS} Nothing is left on its disk, so that state it is given is restored from changelog topics.`,
  add: `${JOINS} It has no state yet.`,
};

export function eventOf({ action, instance }: Happening): string {
  return EVENTS[action](instance);
}

export function causeOf({ action }: Happening): string {
  return CAUSES[action];
}

/** The event and the cause of a rebalance that comes of itself. */
export function followUpOf(rebalance: Rebalance): { event: string; cause: string } {
  if (rebalance.follow_up === "at-once") {
    return {
      event: "Follow-up rebalance",
      cause: "Tasks that go to another thread are given back first. With them given back, the group rebalances again at once.",
    };
  }
  const minutes = Math.round((rebalance.follow_up_after_ms ?? 0) / 60_000);
  return {
    event: "Probing rebalance",
    cause: `Warm-up copies are restored meanwhile. After probing.rebalance.interval.ms${minutes > 0 ? ` (${minutes} min)` : ""} the group looks which have caught up; here all have.`,
  };
}

function memberOf(client: ClientTasks): Member {
  return {
    name: client.name,
    process: client.process_id,
    rack: client.rack,
    tags: client.tags,
    threads: client.threads.map(({ name, active, standby, warm_up }) => ({ name, active, standby: [...standby, ...warm_up] })),
    stored: [],
    lags: {},
    isEmpty: false,
  };
}

function tasksOn(member: Member | undefined): Set<string> {
  return new Set((member?.threads ?? []).flatMap(({ active, standby }) => [...active, ...standby]));
}

/** Its threads have nothing any more; what they had lies on its disk. */
function stoppedOf(member: Member, stateful: ReadonlySet<string>): Member {
  const stored = [...tasksOn(member), ...member.stored].filter((task) => stateful.has(task));
  return {
    ...member,
    threads: member.threads.map(({ name }) => ({ name, active: [], standby: [] })),
    stored: member.isEmpty ? [] : [...new Set(stored)].sort(),
    lags: {},
    isEmpty: false,
  };
}

function anotherLike(one: Member, all: readonly Member[]): Member {
  const names = new Set(all.map(({ name }) => name));
  return {
    ...one,
    name: freshName(one.name, names),
    process: null,
    threads: one.threads.map(({ name }) => ({ name, active: [], standby: [] })),
    stored: [],
    lags: {},
    isEmpty: false,
  };
}

/** The next letter or number that is not taken: c after b, web-4 after web-3. */
export function freshName(like: string, taken: ReadonlySet<string>): string {
  const [, stem = "", number] = /^(.*?)(\d+)$/.exec(like) ?? [];
  if (number !== undefined) {
    for (let next = Number(number) + 1; ; next += 1) if (!taken.has(`${stem}${next}`)) return `${stem}${next}`;
  }
  if (/^[a-z]$/.test(like)) {
    for (let code = like.charCodeAt(0) + 1; code <= "z".charCodeAt(0); code += 1) {
      const letter = String.fromCharCode(code);
      if (!taken.has(letter)) return letter;
    }
  }
  for (let next = 2; ; next += 1) if (!taken.has(`${like}-${next}`)) return `${like}-${next}`;
}

/** State that only just came to a client is far behind. */
function lagsOf(client: ClientTasks, had: Member | undefined, rebalance: Rebalance, stateful: ReadonlySet<string>): Record<string, number> {
  const before = new Set([...tasksOn(had), ...(had?.isEmpty ? [] : (had?.stored ?? []))]);
  const here = rebalance.placements.filter((one) => one.client === client.name && stateful.has(one.task));
  const behind = here.filter(({ task }) => !before.has(task) || (had?.lags[task] ?? 0) > 0);
  return Object.fromEntries(behind.map(({ task }) => [task, FAR_BEHIND]));
}
