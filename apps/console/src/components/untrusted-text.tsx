import './untrusted-text.css';
import { mixesAlphabets, type Piece, revealCharacters } from '@agent-home/protocol';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Longer text is cut until somebody asks for the rest. */
const cutAt = 1200;

/**
 * Text by an agent. It is never markup; what cannot be seen is shown by its code, what could be taken for something
 * else is said to be, and however much of it there is, it stays in its place.
 */
export function UntrustedText({ text, inline = false }: { text: string; inline?: boolean }) {
  const { t } = useTranslation();
  const [whole, setWhole] = useState(false);
  const isCut = !inline && !whole && text.length > cutAt;
  const pieces = revealCharacters(isCut ? text.slice(0, cutAt) : text);
  const Element = inline ? 'bdi' : 'div';
  return (
    <>
      <Element className={inline ? 'untrusted untrusted-inline' : 'untrusted'} dir="auto">
        {keyed(pieces).map(([key, piece]) =>
          'text' in piece ? (
            piece.text
          ) : (
            <span key={key} className="invisible-character" title={t('untrusted.invisible')}>
              {piece.hidden}
            </span>
          ),
        )}
        {isCut ? '…' : null}
      </Element>
      {mixesAlphabets(text) ? (
        <span className="badge badge-warn">{t('untrusted.mixed_alphabets')}</span>
      ) : null}
      {isCut ? (
        <button type="button" className="button button-quiet small" onClick={() => setWhole(true)}>
          {t('untrusted.show_all', { count: text.length })}
        </button>
      ) : null}
    </>
  );
}

function keyed(pieces: Piece[]): [string, Piece][] {
  return pieces.map((piece, index) => [String(index), piece]);
}
