import { type OfficeHealth, type OfficeHealthHistory, operationsEndpoints } from '@agent-home/http-contract';
import './health.css';
import { shownText } from '@agent-home/protocol';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailingNotice } from '../../agents/failing-notice.tsx';
import { AgentLink } from '../../components/agent-link.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { officeAnswer } from '../components/office-list.ts';
import { ToolTable } from '../components/tool-table.tsx';
import { HealthChart, type Seen } from './health-chart.tsx';
import { getMeasures, isWell, type Measure } from './health-measures.ts';
import { useMeasureWords } from './measure-words.ts';

/** Health of the home: each measure as text, with its limit, over the last hours. */
export function Health() {
  const { t } = useTranslation('office');
  const health = useQuery(officeAnswer(operationsEndpoints.showHealth, 5_000));
  const history = useQuery(officeAnswer(operationsEndpoints.showHealthHistory, 60_000));
  const [isTable, setTable] = useState(false);
  return (
    <section className="stack-tight">
      <div className="row spread">
        <h2>{t('section.health')}</h2>
        <label className="office-check">
          <input type="checkbox" checked={isTable} onChange={(event) => setTable(event.target.checked)} />
          {t('as_table')}
        </label>
      </div>
      <QueryResult of={health}>
        {(measured) => {
          const measures = getMeasures(measured);
          return (
            <>
              <Verdict measures={measures} />
              <FailingResidents residents={measured.residents} />
              {measured.failing_agents.map(({ agent_id: agent, ...failing }) => (
                <div key={agent}>
                  <AgentLink id={agent} />
                  <FailingNotice agentId={agent} failing={failing} />
                </div>
              ))}
              {isTable ? (
                <HealthTable measures={measures} history={history.data} />
              ) : (
                <ul className="measures">
                  {measures.map((measure) => (
                    <MeasureCard key={measure.name} measure={measure} seen={getSeen(history.data, measure)} />
                  ))}
                </ul>
              )}
              <p className="small soft">
                {history.data ? (
                  <>
                    {t('looks_since')} <RelativeTime at={history.data.since} /> ·{' '}
                  </>
                ) : null}
                Node {measured.versions.node} · PostgreSQL {measured.versions.postgresql} ·{' '}
                {t('migrations', measured.versions.migrations)}
              </p>
            </>
          );
        }}
      </QueryResult>
    </section>
  );
}

function getSeen(history: OfficeHealthHistory | undefined, { name }: Measure): Seen[] {
  return (history?.seen ?? []).map((one) => ({
    at: Date.parse(one.measured_at),
    value: getMeasures(one).find((measure) => measure.name === name)?.value ?? 0,
  }));
}

function Verdict({ measures }: { measures: readonly Measure[] }) {
  const { t } = useTranslation('office');
  const unwell = measures.filter((measure) => !isWell(measure));
  return (
    <p className={unwell.length === 0 ? 'notice' : 'notice notice-bad'} data-verdict={unwell.length}>
      {unwell.length === 0
        ? t('all_well')
        : t('some_unwell', { names: unwell.map(({ name }) => t(`measure.${name}.label`)).join(', ') })}
    </p>
  );
}

/** Reasons of residents' failures, in the words of a model's provider or of a tool. */
function FailingResidents({ residents }: { residents: OfficeHealth['residents'] }) {
  const { t } = useTranslation('office');
  if (residents.length === 0) return null;
  return (
    <ul className="small">
      {residents.map(({ agent_id: agent, run_id: run, code, message }) => (
        <li key={agent} data-resident={agent}>
          {t('resident_failing', { agent, run, code, message: shownText(message).slice(0, 300) })}
        </li>
      ))}
    </ul>
  );
}

function MeasureCard({ measure, seen }: { measure: Measure; seen: readonly Seen[] }) {
  const { t } = useTranslation('office');
  const words = useMeasureWords();
  const well = isWell(measure);
  return (
    <li className="card measure" data-measure={measure.name}>
      <div className="row spread">
        <h3>{t(`measure.${measure.name}.label`)}</h3>
        {measure.limit === undefined ? null : (
          <span className={well ? 'badge badge-good' : 'badge badge-bad'}>
            {t(well ? 'well' : 'look_here')}
          </span>
        )}
      </div>
      <p className="measure-value">{words.value(measure)}</p>
      <HealthChart measure={measure} seen={seen} />
      <p className="small soft">
        {t(`measure.${measure.name}.about`)} {words.judgement(measure)}
      </p>
    </li>
  );
}

function HealthTable({
  measures,
  history,
}: {
  measures: readonly Measure[];
  history: OfficeHealthHistory | undefined;
}) {
  const { t } = useTranslation('office');
  const words = useMeasureWords();
  const highest = (measure: Measure) =>
    Math.max(measure.value, ...getSeen(history, measure).map(({ value }) => value));
  return (
    <ToolTable
      label={t('section.health')}
      rows={measures}
      getKey={({ name }) => name}
      columns={[
        { name: 'measure', cell: ({ name }) => t(`measure.${name}.label`) },
        { name: 'value', cell: words.value },
        { name: 'highest', cell: (measure) => words.amount(highest(measure), measure.unit) },
        { name: 'limit', cell: words.limit },
        { name: 'state', cell: words.judgement },
      ]}
    />
  );
}
