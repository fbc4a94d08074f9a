import { z } from 'zod';

/** RFC 3339, as JSON Schema defines `date-time`: a calendar day, a time of day, an offset. */
const pattern =
  /^(\d{4})-(\d\d)-(\d\d)[tT ]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:[zZ]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

export const dateTimeSchema = z
  .string()
  .refine(isDateTime, 'has to be a date and time, such as 2026-11-23T15:00:00Z');

function isDateTime(text: string): boolean {
  const parts = pattern.exec(text);
  if (!parts) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  if (day < 1 || day > days) return false;
  if (second < 60) return true;
  // Leap seconds occur only at the end of a day in UTC.
  const offset = Number(`${parts[7] ?? '+'}1`) * (Number(parts[8] ?? 0) * 60 + Number(parts[9] ?? 0));
  return (hour * 60 + minute - offset + 2 * 1440) % 1440 === 1439;
}
