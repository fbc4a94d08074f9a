import type { DayPlan } from './day-plan.ts';
import { RequestCounts } from './request-counts.ts';

const shards = 16;
const pageSize = 1_000;
const timestampsAnHour = 4;
/**
 * Number of checks of a key with an unused ticket: after 10 s, and then at doubling intervals up to 300 s until
 * 900 s are over.
 */
const looksAtUnusedTicket = 8;
/** Keys granted ahead of the used one. */
const unusedAfterLines = 3;

/** Returns the platform's own requests to the store in such a day. */
export function platformRequests(plan: DayPlan, agents: number): RequestCounts {
  const counts = new RequestCounts();
  const minutes = plan.hours * 60;
  counts.list = minutes * shards * Math.ceil(agents / shards / pageSize);
  counts.put = minutes * shards + plan.hours * timestampsAnHour;
  const sessions = agents * plan.sessions;
  const inputs = sessions * plan.lines;
  // Each input is read once; its entry and the next state are put.
  counts.get += inputs + sessions * unusedAfterLines * looksAtUnusedTicket;
  counts.put += inputs * 2;
  return counts;
}
