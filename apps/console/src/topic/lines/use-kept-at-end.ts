import { type RefObject, useEffect } from 'react';

/**
 * Whoever reads at the end stays there when the box of lines becomes lower, as where a keyboard opens, a phone is turned or
 * what stands above grows: the newest line would else slide out of sight.
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
