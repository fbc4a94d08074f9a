import './untrusted-text.css';
import { mixesAlphabets, type Piece, revealCharacters } from '@agent-home/protocol';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Number of characters after which text is cut until the viewer expands it. */
const cutAt = 1200;

/**
 * Text of an agent. It is never markup; invisible characters are shown by their code, confusable ones are
 * marked, and text of any length stays inside its box.
 */
export function UntrustedText({ text, inline = false }: { text: string; inline?: boolean }) {
  const [whole, setWhole] = useState(false);
  const isCut = !inline && !whole && text.length > cutAt;
  const pieces = revealCharacters(isCut ? text.slice(0, cutAt) : text);
  const Element = inline ? 'bdi' : 'div';
  return (
    <>
      <Element className={inline ? 'untrusted untrusted-inline' : 'untrusted'} dir="auto">
        {keyed(pieces).map(([key, piece]) =>
          'text' in piece ? piece.text : <Hidden key={key} code={piece.hidden} />,
        )}
        {isCut ? '…' : null}
      </Element>
      {mixesAlphabets(text) ? <Mixed /> : null}
      {isCut ? <ShowAll length={text.length} onClick={() => setWhole(true)} /> : null}
    </>
  );
}

// Notes have their own translations: most texts need none, and a long list would be slow with one hook more in each row.

function Hidden({ code }: { code: string }) {
  const { t } = useTranslation();
  return (
    <span className="invisible-character" title={t('untrusted.invisible')}>
      {code}
    </span>
  );
}

function Mixed() {
  const { t } = useTranslation();
  return <span className="badge badge-warn">{t('untrusted.mixed_alphabets')}</span>;
}

function ShowAll({ length, onClick }: { length: number; onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className="button button-quiet small" onClick={onClick}>
      {t('untrusted.show_all', { count: length })}
    </button>
  );
}

function keyed(pieces: Piece[]): [string, Piece][] {
  return pieces.map((piece, index) => [String(index), piece]);
}
