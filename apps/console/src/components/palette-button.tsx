import './palette-button.css';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import { openPalette, paletteKeys } from './palette-open.ts';

/** Shown in the bar on a wide screen and among the tabs on a phone, where it replaces the search. */
export function PaletteButton({ place }: { place: 'bar' | 'tabs' }) {
  const { t } = useTranslation('around');
  const isInBar = place === 'bar';
  return (
    <button
      type="button"
      className={isInBar ? 'button palette-button' : 'palette-tab'}
      aria-haspopup="dialog"
      aria-keyshortcuts={paletteKeys.named}
      title={t('palette_hint', { keys: paletteKeys.shown })}
      onClick={openPalette}
    >
      <Icon name="search" size={isInBar ? 16 : 20} />
      <span className="palette-button-words">
        {isInBar ? t('palette') : t('pages.search', { ns: 'shell' })}
      </span>
      {isInBar ? (
        <span className="palette-keys" aria-hidden="true">
          {paletteKeys.shown}
        </span>
      ) : null}
    </button>
  );
}
