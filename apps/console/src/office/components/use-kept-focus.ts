import { type RefObject, useEffect, useRef } from 'react';

/**
 * Whoever goes by keyboard and used something that is gone now, as a row that was decided on is, goes on in what held it:
 * else the browser begins again at the top of the page.
 */
export function useKeptFocus(box: RefObject<HTMLElement | null>): void {
  const wasInside = useRef(false);
  useEffect(() => {
    const note = (event: Event) => {
      wasInside.current = event.target instanceof Node && (box.current?.contains(event.target) ?? false);
    };
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', note);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', note);
    };
  }, [box]);
  useEffect(() => {
    if (wasInside.current && document.activeElement === document.body)
      box.current?.focus({ preventScroll: true });
  });
}
