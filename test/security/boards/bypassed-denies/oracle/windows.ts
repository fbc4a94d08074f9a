import type { CaseRule } from '../case.ts';

const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const hour = 3_600_000;
const offsets: Record<string, (now: number) => number> = {
  UTC: () => 0,
  'Asia/Tokyo': () => 9 * hour,
  // From the last Sunday of March to that of October, at 01:00 UTC.
  'Europe/Berlin': (now) => {
    const year = new Date(now).getUTCFullYear();
    const isSummer = now >= lastSunday(year, 2) && now < lastSunday(year, 9);
    return (isSummer ? 2 : 1) * hour;
  },
};

function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1));
  return last.getTime() - last.getUTCDay() * 24 * hour;
}

const parseMinutes = (clock: string) => Number(clock.split(':')[0]) * 60 + Number(clock.split(':')[1]);

/** Returns true if the local time is inside the window; the part after midnight belongs to the day before. */
export function isOpen(window: NonNullable<CaseRule['conditions']['timeWindow']>, now: number): boolean {
  const offset = offsets[window.timeZone];
  if (!offset) throw new Error(`the oracle knows no ${window.timeZone}`);
  const there = new Date(now + offset(now));
  const minutes = there.getUTCHours() * 60 + there.getUTCMinutes();
  const today = days[there.getUTCDay()] ?? '';
  const yesterday = days[(there.getUTCDay() + 6) % 7] ?? '';
  const isOf = (day: string) => window.days === undefined || window.days.includes(day);
  if (!window.hours) return isOf(today);
  const [from, to] = [parseMinutes(window.hours.from), parseMinutes(window.hours.to)];
  if (to > from) return isOf(today) && from <= minutes && minutes < to;
  return minutes >= from ? isOf(today) : minutes < to && isOf(yesterday);
}
