import { shownText } from '@agent-home/protocol';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RunFilters, useRunsSource } from './parts/runs-source.ts';

/** Milliseconds after the last key until the text is searched. */
const typingPauseMs = 250;

/** A home does not see the process of a run, so it knows fewer states. */
const states = {
  local: [
    ...(['running', 'waiting', 'resumable', 'interrupted'] as const),
    ...(['answered', 'failed', 'cancelled', 'damaged'] as const),
  ],
  home: ['running', 'waiting', 'answered', 'failed', 'cancelled'],
} as const;

interface Values {
  agents: readonly string[];
  tools: readonly string[];
  models: readonly string[];
  codes: readonly string[];
}

/** Filters of the list of runs. */
export function RunsFilters({
  filters,
  values,
  onChange,
}: {
  filters: RunFilters;
  values: Values;
  onChange: (name: keyof RunFilters, value: string) => void;
}) {
  const { t } = useTranslation('runs');
  const { place } = useRunsSource();
  const [text, setText] = useState(filters.text);
  const searched = useRef(filters.text);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the pause
  useEffect(() => {
    if (text === filters.text) return;
    const timer = setTimeout(() => {
      searched.current = text;
      onChange('text', text);
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  // A saved view or a link changes the filters without typing.
  useEffect(() => {
    if (filters.text === searched.current) return;
    searched.current = filters.text;
    setText(filters.text);
  }, [filters.text]);
  const choice = (name: keyof RunFilters, label: string, options: readonly [string, string][]) => (
    <label className="field">
      <span className="small soft">{label}</span>
      <select value={filters[name]} onChange={(event) => onChange(name, event.target.value)}>
        <option value="">{t('filter.any')}</option>
        {options.map(([value, shown]) => (
          <option key={value} value={value}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  );
  const named = (name: keyof RunFilters, label: string, found: readonly string[]) => {
    // A chosen value stays in the list when no run has it any more.
    const all = filters[name] === '' || found.includes(filters[name]) ? found : [...found, filters[name]];
    return all.length === 0
      ? null
      : choice(
          name,
          label,
          all.map((value) => [value, shownText(value)]),
        );
  };
  const day = (name: 'since' | 'until') => (
    <label className="field">
      <span className="small soft">{t(`filter.${name}`)}</span>
      <input type="date" value={filters[name]} onChange={(event) => onChange(name, event.target.value)} />
    </label>
  );
  return (
    <search className="filters">
      <label className="field">
        <span className="small soft">{t('filter.text')}</span>
        <input type="search" maxLength={200} value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      {choice(
        'state',
        t('filter.state'),
        states[place === 'home' ? 'home' : 'local'].map((state) => [state, t(`state.${state}`)]),
      )}
      {named('agent', t('filter.agent'), values.agents)}
      {named('tool', t('filter.tool'), values.tools)}
      {named('model', t('filter.model'), values.models)}
      {named('code', t('filter.code'), values.codes)}
      {place === 'home' ? (
        <>
          {day('since')}
          {day('until')}
        </>
      ) : null}
      <label className="row runs-filter-all">
        <input
          type="checkbox"
          checked={filters.all === '1'}
          onChange={(event) => onChange('all', event.target.checked ? '1' : '')}
        />
        {t('filter.all')}
      </label>
    </search>
  );
}
