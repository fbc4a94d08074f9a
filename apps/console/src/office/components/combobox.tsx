import './combobox.css';
import { shownText } from '@agent-home/protocol';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../components/avatar.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';

/** Option of a list. Its name is untrusted text. */
export interface Choice {
  id: string;
  name: string;
  /** Small text after the name: the id or the kind. */
  note?: string;
  hasFace?: boolean;
}

/** Choices for the typed text, requested only while the list is open. */
export type UseChoices = (
  text: string,
  isLooking: boolean,
) => { choices: readonly Choice[]; isSearching: boolean };

/**
 * Editable combobox with a listbox (ARIA 1.2): typing searches, arrow keys move through the results, Enter selects one, Escape
 * changes nothing. Values outside the list cannot be entered.
 */
export function Combobox({
  id,
  chosen,
  useChoices,
  onChoose,
  required = false,
  describedBy,
  placeholder,
  /** Several can be chosen one after the other: the list stays open. */
  staysOpen = false,
}: {
  id: string;
  chosen: Choice | undefined;
  useChoices: UseChoices;
  onChoose: (choice: Choice | undefined) => void;
  required?: boolean;
  describedBy?: string | undefined;
  placeholder?: string;
  staysOpen?: boolean;
}) {
  const { t } = useTranslation('office');
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const { choices, isSearching } = useChoices(typed ?? '', isOpen);
  const at = Math.min(active, choices.length - 1);
  const shown = typed ?? (chosen ? shownText(chosen.name) : '');
  useEffect(() => {
    input.current?.setCustomValidity(typed ? t('choose_from_list') : '');
  }, [typed, t]);
  useEffect(() => {
    if (isOpen) document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, at, listId]);

  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    onChoose(choice);
    setTyped(undefined);
    setActive(0);
    setOpen(staysOpen);
  };
  const leave = () => {
    setTyped(undefined);
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen) setActive(Math.min(Math.max(at + step, 0), Math.max(0, choices.length - 1)));
      setOpen(true);
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      choose(choices[at]);
    } else if (event.key === 'Escape' && (isOpen || typed !== undefined)) {
      // Closes the list, but not its dialog.
      event.preventDefault();
      event.stopPropagation();
      leave();
    }
  };
  return (
    <div className="combobox">
      <input
        ref={input}
        id={id}
        type="text"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={isOpen && choices.length > 0 ? `${listId}-${at}` : undefined}
        aria-describedby={describedBy}
        required={required}
        placeholder={placeholder}
        value={shown}
        onClick={() => setOpen(true)}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
          setOpen(true);
          if (event.target.value === '') onChoose(undefined);
        }}
        onKeyDown={onKeyDown}
        onBlur={leave}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the input keeps the focus; what is pressed here is chosen there. */}
      <div className="combobox-list" hidden={!isOpen} onMouseDown={(event) => event.preventDefault()}>
        <div id={listId} role="listbox" aria-label={t('found')} tabIndex={-1}>
          {isOpen
            ? choices.map((choice, index) => (
                // biome-ignore lint/a11y/useFocusableInteractive: the input has the focus and names the active option.
                // biome-ignore lint/a11y/useKeyWithClickEvents: the input takes the keys.
                <div
                  key={choice.id}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-selected={index === at}
                  className="combobox-option"
                  onClick={() => choose(choice)}
                >
                  <ChoiceShown choice={choice} />
                </div>
              ))
            : null}
        </div>
        {isOpen && choices.length === 0 ? (
          <p className="combobox-none small soft">{t(isSearching ? 'searching' : 'none_found')}</p>
        ) : null}
      </div>
      <span role="status" className="visually-hidden">
        {isOpen ? t('count_found', { count: choices.length }) : ''}
      </span>
    </div>
  );
}

export function ChoiceShown({ choice: { id, name, note, hasFace } }: { choice: Choice }) {
  return (
    <>
      {hasFace ? <Avatar id={id} size={20} /> : null}
      <UntrustedText text={name} inline />
      {note ? (
        <span className="small soft" data-written>
          {note}
        </span>
      ) : null}
    </>
  );
}
