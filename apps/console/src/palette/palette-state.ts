import { useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

/** Opens or closes the palette, from wherever it can be reached. */
export function setPaletteOpen(wanted: boolean): void {
  isOpen = wanted;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const usePaletteOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen);
