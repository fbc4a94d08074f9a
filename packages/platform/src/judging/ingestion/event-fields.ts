import { z } from 'zod';

/** Text of an event that is stored. NUL is rejected, because PostgreSQL does not accept it and all events of a batch would fail. */
export const visibleText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\x20-\x7e]*$/);

const credibleMs = 366 * 86_400_000;

/** Returns the store's time of the event, or the time of its arrival if the store's is implausible. */
export function eventMoment(told: string, receivedAt: Date): Date {
  const moment = Date.parse(told);
  return Math.abs(moment - receivedAt.getTime()) < credibleMs ? new Date(moment) : receivedAt;
}
