import './palette.css';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { viewerQuery } from '../read/queries.ts';
import type { Entry } from './entry.ts';
import { arrange } from './match.ts';
import { OptionRow } from './option-row.tsx';
import { recentPlaces, rememberPlace } from './recent.ts';
import { useFoundEntries } from './use-found-entries.ts';
import { useOwnEntries } from './use-own-entries.ts';

/** Command palette: finds destinations and permitted actions by part of their name. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('palette');
  const listId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [, navigate] = useLocation();
  const { data: viewer } = useQuery(viewerQuery);
  const who = viewer?.owner_id ?? viewer?.role ?? 'nobody';
  const [recent] = useState(() => recentPlaces(who));
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string>();
  const own = useOwnEntries(viewer);
  const { entries, isSearching } = useFoundEntries(typed);
  const shown = arrange(typed, [...own, ...entries], recent);
  const all = shown.flatMap((group) => group.entries);
  const at = Math.max(
    0,
    all.findIndex(({ id }) => id === chosen),
  );
  const current = all[at];
  const optionId = (entry: Entry) => `${listId}-${entry.id}`;

  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const currentId = current && optionId(current);
  useEffect(() => {
    if (currentId !== undefined) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);

  const choose = (entry: Entry) => {
    dialog.current?.close();
    if (entry.href === undefined) return entry.run?.();
    rememberPlace(who, entry.id);
    navigate(entry.href);
    // Keyboard users continue in the opened page.
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  const step = (by: number) => setChosen(all[(at + by + all.length) % Math.max(1, all.length)]?.id);
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Enter' && current) choose(current);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t('label')}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <div className="palette-box">
        <input
          className="palette-input"
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={currentId}
          aria-label={t('input')}
          placeholder={t('input')}
          maxLength={100}
          spellCheck={false}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(undefined);
          }}
          onKeyDown={onKey}
        />
        <div role="listbox" id={listId} aria-label={t('found')} className="palette-list">
          {shown.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
            <div key={group.group} role="group" aria-label={t(`group.${group.group}`)}>
              <p className="palette-group" aria-hidden="true">
                {t(`group.${group.group}`)}
              </p>
              {group.entries.map((entry) => (
                <OptionRow
                  key={entry.id}
                  id={optionId(entry)}
                  entry={entry}
                  isCurrent={entry === current}
                  onChoose={() => choose(entry)}
                />
              ))}
            </div>
          ))}
        </div>
        <p role="status" className={all.length === 0 ? 'palette-foot' : 'visually-hidden'}>
          {isSearching ? t('searching') : all.length === 0 ? t('none') : t('count', { count: all.length })}
        </p>
        <p className="palette-foot small soft" aria-hidden="true">
          {t('keys')}
        </p>
      </div>
    </dialog>
  );
}
