import { timestamp } from 'drizzle-orm/pg-core';

export function moment(name: string) {
  return timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });
}

export function momentNow(name: string) {
  return moment(name).notNull().defaultNow();
}
