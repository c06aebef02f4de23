import { expect, test } from "vitest";

import { START, readAddress, writeAddress, type AddressState } from "../src/model/addressState";

test("a fresh page has an empty query", () => {
  expect(writeAddress(START)).toBe("");
  expect(readAddress("")).toEqual(START);
});

test("what is on show comes back from the address", () => {
  const states: AddressState[] = [
    { ...START, view: "plan", side: "before", chosen: { space: "plan", id: 7 } },
    { ...START, view: "steps", step: 3, topology: 2 },
    { ...START, view: "sub-topologies", subTopology: 5, chosen: { space: "runtime", id: 0 } },
    { ...START, chosen: { space: "topic", id: 2 } },
    { ...START, chosen: { space: "store", id: 1 } },
    { ...START, open: ["r5", "r17", "t2"], filter: { kind: "state", topic: 3, store: 1, subTopology: 4 } },
    { ...START, isWhole: true, around: { key: "r12", steps: 2 } },
  ];
  for (const state of states) expect(readAddress(writeAddress(state))).toEqual(state);
});

test("nonsense in an address takes the starting values", () => {
  expect(readAddress("?view=x&plan=&step=-1&topology=1e9&node=q7&sub=../..&open=r..%3Cb%3E&whole=yes&around=r1.9&filter=x.t")).toEqual(START);
});
