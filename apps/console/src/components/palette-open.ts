import { useSyncExternalStore } from 'react';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
/** Keys that open the palette, as displayed and as browsers name them. */
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

/** Closes the palette only for this opening. A dialog reports its closing a moment later, when the palette may be open again. */
export function closePalette(opening: number): void {
  if (opening === shown) show(0);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const usePaletteOpening = (): number => useSyncExternalStore(subscribe, () => shown);
