import { pagePaths } from '../places/page-paths.ts';
import './arrival-check.css';
import type { Arrival } from '@agent-home/http-contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'wouter';
import { AgentLink } from '../components/agent-link.tsx';
import { QueryResult } from '../components/query-result.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { Term } from '../glossary/term.tsx';
import type { TermName } from '../glossary/terms.ts';
import { arrivalQuery } from '../read/queries.ts';
import { keyIdIn } from './key-id.ts';
import { collectStations, type Station } from './stations.ts';

/** Stations that have a term of the glossary. */
const terms: Partial<Record<string, TermName>> = {
  admitted: 'admission',
  card_certified: 'card',
  heartbeat: 'heartbeat',
};

/** Shows the progress of the agent with a key, polled until it has arrived. The key's id is in the address. */
export function ArrivalCheck() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const asked = keyIdIn(parameters.get('key') ?? '');
  const [text, setText] = useState(parameters.get('key') ?? '');
  const isNone = text.trim() !== '' && keyIdIn(text) === undefined;
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const keyId = keyIdIn(text);
    if (keyId !== undefined) setParameters({ key: keyId });
  };
  return (
    <section className="card stack-tight">
      <h2>{t('arrival.check')}</h2>
      <p>{t('arrival.check_how')}</p>
      <form className="row" onSubmit={ask}>
        <label className="field" style={{ flex: '1 1 20rem' }}>
          <span className="small soft">{t('arrival.key_id')}</span>
          <input
            className="mono"
            value={text}
            maxLength={100}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={isNone}
            aria-describedby="key-id-hint"
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <button
          type="submit"
          className="button button-main"
          style={{ alignSelf: 'end' }}
          disabled={keyIdIn(text) === undefined}
        >
          {t('arrival.look')}
        </button>
      </form>
      <p id="key-id-hint" className="small soft">
        {isNone ? t('arrival.no_key_id') : t('arrival.key_id_hint')}
      </p>
      {asked === undefined ? null : <Arrived keyId={asked} />}
    </section>
  );
}

function Arrived({ keyId }: { keyId: string }) {
  const arrival = useQuery(arrivalQuery(keyId));
  return <QueryResult of={arrival}>{(found) => <Stations arrival={found} />}</QueryResult>;
}

function Stations({ arrival }: { arrival: Arrival }) {
  const { t } = useTranslation();
  const found = collectStations(arrival);
  const next = found.find(({ reached }) => !reached);
  const { agent_id: agentId, card_version: hasCard, first_line: line, standing } = arrival;
  const isOut = standing === 'suspended' || standing === 'withdrawn';
  return (
    <div className="stack-tight" aria-live="polite">
      {agentId === undefined ? null : (
        <p>{hasCard === undefined ? <span className="mono">{agentId}</span> : <AgentLink id={agentId} />}</p>
      )}
      <ol className="stations">
        {found.map((station) => (
          <StationRow key={station.name} station={station} isNext={station === next && !isOut} />
        ))}
      </ol>
      {arrival.refused ? (
        <div className="notice notice-bad">
          <p>{t('arrival.refused')}</p>
          <p>
            <UntrustedText text={arrival.refused.reason} inline />
          </p>
        </div>
      ) : null}
      {isOut ? <p className="notice notice-bad">{t(`agents.${standing}`)}</p> : null}
      {line === undefined ? null : (
        <p>
          <Link href={pagePaths.line(line.topic_id, line.sequence)}>{t('arrival.see_line')}</Link>
        </p>
      )}
    </div>
  );
}

function StationRow({ station: { name, reached, at }, isNext }: { station: Station; isNext: boolean }) {
  const { t } = useTranslation();
  return (
    <li data-station={name} data-reached={reached}>
      <span className={reached ? 'badge badge-good' : isNext ? 'badge badge-warn' : 'badge'}>
        {t(reached ? 'arrival.done' : isNext ? 'arrival.next' : 'arrival.later')}
      </span>{' '}
      <strong>
        {terms[name] ? (
          <Term name={terms[name]}>{t(`arrival.station.${name}`)}</Term>
        ) : (
          t(`arrival.station.${name}`)
        )}
      </strong>{' '}
      {at === undefined ? null : (
        <span className="small soft">
          <RelativeTime at={at} />
        </span>
      )}
      {isNext ? <p className="small">{t(`arrival.missing.${name}`)}</p> : null}
    </li>
  );
}
