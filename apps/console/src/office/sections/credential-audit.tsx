import { credentialEndpoints } from '@agent-home/http-contract';
import './credential-audit.css';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryResult } from '../../components/query-result.tsx';
import { officeAnswer } from '../components/office-list.ts';
import { AgentPicker } from '../components/pickers.tsx';
import { FilterPicker, FilterRow, useFilters } from '../components/tool-filters.tsx';
import { CredentialLog } from './credential-log.tsx';
import { CredentialMap } from './credential-map.tsx';
import { collectMoments, dayText, getDay } from './day.ts';
import { PlacePicker } from './place-picker.tsx';

const names = ['container', 'agent_id', 'day', 'as'] as const;

/** Access on one day: a map of agents by time, and every credential in order. */
export function CredentialAudit() {
  const { t, i18n } = useTranslation('office');
  const { values, set } = useFilters(names);
  const today = getDay(new Date());
  const yesterday = getDay(new Date(Date.now() - 86_400_000));
  const day = values.day === 'yesterday' ? yesterday : values.day === '' ? today : values.day;
  const moments = collectMoments(day);
  const asked = { container: values.container, agent_id: values.agent_id, ...moments };
  const readers = useQuery(officeAnswer(credentialEndpoints.auditReaders, undefined, asked));
  // Content below the map appears together with the first map, which would otherwise push it down.
  const hasCome = useRef(false);
  hasCome.current ||= !readers.isPending;
  return (
    <section className="stack">
      <h2>{t('section.audit')}</h2>
      <FilterRow label={t('filter.label')}>
        <FilterPicker label={t('filter.place')}>
          {(id) => (
            <PlacePicker id={id} value={values.container} onChange={(value) => set('container', value)} />
          )}
        </FilterPicker>
        <FilterPicker label={t('column.agent')}>
          {(id) => (
            <AgentPicker id={id} value={values.agent_id} onChange={(value) => set('agent_id', value)} />
          )}
        </FilterPicker>
        <FilterPicker label={t('filter.day')}>
          {(id) => (
            <input
              id={id}
              type="date"
              required
              max={today}
              value={day}
              onChange={(event) => event.target.value !== '' && set('day', event.target.value)}
            />
          )}
        </FilterPicker>
        <fieldset className="office-days" aria-label={t('filter.day')}>
          {(
            [
              [yesterday, 'yesterday'],
              [today, 'today'],
            ] as const
          ).map(([one, name]) => (
            <button
              key={name}
              type="button"
              className="button"
              aria-pressed={day === one}
              onClick={() => set('day', one)}
            >
              {t(`filter.${name}`)}
            </button>
          ))}
        </fieldset>
      </FilterRow>
      <QueryResult of={readers}>
        {(answer) => (
          <CredentialMap answer={answer} day={dayText(day, i18n.language)} place={values.container} />
        )}
      </QueryResult>
      {hasCome.current ? (
        <CredentialLog
          asked={asked}
          isTable={values.as === 'table'}
          onTable={(is) => set('as', is ? 'table' : '')}
        />
      ) : null}
    </section>
  );
}
