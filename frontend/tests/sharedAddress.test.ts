import { describe, expect, it } from "vitest";

import { START, type AddressState } from "../src/model/addressState";
import { readPlace, readSharedAddress, writeSharedAddress } from "../src/model/sharedAddress";
import { joinAndCount as analysis } from "./samples";

describe("the address of a shared page", () => {
  const cases: [string, Partial<AddressState>][] = [
    ["", {}],
    ["?view=sub-topology:4&open=r5,t2", { view: "sub-topologies", subTopology: 4, open: ["r5", "t2"] }],
    ["?view=around:t0:2", { view: "topology", around: { key: "t0", steps: 2 } }],
    ["?view=plan", { view: "plan", side: "before" }],
    ["?view=plan-optimized", { view: "plan", side: "after" }],
    ["?view=before-after", { view: "plan", side: "both" }],
    ["?view=why&topology=1&node=s3", { view: "why", topology: 1, chosen: { space: "store", id: 3 } }],
    ["?view=steps&step=2", { view: "steps", step: 2 }],
  ];

  it.each(cases)("%s means what it means without scripts, and is written so", (query, change) => {
    const state = { ...START, ...change };
    expect(readSharedAddress(query)).toEqual(state);
    const written = new URLSearchParams(writeSharedAddress(state));
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(new URLSearchParams(query)));
  });

  it("takes nonsense for nothing, and more steps than the page has for its most", () => {
    expect(readSharedAddress("?view=nothing&open=5&node=x").view).toBe("topology");
    expect(readSharedAddress("?view=around:t0:9").around).toEqual({ key: "t0", steps: 3 });
  });
});

describe("the end of an address", () => {
  const numberOf = (id: RegExp) => analysis.topologies[0]?.explanation.parts.findIndex((part) => id.test(part.id)) ?? -1;

  it("chooses what an explanation is about", () => {
    expect(readPlace(`#why-0-${numberOf(/^store:/)}`, analysis)?.change.chosen?.space).toBe("store");
    expect(readPlace(`#why-0-${numberOf(/^repartition-topic:/)}`, analysis)?.change.chosen?.space).toBe("topic");
  });

  it("leads to the explanation itself where it is about nothing that can be chosen", () => {
    const place = readPlace(`#why-0-${numberOf(/^optimizer/)}`, analysis);
    expect(place?.change).toEqual({ topology: 0, view: "why" });
    expect(place?.part?.id).toMatch(/^optimizer/);
  });

  it("leads to a line of the source, and nowhere when it is not there", () => {
    expect(readPlace("#file-0-12", analysis)?.line).toEqual({ file: 0, line: 12 });
    for (const hash of ["#file-9-1", "#why-7-0", "#main", ""]) expect(readPlace(hash, analysis)).toBeNull();
  });
});
