import { expect, test } from "vitest";

import { START } from "../src/model/addressState";
import { embeddingOf, endOfDay, FORMS, markdownOf, notesIn, questionFor } from "../src/model/forms";
import { pictureOf } from "../src/model/pictures";
import { joinAndCount, topologyOf } from "./samples";

const shown = pictureOf({ ...START, view: "sub-topologies", subTopology: 1, open: ["r2"] }, topologyOf(joinAndCount));

test("each form stands in the menu once", () => {
  const forms = FORMS.flatMap((group) => group.forms.map(({ form }) => form));
  expect(new Set(forms).size).toBe(forms.length);
});

test("a form is of what is on show, or of all of it", () => {
  expect(questionFor("pdf", shown, false)).toEqual({ view: "sub-topology:1", open: "r2" });
  expect(questionFor("pdf", shown, true)).toEqual({ view: "sub-topology:1", whole: "1" });
  expect(questionFor("svg", null, true)).toEqual({ view: "topology", whole: "1" });
  expect(questionFor("txt", shown, true)).toEqual({});
});

test("what a diagram says of itself is found, and how it is drawn is not", () => {
  expect(notesIn("mmd", "%%{init: {}}%%\nflowchart TD\n  %% Folded#58; more.\n  a --> b")).toEqual(["Folded: more."]);
  expect(notesIn("svg", "  %% no")).toEqual([]);
});

test("a name cannot end the Markdown that it stands in", () => {
  expect(markdownOf("a](x)[b", "p", "l")).toBe("[![a\\](x)\\[b](p)](l)");
  expect(markdownOf("orders", null, "l")).toBe("[orders](l)");
});

test("what is embedded cannot break out of its attributes", () => {
  expect(embeddingOf('a"><script>', "https://t/s/x/embed?view=plan&theme=dark")).toContain(
    'src="https://t/s/x/embed?view=plan&amp;theme=dark" title="a&quot;>&lt;script>"',
  );
});

test("a link ends with the day that is chosen", () => {
  const end = new Date(endOfDay("2027-01-31") ?? "");
  expect([end.getFullYear(), end.getMonth(), end.getDate(), end.getHours()]).toEqual([2027, 0, 31, 23]);
  expect(endOfDay("")).toBeNull();
  expect(endOfDay("2027-99-99")).toBeNull();
});
