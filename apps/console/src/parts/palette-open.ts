import { useSyncExternalStore } from 'react';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
/** The keys that open it, as they are written and as a browser calls them. */
export const paletteKeys = isApple
  ? { shown: '⌘ K', named: 'Meta+K' }
  : { shown: 'Ctrl K', named: 'Control+K' };

export function isPaletteKey(event: KeyboardEvent): boolean {
  const isHeld = isApple ? event.metaKey : event.ctrlKey;
  return isHeld && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k';
}

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
