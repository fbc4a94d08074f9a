import { shownText } from '@agent-home/protocol';
import { useEffect, useSyncExternalStore } from 'react';

/** What stands in the tab of the browser: what waits, where one is, whose page it is. */
export function tabTitle(title: string | undefined, waiting = 0): string {
  const place = title === undefined ? 'Agent Home' : `${shownText(title)} · Agent Home`;
  return waiting > 0 ? `(${waiting > 99 ? '99+' : waiting}) ${place}` : place;
}

let shown: string | undefined;
/** By whoever counts: a page that goes takes its count with it. */
const counts = new Map<object, number>();
const listeners = new Set<() => void>();

function write(): void {
  const waiting = [...counts.values()].reduce((sum, count) => sum + count, 0);
  document.title = tabTitle(shown, waiting);
  for (const listener of listeners) listener();
}

/** The title of the page that is shown; undefined while it is not known yet. Agents write some of them. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    shown = title;
    write();
    return () => {
      shown = undefined;
    };
  }, [title]);
}

/** Counts in the tab, before the title, what waits for whoever looks: new lines, turns, approvals. */
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

/** The title as pages set it, for whoever reads it aloud. */
export function useShownTitle(): string | undefined {
  return useSyncExternalStore(subscribe, () => shown);
}
