// What the server is asked about a run, from what stands in the form, and where in the form an answer to it leads back.

import type { AskedSimulation as AskedBefore, SimulationQuestion } from "../../api/simulationTypes";
import type { AnalyzedTopology } from "../../api/types";
import { shortened } from "../../lib/pastes";
import type { AddressState } from "../addressState";
import { TWO_INSTANCES, type AskedTasks } from "../tasks/asked";
import { askedOf, countsText, fieldOf, instancesText, said, type Field } from "../tasks/question";
import { NO_SIMULATION, type AskedSimulation } from "./asked";
import { beginningOf } from "./beginning";

type Asked = Pick<AddressState, "asked" | "simulation">;

/** The configuration as the page begins with it. */
export function beginning(topology: AnalyzedTopology, { instances, clusterText }: AskedTasks): string {
  return beginningOf(topology, clusterText === null ? instances.map(({ name }) => name.trim()).filter((name) => /^[\w.-]+$/.test(name)) : []);
}

/** Texts that were pasted have to be whole by now. */
export function simulationQuestion(topology: AnalyzedTopology, { asked, simulation }: Asked): SimulationQuestion {
  return {
    partitions: countsText(asked),
    configuration: simulation.configuration ?? beginning(topology, asked),
    cluster: asked.clusterText ?? instancesText(asked.instances),
    records: simulation.records ?? "",
  };
}

/** What decides the answer: two of the same need not be asked twice. How it is looked at is left aside. */
export function keyOfQuestion(analysis: string, topology: number, { asked, simulation }: Asked): string {
  const { counts, countsText, instances, clusterText } = asked;
  return JSON.stringify([analysis, topology, counts, countsText, instances, clusterText, simulation.configuration, simulation.records]);
}

/** Where an error stands in the form of a run. */
export type Place = { kind: "form"; field: Field } | { kind: "configuration" | "records"; line: number | null };

/** The place that a refused question is about; null where it is none. `code` and `sentence` are the server's. */
export function placeOf(asked: AskedTasks, code: string, sentence: string): Place | null {
  const line = Number(/^Line (\d+)\b/.exec(sentence)?.[1] ?? 0) || null;
  switch (code) {
    case "bad-configuration":
      return { kind: "configuration", line };
    case "bad-records":
      return { kind: "records", line };
    case "bad-partitions":
    case "bad-cluster":
      return { kind: "form", field: fieldOf(asked, code, sentence) };
    default:
      return null;
  }
}

/** What stands at that place. */
export function saidAt(place: Place, sentence: string): string {
  return place.kind === "form" ? said(place.field, sentence) : sentence;
}

/** The form of a run that was asked before; `records` is their text. */
export function askedAgain({ partitions, configuration, cluster }: AskedBefore, records: string): Asked {
  const asked = askedOf({ partitions, cluster, settings: {}, assignor: null });
  return {
    asked: cluster === "" ? { ...asked, instances: TWO_INSTANCES.slice(0, 1), clusterText: null } : asked,
    simulation: { ...NO_SIMULATION, configuration: shortened(configuration), records: records === "" ? null : shortened(records), isRun: true },
  };
}

export type { AskedSimulation };
