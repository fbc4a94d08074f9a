import type { OwnerHome } from '@agent-home/http-contract';
import { useEffect, useState } from 'react';
import { serverNow } from '../read/server-clock.ts';
import { keepVisit, keptVisit, visitNow } from './visits.ts';

/** Records the visit and the messages shown while the tab is visible. Returns the position read before this visit. */
export function useVisit(who: string, home: Pick<OwnerHome, 'said'>): string | undefined {
  const [before] = useState(() => keptVisit(who)?.read);
  const newest = home.said[0]?.accepted_at;
  useEffect(() => {
    const look = () => {
      if (document.hidden) return;
      const visit = visitNow(keptVisit(who), new Date(serverNow()));
      const read = [visit.read, newest]
        .filter((at) => at !== undefined)
        .toSorted()
        .at(-1);
      keepVisit(who, { ...visit, ...(read === undefined ? {} : { read }) });
    };
    look();
    const timer = setInterval(look, 60_000);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [who, newest]);
  return before;
}
