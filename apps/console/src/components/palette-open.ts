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

let last = 0;
/** Number of the shown opening; 0 while the palette is closed. */
let shown = 0;
const listeners = new Set<() => void>();

function show(opening: number): void {
  shown = opening;
  for (const listener of listeners) listener();
}

/** Opens the palette, from wherever it can be reached. */
export function openPalette(): void {
  last += 1;
  show(last);
}

/**
 * Closes the palette of this opening alone. A dialog says that it was closed a moment after it was, and by then it may
 * have been opened again.
 */
export function closePalette(opening: number): void {
  if (opening === shown) show(0);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const usePaletteOpening = (): number => useSyncExternalStore(subscribe, () => shown);
