import { shownText } from '@agent-home/protocol';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearch } from 'wouter';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { viewerQuery } from '../../read/queries.ts';
import { runPaths } from '../parts/run-paths.ts';
import {
  removeView,
  type SavedView,
  savedViewLimits,
  savedViews,
  saveView,
  viewsOwner,
} from './saved-views.ts';

/** Named sets of filters, which this browser keeps for its user. */
export function SavedViewsBar() {
  const viewer = useQuery(viewerQuery).data;
  return viewer === undefined ? null : <Views key={viewsOwner(viewer)} who={viewsOwner(viewer)} />;
}

function Views({ who }: { who: string }) {
  const { t } = useTranslation('fleet');
  const query = useSearch();
  const [views, setViews] = useState(() => savedViews(who));
  const [edited, setEdited] = useState<SavedView>();
  const [said, setSaid] = useState('');
  const add = useRef<HTMLButtonElement>(null);
  const isOld = edited !== undefined && views.some(({ name }) => name === edited.name);
  const save = (name: string) => {
    const { views: next, problem } = saveView(
      who,
      { name, query: isOld ? (edited?.query ?? '') : query },
      isOld ? edited?.name : undefined,
    );
    setSaid(
      problem === undefined ? t('views.saved', { name: shownText(name) }) : t(`views.problem.${problem}`),
    );
    if (problem !== undefined) return;
    setViews(next);
    setEdited(undefined);
    add.current?.focus();
  };
  const remove = (name: string) => {
    setViews(removeView(who, name));
    setEdited(undefined);
    setSaid(t('views.removed', { name: shownText(name) }));
    add.current?.focus();
  };
  return (
    <section className="stack-tight" aria-label={t('views.title')} data-saved-views="">
      <div className="row">
        {views.length === 0 ? null : (
          <ul className="row">
            {views.map((view) => (
              <li key={view.name} className="row saved-view">
                <Link
                  href={`${runPaths.list}?${view.query}`}
                  {...(view.query === query ? { 'aria-current': 'page' as const } : {})}
                >
                  <UntrustedText text={view.name} inline />
                </Link>
                <button
                  type="button"
                  className="button"
                  aria-label={t('views.edit_of', { name: shownText(view.name) })}
                  onClick={() => setEdited(view)}
                >
                  {t('views.edit')}
                </button>
              </li>
            ))}
          </ul>
        )}
        <button ref={add} type="button" className="button" onClick={() => setEdited({ name: '', query })}>
          {t('views.add')}
        </button>
      </div>
      {edited === undefined ? null : (
        <NameForm
          key={edited.name}
          name={edited.name}
          onSave={save}
          onCancel={() => {
            setEdited(undefined);
            add.current?.focus();
          }}
          {...(isOld ? { onRemove: () => remove(edited.name) } : {})}
        />
      )}
      <p role="status" className="small soft">
        {said}
      </p>
    </section>
  );
}

function NameForm({
  name,
  onSave,
  onRemove,
  onCancel,
}: {
  name: string;
  onSave: (name: string) => void;
  onRemove?: () => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation('fleet');
  const [text, setText] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(text);
  };
  return (
    <form className="filters" onSubmit={submit} aria-label={t(name === '' ? 'views.add' : 'views.edit')}>
      <label className="field">
        <span className="small soft">{t('views.name')}</span>
        <input
          // biome-ignore lint/a11y/noAutofocus: the field appears by a press of the button before it
          autoFocus
          required
          maxLength={savedViewLimits.name}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={({ key }) => key === 'Escape' && onCancel()}
        />
      </label>
      <button type="submit" className="button button-main">
        {t('views.save')}
      </button>
      {onRemove === undefined ? null : (
        <button type="button" className="button button-danger" onClick={onRemove}>
          {t('views.remove')}
        </button>
      )}
      <button type="button" className="button" onClick={onCancel}>
        {t('views.cancel')}
      </button>
    </form>
  );
}
