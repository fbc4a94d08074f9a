import { shownText } from '@agent-home/protocol';
import { useEffect, useSyncExternalStore } from 'react';

/** Returns the title of the browser's tab: pending items, place, and site. */
export function tabTitle(title: string | undefined, waiting = 0): string {
  const place = title === undefined ? 'Agent Home' : `${shownText(title)} · Agent Home`;
  return waiting > 0 ? `(${waiting > 99 ? '99+' : waiting}) ${place}` : place;
}

let shown: string | undefined;
/** Counts by component: an unmounted one removes its count. */
const counts = new Map<object, number>();
const listeners = new Set<() => void>();

function write(): void {
  const waiting = [...counts.values()].reduce((sum, count) => sum + count, 0);
  document.title = tabTitle(shown, waiting);
  for (const listener of listeners) listener();
}

/** Sets the title of the current page; undefined while it is unknown. Some titles are text of agents. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    shown = title;
    write();
    return () => {
      shown = undefined;
    };
  }, [title]);
}

/** Shows a number of pending items in the tab, before the title: new messages, turns, approvals. */
export function useTabCount(count: number): void {
  useEffect(() => {
    const counter = {};
    counts.set(counter, count);
    write();
    return () => {
      counts.delete(counter);
      write();
    };
  }, [count]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns the title that pages have set, for screen readers. */
export function useShownTitle(): string | undefined {
  return useSyncExternalStore(subscribe, () => shown);
}
