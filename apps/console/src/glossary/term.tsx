import './term.css';
import i18next from 'i18next';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { placeAt } from '../components/pop-menu.tsx';
import { needWords } from '../i18n/lazy-texts.ts';
import type { TermName } from './terms.ts';

/**
 * Glossary term with its definition in a popover; a dotted underline marks it as a button. The browser closes the popover on Escape
 * or an outside press and restores the focus.
 */
export function Term({ name, children }: { name: TermName; children: ReactNode }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  const open = async () => {
    await needWords('glossary');
    setOpen(true);
  };
  // The size is known once the text is loaded, which may be after the popover opened.
  useLayoutEffect(() => {
    if (isOpen) placeAt(box.current, button.current, 'start');
  }, [isOpen]);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="term"
        popoverTarget={id}
        aria-expanded={isOpen}
        data-term={name}
      >
        {children}
      </button>
      {/* In a sentence: no element of it may be one that ends a paragraph. */}
      <span
        ref={box}
        id={id}
        popover="auto"
        role="dialog"
        aria-labelledby={`${id}-word`}
        className="term-box"
        onBeforeToggle={(event) => {
          if (event.newState === 'open') void open();
        }}
        onToggle={(event) => {
          if (event.newState === 'open') placeAt(box.current, button.current, 'start');
          else setOpen(false);
        }}
      >
        {isOpen ? (
          <Meaning name={name} wordId={`${id}-word`} onGo={() => box.current?.hidePopover()} />
        ) : null}
      </span>
    </>
  );
}

function Meaning({ name, wordId, onGo }: { name: TermName; wordId: string; onGo: () => void }) {
  const { t } = useTranslation('glossary');
  if (!i18next.hasResourceBundle(i18next.language, 'glossary')) return null;
  return (
    <>
      <strong id={wordId} className="term-word">
        {t(`term.${name}.word`)}
      </strong>
      <span className="term-means">{t(`term.${name}.means`)}</span>
      <Link href={`/glossary#${name}`} className="term-all" onClick={onGo}>
        {t('all')}
      </Link>
    </>
  );
}
