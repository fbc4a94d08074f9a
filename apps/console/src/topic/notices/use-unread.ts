import { useEffect, useState } from 'react';
import { useTabCount } from '../../layout/page-title.ts';

/** Counts in the tab's title what was said while the tab was out of sight; looked at again, it is read. */
export function useUnread(newest: number): void {
  const [isHidden, setHidden] = useState(document.hidden);
  const [seen, setSeen] = useState(0);
  useEffect(() => {
    const look = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  // While it is looked at, and until anything is known, everything is seen.
  if ((!isHidden || seen === 0) && seen !== newest) setSeen(newest);
  useTabCount(isHidden && seen > 0 ? Math.max(0, newest - seen) : 0);
}
