import { type RefObject, useEffect } from 'react';

/** What a reader does who wants to look at something else. */
const movements = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * What stands before the lines on a phone comes when it has been verified, and grows then: until the reader moves, the
 * lines it was brought to stay in the window.
 */
export function useKeptInSight(box: RefObject<HTMLElement | null>, isKept: boolean): void {
  useEffect(() => {
    if (!isKept) return;
    const observer = new ResizeObserver(() => box.current?.scrollIntoView({ block: 'nearest' }));
    observer.observe(document.body);
    const release = () => observer.disconnect();
    for (const movement of movements) addEventListener(movement, release, { once: true, passive: true });
    return () => {
      release();
      for (const movement of movements) removeEventListener(movement, release);
    };
  }, [box, isKept]);
}
