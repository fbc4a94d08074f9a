import '../styles/palette-button.css';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { needWords } from '../i18n/later-words.ts';
import { Icon } from '../parts/icon.tsx';
import { setPaletteOpen, usePaletteOpen } from './palette-state.ts';

const load = async () => {
  const [palette] = await Promise.all([import('./palette.tsx'), needWords('palette')]);
  return palette;
};
const Palette = lazy(load);

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
const keys = isApple ? '⌘ K' : 'Ctrl K';

/** The palette, loaded when it is opened first: by its button, or by Ctrl-K wherever one is. */
export function PaletteHost() {
  const isOpen = usePaletteOpen();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isShortcut = (isApple ? event.metaKey : event.ctrlKey) && event.key.toLowerCase() === 'k';
      if (!isShortcut || event.shiftKey || event.altKey) return;
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

/** In the bar on a wide screen; among the tabs of a phone, where it stands for the search. */
export function PaletteButton({ place }: { place: 'bar' | 'tabs' }) {
  const { t } = useTranslation('around');
  const hint = t('palette_hint', { keys });
  return (
    <button
      type="button"
      className={place === 'bar' ? 'button palette-button' : 'palette-tab'}
      aria-haspopup="dialog"
      aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
      title={hint}
      onClick={() => setPaletteOpen(true)}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
    >
      <Icon name="search" size={place === 'bar' ? 16 : 20} />
      <span className="palette-button-words">
        {place === 'bar' ? t('palette') : t('pages.search', { ns: 'shell' })}
      </span>
      {place === 'bar' ? (
        <span className="palette-keys" aria-hidden="true">
          {keys}
        </span>
      ) : null}
    </button>
  );
}
