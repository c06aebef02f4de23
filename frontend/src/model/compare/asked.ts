// What somebody asks in the view that compares: which version is the other one, with which settings it is read, and how
// the application runs. All of it stands in the address of the page; partition counts are those of the view of tasks.

/**
 * The version beside the one in the editor: this program with other settings, an analysis of the visitor's own, what a
 * share link shows, a program that this device keeps, or the older half of an example.
 */
export type Other =
  | { kind: "same" }
  | { kind: "analysis"; id: string }
  | { kind: "link"; path: string }
  | { kind: "kept"; id: string }
  | { kind: "example"; id: string };

export const CHANGE_PICTURES = ["changes", "changes-all", "beside"] as const;
export type ChangePicture = (typeof CHANGE_PICTURES)[number];

export interface AskedChange {
  other: Other | null;
  /** The text in the editor is the version that is deployed, and the other one is to come. */
  isSwapped: boolean;
  /** Which topology of the other version, where its name does not say it. */
  topology: number | null;
  /** The version with which the other one is read: null for that of the editor, or `auto` for what its own text says. */
  kafka: string | null;
  /** topology.optimization of the other one: null for what is set for the editor's, or `program` for what its own text says. */
  optimize: string | null;
  applicationId: string;
  guarantee: string | null;
  guaranteeBefore: string | null;
  protocol: string | null;
  protocolBefore: string | null;
  picture: ChangePicture;
  /** Keys of what is opened in the picture of both versions, in that of the old one and in that of the new one. */
  open: readonly string[];
  openOld: readonly string[];
  openNew: readonly string[];
}

export const NOTHING_COMPARED: AskedChange = {
  other: null,
  isSwapped: false,
  topology: null,
  kafka: null,
  optimize: null,
  applicationId: "",
  guarantee: null,
  guaranteeBefore: null,
  protocol: null,
  protocolBefore: null,
  picture: "changes",
  open: [],
  openOld: [],
  openNew: [],
};

/** What is chosen in a comparison: a thing by its key in the picture of both versions, or a finding by its place. */
export interface Picked {
  kind: "thing" | "finding";
  id: string;
}

/** What the settings of the other version are called where it has those that its own text says. */
export const BY_ITSELF = { kafka: "auto", optimize: "program" } as const;

const WORDS = {
  other: "other",
  isSwapped: "swapped",
  topology: "other-topology",
  kafka: "other-kafka",
  optimize: "other-optimize",
  applicationId: "application-id",
  guarantee: "guarantee",
  guaranteeBefore: "guarantee-before",
  protocol: "protocol",
  protocolBefore: "protocol-before",
  picture: "drawing",
  open: "unfold",
  openOld: "unfold-old",
  openNew: "unfold-new",
  pick: "pick",
} as const;

/** Every word that the address may hold of what is compared, without how it is looked at. */
export const CHANGE_WORDS: readonly string[] = [
  WORDS.other, WORDS.isSwapped, WORDS.topology, WORDS.kafka, WORDS.optimize, WORDS.applicationId, WORDS.guarantee, WORDS.guaranteeBefore, WORDS.protocol, WORDS.protocolBefore,
];

/** Reads the part of an address; what is missing or nonsense takes its starting value. */
export function readChange(values: URLSearchParams): AskedChange {
  const text = (word: keyof typeof WORDS) => values.get(WORDS[word]) || null;
  const keys = (word: keyof typeof WORDS) => (text(word) ?? "").split(",").filter((key) => /^[prtsxg]\d{1,7}$/.test(key));
  return {
    other: readOther(text("other")),
    isSwapped: text("isSwapped") === "1",
    topology: /^\d{1,6}$/.test(text("topology") ?? "") ? Number(text("topology")) : null,
    kafka: text("kafka"),
    optimize: text("optimize"),
    applicationId: text("applicationId") ?? "",
    guarantee: text("guarantee"),
    guaranteeBefore: text("guaranteeBefore"),
    protocol: text("protocol"),
    protocolBefore: text("protocolBefore"),
    picture: CHANGE_PICTURES.find((one) => one === text("picture")) ?? NOTHING_COMPARED.picture,
    open: keys("open"),
    openOld: keys("openOld"),
    openNew: keys("openNew"),
  };
}

/** Writes what `readChange` reads, with nothing in it that a fresh page has anyway. */
export function writeChange(values: URLSearchParams, asked: AskedChange): void {
  const put = (word: keyof typeof WORDS, text: string | null) => {
    if (text !== null && text !== "") values.set(WORDS[word], text);
  };
  put("other", asked.other === null ? null : otherText(asked.other));
  put("isSwapped", asked.isSwapped ? "1" : null);
  put("topology", asked.topology === null ? null : String(asked.topology));
  for (const word of ["kafka", "optimize", "applicationId", "guarantee", "guaranteeBefore", "protocol", "protocolBefore"] as const) put(word, asked[word]);
  put("picture", asked.picture === NOTHING_COMPARED.picture ? null : asked.picture);
  for (const word of ["open", "openOld", "openNew"] as const) put(word, asked[word].join(","));
}

export function readPick(values: URLSearchParams): Picked | null {
  const [, letter, id = ""] = /^(?:(f)(\d{1,4}))$/.exec(values.get(WORDS.pick) ?? "") ?? [];
  if (letter) return { kind: "finding", id };
  const key = values.get(WORDS.pick) ?? "";
  return /^[rtsi]\d{1,7}$/.test(key) ? { kind: "thing", id: key } : null;
}

export function writePick(values: URLSearchParams, pick: Picked | null): void {
  if (pick !== null) values.set(WORDS.pick, pick.kind === "finding" ? `f${pick.id}` : pick.id);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function readOther(text: string | null): Other | null {
  if (text === "same") return { kind: "same" };
  const [, word, rest = ""] = /^(analysis|example):(.+)$/.exec(text ?? "") ?? [];
  if (word === "analysis" && UUID.test(rest)) return { kind: "analysis", id: rest };
  if (word === "example") return { kind: "example", id: rest };
  if (/^\/s\/[\w-]{8,100}$/.test(text ?? "")) return { kind: "link", path: text ?? "" };
  return /^@[0-9a-z]{8,}$/.test(text ?? "") ? { kind: "kept", id: text ?? "" } : null;
}

function otherText(other: Other): string {
  switch (other.kind) {
    case "same":
      return "same";
    case "link":
      return other.path;
    case "kept":
      return other.id;
    default:
      return `${other.kind}:${other.id}`;
  }
}

/** What an address that somebody pasted leads to: a share link or an analysis of this server; null for anything else. */
export function otherAt(text: string, origin: string): Other | null {
  const address = text.trim();
  if (!/^(https?:\/\/\S+|\/[as]\/\S+)$/.test(address) || !URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  if (url.origin !== origin) return null;
  const [, token] = /^\/s\/([\w-]{8,100})(?:[/.].*)?$/.exec(url.pathname) ?? [];
  if (token !== undefined) return { kind: "link", path: `/s/${token}` };
  const [, id = ""] = /^\/a\/([0-9a-f-]+)\/?$/.exec(url.pathname) ?? [];
  return UUID.test(id) ? { kind: "analysis", id } : null;
}
