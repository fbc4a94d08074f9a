import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const ownMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Keeps the reader's target in view while rows around it are measured: the message in the address, or the end card of a closed
 * topic. Ends with the first move of the reader.
 */
export function useHeldPlace(
  box: RefObject<HTMLElement | null>,
  target: number | undefined,
  isAtEnding: boolean,
): void {
  const moved = useRef<number | 'ending'>(undefined);
  const place = target ?? (isAtEnding ? 'ending' : undefined);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const release = () => {
      moved.current = place;
    };
    for (const move of ownMoves) element.addEventListener(move, release, { passive: true });
    return () => {
      for (const move of ownMoves) element.removeEventListener(move, release);
    };
  }, [box, place]);
  // Runs after every render, because each measured row moves those below it.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || place === undefined || moved.current === place) return;
    const shown = element.querySelector(place === 'ending' ? '.ending-card' : '.line-target');
    if (!shown) return;
    const [frame, edges] = [element.getBoundingClientRect(), shown.getBoundingClientRect()];
    const above = edges.top - frame.top;
    const below = edges.bottom - frame.bottom;
    // If the target does not fit, its beginning is shown.
    if (above < 0 || edges.height > frame.height) element.scrollTop += above;
    else if (below > 0) element.scrollTop += Math.min(below, above);
  });
}
