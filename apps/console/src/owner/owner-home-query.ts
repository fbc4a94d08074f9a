import { ownerEndpoints } from '@agent-home/http-contract';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../read/api.ts';
import { serverNow } from '../read/server-clock.ts';
import { keptVisit, type Visit, visitNow } from './visits.ts';

/** Chosen once per tab, so that the list does not restart while it is read. Undefined at a first visit. */
const sinceWhen = new Map<string, Visit['since']>();

export function getSince(who: string): string | undefined {
  if (!sinceWhen.has(who)) sinceWhen.set(who, visitNow(keptVisit(who), new Date(serverNow())).since);
  return sinceWhen.get(who);
}

/** One query for the owner's page, the tab's counter, and notifications. */
export const ownerHomeQuery = (who: string) =>
  queryOptions({
    queryKey: ['owner-home', who],
    queryFn: ({ signal }) => read(ownerEndpoints.showHome, { query: { since: getSince(who) } }, signal),
  });
