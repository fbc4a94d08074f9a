import { z } from 'zod';

/**
 * Text of an event that is stored. NUL is refused, since PostgreSQL takes none and all events of a batch would fail.
 */
export const visibleText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\x20-\x7e]*$/);

const credibleMs = 366 * 86_400_000;

/** When the store says that it happened; when the event came in, where the store's time makes no sense. */
export function eventMoment(told: string, receivedAt: Date): Date {
  const moment = Date.parse(told);
  return Math.abs(moment - receivedAt.getTime()) < credibleMs ? new Date(moment) : receivedAt;
}
