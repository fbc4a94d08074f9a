import { LRUCache } from 'lru-cache';

interface LocalDay {
  /** Gregorian date, YYYYMMDD. */
  date: string;
  /** The first moment with another date, RFC 3339 UTC. */
  ends_at: string;
}

/** Formatters by time zone: they are slow to create and large, and topics of a home share few zones. */
const formatters = new LRUCache<string, Intl.DateTimeFormat>({ max: 64 });
const dayInMs = 86_400_000;

/** Returns true if this runtime knows the zone by this name. */
export function isTimeZone(name: string): boolean {
  try {
    createFormatter(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * Returns the calendar day of a moment. Throws a RangeError for a zone that `isTimeZone` does not know and for an invalid moment.
 * Assumes that clocks change at any time of the day, midnight included, but at most once between the moment and the end of its day.
 */
export function localDay(timeZone: string, at: string): LocalDay {
  const moment = Date.parse(at);
  const clock = wallClock(createFormatter(timeZone));
  const now = clock(moment);
  return { date: toDate(now), ends_at: new Date(endOfDay(moment, now, clock)).toISOString() };
}

/** Wall-clock time of the zone at a moment, in the milliseconds at which a UTC clock shows the same. */
type WallClock = (moment: number) => number;

function endOfDay(moment: number, now: number, clock: WallClock): number {
  const midnight = (Math.floor(now / dayInMs) + 1) * dayInMs;
  const offset = now - moment;
  const expected = midnight - offset;
  if (clock(expected) === midnight) return expected;
  const change = clockChange(moment, expected, offset, clock);
  // If clocks move forward over midnight, the day ends at that moment; if they move back, the day is longer.
  const after = clock(change);
  return toDate(after) === toDate(now) ? midnight - (after - change) : change;
}

/** Returns the first moment after `from` at which the clock's offset is no longer `offset`; it has changed by `to`. */
function clockChange(from: number, to: number, offset: number, clock: WallClock): number {
  let [before, after] = [from, to];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (clock(middle) - middle === offset) before = middle;
    else after = middle;
  }
  return after;
}

function wallClock(formatter: Intl.DateTimeFormat): WallClock {
  return (moment) => {
    const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of formatter.formatToParts(moment)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    const milliseconds = ((moment % 1000) + 1000) % 1000;
    return Date.UTC(year, month - 1, day, hour, minute, second) + milliseconds;
  };
}

function toDate(wallTime: number): string {
  return new Date(wallTime).toISOString().slice(0, 10).replaceAll('-', '');
}

function createFormatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(timeZone, formatter);
  return formatter;
}
