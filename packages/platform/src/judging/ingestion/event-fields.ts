import { z } from 'zod';

/** Text that is kept in rows: PostgreSQL takes no NUL, and what one event says must not fail those beside it. */
export const visibleText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\x20-\x7e]*$/);

const credibleMs = 366 * 86_400_000;

/** When the store says it happened, where that is a moment anybody could mean; else when we heard. */
export function eventMoment(told: string, receivedAt: Date): Date {
  const moment = Date.parse(told);
  return Math.abs(moment - receivedAt.getTime()) < credibleMs ? new Date(moment) : receivedAt;
}
