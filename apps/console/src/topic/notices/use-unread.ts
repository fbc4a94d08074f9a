import { useEffect, useState } from 'react';
import { useTabCount } from '../../layout/page-title.ts';

/** Counts messages in the tab's title while the tab is hidden; showing it resets the count. */
export function useUnread(newest: number, isReady: boolean): void {
  const [isHidden, setHidden] = useState(document.hidden);
  const [seen, setSeen] = useState(0);
  useEffect(() => {
    const look = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  // Everything is seen while the tab is visible, and when a hidden tab has read the topic for the first time.
  if ((!isHidden || seen === 0) && isReady && seen !== newest) setSeen(newest);
  useTabCount(isHidden && seen > 0 ? Math.max(0, newest - seen) : 0);
}
