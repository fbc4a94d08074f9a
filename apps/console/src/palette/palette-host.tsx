import { useEffect } from 'react';
import { closePalette, isPaletteKey, openPalette, usePaletteOpening } from '../components/palette-open.ts';
import { lazyPart, Part } from '../components/part.tsx';
import { needWords } from '../i18n/lazy-texts.ts';

const Palette = lazyPart(async () => {
  const [palette] = await Promise.all([import('./palette.tsx'), needWords('palette', 'office')]);
  return palette;
});

/** Palette, loaded when it is first opened: by its button, or by Ctrl-K on any page. */
export function PaletteHost() {
  const opening = usePaletteOpening();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return;
      event.preventDefault();
      if (document.querySelector('dialog.palette[open]') === null) openPalette();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return <Part>{opening > 0 ? <Palette key={opening} onClose={() => closePalette(opening)} /> : null}</Part>;
}
