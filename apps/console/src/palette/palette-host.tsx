import { lazy, Suspense, useEffect } from 'react';
import { needWords } from '../i18n/later-words.ts';
import { isPaletteKey, setPaletteOpen, usePaletteOpen } from '../parts/palette-open.ts';

const Palette = lazy(async () => {
  const [palette] = await Promise.all([import('./palette.tsx'), needWords('palette', 'office')]);
  return palette;
});

/** The palette, loaded when it is opened first: by its button, or by Ctrl-K wherever one is. */
export function PaletteHost() {
  const isOpen = usePaletteOpen();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return;
      event.preventDefault();
      setPaletteOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <Suspense fallback={null}>{isOpen ? <Palette onClose={() => setPaletteOpen(false)} /> : null}</Suspense>
  );
}
