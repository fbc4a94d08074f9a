import { useEffect, useRef } from 'react';

/** Does something while nobody looks: when the page is hidden, and once more before it is seen again. */
export function useUnseen(todo: () => void): void {
  const current = useRef(todo);
  useEffect(() => {
    current.current = todo;
  });
  useEffect(() => {
    const whenUnseen = () => current.current();
    document.addEventListener('visibilitychange', whenUnseen);
    return () => document.removeEventListener('visibilitychange', whenUnseen);
  }, []);
}
