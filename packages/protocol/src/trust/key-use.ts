/** A timestamp is void after an hour; a fresh one is published every quarter. */
const refreshAfterMs = 40 * 60_000;
const voidAfterMs = 60 * 60_000;
/** Pause between refreshes, because the holder of a bucket could otherwise cause one with each object that names an unknown key. */
export const keyRetryPauseMs = 10_000;

/**
 * Decides the use of a stored key list. `try_newer`: it stays in use if the newer one cannot be read; `need_newer`: its timestamp
 * is too old to use. Times are milliseconds since 1970.
 * @param isOvertaken True if the home has named a newer list.
 */
export function keyUse({
  now,
  timestampedAt,
  attemptedAt,
  isOvertaken = false,
}: {
  now: number;
  timestampedAt: number;
  attemptedAt: number;
  isOvertaken?: boolean;
}): 'use' | 'try_newer' | 'need_newer' {
  const age = now - timestampedAt;
  if (age < refreshAfterMs && !isOvertaken) return 'use';
  if (age >= voidAfterMs) return 'need_newer';
  return now - attemptedAt < keyRetryPauseMs ? 'use' : 'try_newer';
}
