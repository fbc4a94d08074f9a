import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/**
 * Imitates a browser's page load: scrolls to the top and moves the focus into the new view, unless the focused element still
 * exists, as in the navigation bar. Going back leaves the position to the browser.
 */
export function useNavigation(main: RefObject<HTMLElement | null>): void {
  const [location] = useLocation();
  const before = useRef(location);
  const wentBack = useRef(false);
  useEffect(() => {
    const onBack = () => {
      wentBack.current = true;
    };
    addEventListener('popstate', onBack);
    return () => removeEventListener('popstate', onBack);
  }, []);
  useEffect(() => {
    if (before.current === location) return;
    const isSamePlace =
      getArea(before.current) === getArea(location) && getArea(location).startsWith('/topics/');
    before.current = location;
    if (!wentBack.current && !isSamePlace) scrollTo(0, 0);
    wentBack.current = false;
    const focused = document.activeElement;
    if (focused === null || focused === document.body) main.current?.focus({ preventScroll: true });
  }, [location, main]);
}

/** The page of a topic also covers the links to its messages. */
const getArea = (location: string) => location.replace(/\/lines\/\d+$/, '');
