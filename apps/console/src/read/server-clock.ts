let ahead = 0;

/** Derives from a response how far the server's clock is ahead of this machine's, to the second. */
export function learnServerClock(response: Response): void {
  const date = Date.parse(response.headers.get('date') ?? '');
  const difference = date - Date.now();
  // The header has whole seconds, so smaller differences are not significant.
  if (!Number.isNaN(difference)) ahead = Math.abs(difference) < 1500 ? 0 : difference;
}

/** Milliseconds since 1970, by the server's clock. */
export function serverNow(): number {
  return Date.now() + ahead;
}
