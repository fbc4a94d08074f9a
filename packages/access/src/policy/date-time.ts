const RFC_3339 = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** Returns the milliseconds since 1970, or `undefined` if the text is no RFC 3339 moment with an offset. */
export function parseDateTime(text: string): number | undefined {
  const parts = RFC_3339.exec(text);
  if (parts === null) return undefined;
  // Date.parse rolls 30 February into March, but a policy that names no real day must be refused.
  const daysInMonth = new Date(Date.UTC(Number(parts[1]), Number(parts[2]), 0)).getUTCDate();
  if (Number(parts[3]) > daysInMonth) return undefined;
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

/** Formats a moment as RAM documents it: `2026-11-21T17:00:00+00:00`, whole seconds. */
export function formatRamDateTime(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}+00:00`;
}
