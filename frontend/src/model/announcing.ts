// When the server is told that a history of lag is to come, so that Spark starts while somebody looks for its files.

/** Up to so many bytes Spark starts in the way for small histories; the server has the same bound. */
const SMALL_BYTES = 16 * 1024 * 1024;

/** The server keeps Spark for ten minutes, unless it is told another time. */
const LASTS_MS = 5 * 60_000;

let told: { isSmall: boolean; when: number } | null = null;

/** Whether the server is to be told of a history of so many bytes, 0 where that is not known yet; notes that it is. */
export function isNews(size: number, now: number): boolean {
  const isSmall = size <= SMALL_BYTES;
  // A Spark for large histories is good for small ones too.
  if (told !== null && now - told.when < LASTS_MS && (isSmall || !told.isSmall)) return false;
  told = { isSmall, when: now };
  return true;
}

/** Forgets what was told. */
export function forget(): void {
  told = null;
}
