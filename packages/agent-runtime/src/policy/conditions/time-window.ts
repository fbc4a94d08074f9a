import { z } from 'zod';
import { InvalidCondition } from './condition-error.ts';

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const weekdayNames: readonly string[] = weekdays;
const clock = (pattern: RegExp, what: string) => z.string().regex(pattern, what);

/** Days and hours in a time zone. A window over midnight belongs to the day it begins on. */
export const timeWindowSchema = z
  .strictObject({
    days: z
      .array(z.enum(weekdays))
      .min(1)
      .refine((days) => new Set(days).size === days.length, 'a day is listed twice')
      .optional(),
    hours: z
      .strictObject({
        from: clock(/^([01]\d|2[0-3]):[0-5]\d$/, 'has to be a time of day, such as 08:00'),
        /** Exclusive end. */
        to: clock(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'has to be a time of day, such as 18:00 or 24:00'),
      })
      .refine(({ from, to }) => from !== to, 'from and to are equal: leave out hours for the whole day')
      .optional(),
    timeZone: z
      .string()
      .regex(/^[A-Za-z]+([/_+-][A-Za-z0-9]+)*$/, 'has to be the name of a time zone, such as Europe/Berlin'),
  })
  .refine(({ days, hours }) => days || hours, 'a window needs days or hours');
export type TimeWindow = z.infer<typeof timeWindowSchema>;

/**
 * Returns a predicate for moments inside the window, by local time. An hour skipped in spring is in no window, and an hour repeated
 * in autumn counts twice.
 * @throws InvalidCondition for an unknown time zone
 */
export function compileTimeWindow({ days, hours, timeZone }: TimeWindow): (now: number) => boolean {
  const clockAt = getClock(timeZone);
  const isDay = (day: number) =>
    days === undefined || days.some((each) => weekdays.indexOf(each) === day % 7);
  const from = parseMinutes(hours?.from ?? '00:00');
  const to = parseMinutes(hours?.to ?? '24:00');
  return (now) => {
    const { day, minutes } = clockAt(now);
    if (from < to) return isDay(day) && minutes >= from && minutes < to;
    // A window over midnight covers the evening of its days, and the morning after each.
    return (isDay(day) && minutes >= from) || (isDay(day + 6) && minutes < to);
  };
}

function parseMinutes(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

function getClock(timeZone: string): (now: number) => { day: number; minutes: number } {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  } catch {
    throw new InvalidCondition(`the time zone ${timeZone} does not exist`);
  }
  return (now) => {
    const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
    const day = weekdayNames.indexOf(parts.get('weekday')?.toLowerCase() ?? '');
    return { day, minutes: Number(parts.get('hour')) * 60 + Number(parts.get('minute')) };
  };
}
