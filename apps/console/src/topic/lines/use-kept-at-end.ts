import { type RefObject, useEffect } from 'react';

/**
 * Keeps a reader at the end when the list becomes shorter because of a keyboard, a rotated phone or growing content above.
 * Otherwise the newest message would leave the view.
 */
export function useKeptAtEnd(box: RefObject<HTMLElement | null>, isWanted: boolean, threshold: number): void {
  useEffect(() => {
    const element = box.current;
    if (!element || !isWanted) return;
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      const before = height;
      height = element.clientHeight;
      const fromEnd = element.scrollHeight - element.scrollTop - before;
      if (height < before && fromEnd <= threshold) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, isWanted, threshold]);
}
