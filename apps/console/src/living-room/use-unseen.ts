import { useEffect, useRef } from 'react';

/** Runs a function while the tab is hidden, and once more before it is shown. */
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
