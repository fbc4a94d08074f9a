import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to the container when a focused element disappears, such as a decided row; the browser would
 * start at the top of the document.
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
