// Numbers of a lag report as one reads them: grouped, with their unit, and a dash for what is not known.

export const NOT_KNOWN = "–";

const WHOLE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const ONE_DECIMAL = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });
const JUST_ONE_DECIMAL = new Intl.NumberFormat("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const TWO_DECIMALS = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Records, such as 12,340. */
export function count(value: number | null): string {
  return value === null ? NOT_KNOWN : WHOLE.format(value);
}

/** Records per second, such as 120/s; with one decimal below ten, and never a 0 for what is not. */
export function rate(value: number | null): string {
  if (value === null) return NOT_KNOWN;
  if (value !== 0 && Math.abs(value) < 0.05) return `${value < 0 ? "−" : ""}<0.1/s`;
  const size = Math.abs(value);
  const text = (size >= 10 ? WHOLE : ONE_DECIMAL).format(size);
  return `${value < 0 ? "−" : ""}${text}/s`;
}

/** How fast lag grows, with its sign. */
export function slope(value: number | null): string {
  if (value !== null && value !== 0 && Math.abs(value) < 0.05) return "≈ 0/s";
  return value !== null && value > 0 ? `+${rate(value)}` : rate(value);
}

/** A share of a whole, such as 41 %. */
export function share(value: number | null): string {
  if (value === null) return NOT_KNOWN;
  return value > 0 && value < 0.01 ? "<1 %" : `${WHOLE.format(value * 100)} %`;
}

/** A share in per cent, such as 41 %. */
export function percent(value: number | null): string {
  return share(value === null ? null : value / 100);
}

/** A time in milliseconds, such as 98 ms or 2.3 s. */
export function milliseconds(value: number | null): string {
  if (value === null) return NOT_KNOWN;
  if (value >= 60_000) return duration(value / 1000);
  if (value >= 1000) return `${ONE_DECIMAL.format(value / 1000)} s`;
  return `${(value >= 10 ? WHOLE : ONE_DECIMAL).format(value)} ms`;
}

/** How many times, such as 2.4×. */
export function times(value: number | null): string {
  return value === null ? NOT_KNOWN : `${JUST_ONE_DECIMAL.format(value)}×`;
}

export function twoDecimals(value: number | null): string {
  return value === null ? NOT_KNOWN : TWO_DECIMALS.format(value);
}

const UNITS: readonly [number, string][] = [
  [86_400, "d"],
  [3600, "h"],
  [60, "min"],
  [1, "s"],
];

/** A duration in at most two units, such as 12 min or 1 h 5 min. Longer than a year is no plan any more. */
export function duration(seconds: number | null): string {
  if (seconds === null) return NOT_KNOWN;
  if (seconds > 365 * 86_400) return "over a year";
  if (seconds > 0 && seconds < 1) return "<1 s";
  // Rounded to the smaller of the two units first, so that 59.7 min does not become 60 min.
  const step = seconds >= 86_400 ? 3600 : seconds >= 600 ? 60 : 1;
  let left = Math.round(seconds / step) * step;
  const parts: string[] = [];
  for (const [size, unit] of UNITS) {
    const many = Math.floor(left / size);
    left -= many * size;
    if (many > 0) parts.push(`${many} ${unit}`);
  }
  return parts.slice(0, 2).join(" ") || "0 s";
}

const SIZES: readonly [number, string][] = [
  [1024 ** 3, "GiB"],
  [1024 ** 2, "MiB"],
  [1024, "KiB"],
];

export function bytes(size: number): string {
  const [factor, unit] = SIZES.find(([one]) => size >= one) ?? [1, "bytes"];
  return `${ONE_DECIMAL.format(size / factor)} ${unit}`;
}

/** How charts and tables write times. */
export type Timing = Pick<Clock, "zone" | "full" | "brief">;

/** Writes times as the viewer's own language and zone have them. */
export class Clock {
  readonly zone: string;
  private readonly long: Intl.DateTimeFormat;
  private readonly short: Intl.DateTimeFormat;

  /** `start` and `end` decide whether a short time needs its day. */
  constructor(
    start: string,
    end: string,
    locale: string | undefined = undefined,
    timeZone: string | undefined = undefined,
  ) {
    const zone = timeZone === undefined ? {} : { timeZone };
    const isOneDay = Date.parse(end) - Date.parse(start) <= 86_400_000;
    this.long = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", ...zone });
    this.short = new Intl.DateTimeFormat(locale, {
      hour: "2-digit",
      minute: "2-digit",
      ...(isOneDay ? {} : { day: "numeric", month: "short" }),
      ...zone,
    });
    this.zone = zoneOf(start, locale, zone);
  }

  /** Day and time, without the zone. */
  full(time: string | number): string {
    return this.long.format(new Date(time));
  }

  /** The time of day, with the day where the history is longer than one. */
  brief(time: string | number): string {
    return this.short.format(new Date(time));
  }
}

function zoneOf(start: string, locale: string | undefined, zone: { timeZone?: string }): string {
  const format = new Intl.DateTimeFormat(locale, { timeZoneName: "short", ...zone });
  const name = format.formatToParts(new Date(start)).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const place = format.resolvedOptions().timeZone;
  return name === "" || name === place ? place : `${name}, ${place}`;
}

/** `1 task`, `2 tasks`. */
export function counted(many: number, one: string, more = `${one}s`): string {
  return `${count(many)} ${many === 1 ? one : more}`;
}
