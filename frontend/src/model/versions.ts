// Kafka versions to choose from, and the optimizations each accepts.

export interface VersionChoice {
  version: string;
  /** Whether programs are followed, held against the real library; of others, describe() texts are read. */
  isExact: boolean;
  rules: string[];
  assignors: Assignor[];
  /** Settings that decide who gets which task. */
  settings: string[];
}

/** A class of Kafka that says which client gets which task. */
export interface Assignor {
  name: string;
  sentence: string;
  is_default: boolean;
}

export interface VersionChoices {
  /** The newest, for a text that does not say which it is. */
  standard: string;
  choices: VersionChoice[];
}

export const NO_VERSIONS: VersionChoices = { standard: "", choices: [] };

/** The rules that may be chosen singly: at the version that was asked for, else at the one that the text was taken for. */
export function rulesAt(versions: VersionChoices, asked: string | null, taken: string | undefined): string[] {
  const version = asked ?? taken?.split(".").slice(0, 2).join(".") ?? versions.standard;
  return versions.choices.find((one) => one.version === version)?.rules ?? [];
}

/** What the line of a version has to assign tasks with; nothing where that is not known. */
export function assignorsAt(versions: VersionChoices, version: string | undefined): { assignors: readonly Assignor[]; settings: readonly string[] } {
  const line = (version ?? versions.standard).split(".").slice(0, 2).join(".");
  return versions.choices.find((one) => one.version === line) ?? { assignors: [], settings: [] };
}

/** Reads the server's answer; what cannot be read leaves no choice. */
export function readVersions(answer: unknown): VersionChoices {
  if (!isRecord(answer) || !Array.isArray(answer["versions"])) return NO_VERSIONS;
  const choices = answer["versions"].flatMap(readChoice);
  const standard = typeof answer["default"] === "string" ? answer["default"] : (choices[0]?.version ?? "");
  return choices.length === 0 ? NO_VERSIONS : { standard, choices };
}

function readChoice(value: unknown): VersionChoice[] {
  if (!isRecord(value) || typeof value["version"] !== "string") return [];
  const values: unknown[] = Array.isArray(value["optimization"]) ? value["optimization"] : [];
  const rules = values.filter(
    (one): one is string => typeof one === "string" && one !== "none" && one !== "all",
  );
  const settings: unknown[] = Array.isArray(value["settings"]) ? value["settings"] : [];
  const assignors: unknown[] = Array.isArray(value["assignors"]) ? value["assignors"] : [];
  return [
    {
      version: value["version"],
      isExact: value["is_exact"] === true,
      rules,
      assignors: assignors.filter((one): one is Assignor => isRecord(one) && typeof one["name"] === "string"),
      settings: settings.filter((one): one is string => typeof one === "string"),
    },
  ];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
