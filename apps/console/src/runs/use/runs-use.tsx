import './runs-use.css';
import { type RunUse, runEndpoints } from '@agent-home/http-contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryResult } from '../../components/query-result.tsx';
import { read } from '../../read/api.ts';
import { UseChart } from './use-chart.tsx';
import { toChart, type UseMeasure, useMeasures } from './use-series.ts';
import { UseTable } from './use-table.tsx';

const spans = [7, 30, 90] as const;
/** Milliseconds between two reads while the tab is visible. */
const pollMs = 30_000;

/** Cost and tokens of agents by UTC day, as a chart or a table. */
export function RunsUse({ agentId }: { agentId: string }) {
  const { t } = useTranslation('fleet');
  const [days, setDays] = useState<(typeof spans)[number]>(30);
  const [chosen, setChosen] = useState<UseMeasure>();
  const [isTable, setTable] = useState(false);
  const use = useQuery({
    queryKey: ['runs-use', days, agentId],
    queryFn: ({ signal }) =>
      read(
        runEndpoints.showUse,
        { query: { days, ...(agentId === '' ? {} : { agent_id: agentId }) } },
        signal,
      ),
    refetchInterval: pollMs,
    placeholderData: keepPreviousData,
  });
  const measure = chosen ?? (use.data !== undefined && hasCost(use.data) ? 'cost' : 'tokens');
  return (
    <section className="card stack-tight" aria-labelledby="runs-use-title" data-runs-use="">
      <div className="row spread">
        <h2 id="runs-use-title">{t('use.title')}</h2>
        <div className="row">
          <label className="field">
            <span className="visually-hidden">{t('use.measure')}</span>
            <select value={measure} onChange={({ target }) => setChosen(toMeasure(target.value))}>
              {useMeasures.map((one) => (
                <option key={one} value={one}>
                  {t(`use.by.${one}`)}
                </option>
              ))}
            </select>
          </label>
          <label className="field">
            <span className="visually-hidden">{t('use.span')}</span>
            <select
              value={days}
              onChange={({ target }) => setDays(spans.find((one) => String(one) === target.value) ?? 30)}
            >
              {spans.map((one) => (
                <option key={one} value={one}>
                  {t('use.days', { count: one })}
                </option>
              ))}
            </select>
          </label>
          <label className="row runs-filter-all">
            <input type="checkbox" checked={isTable} onChange={({ target }) => setTable(target.checked)} />
            {t('use.as_table')}
          </label>
        </div>
      </div>
      <QueryResult of={use}>
        {(data) => {
          const chart = toChart(data, measure);
          if (chart.series.length === 0) return <p className="soft small">{t(`use.none.${measure}`)}</p>;
          return isTable ? (
            <UseTable chart={chart} measure={measure} />
          ) : (
            <UseChart chart={chart} measure={measure} />
          );
        }}
      </QueryResult>
      <p className="small soft">{t('use.about')}</p>
    </section>
  );
}

function hasCost({ agents }: RunUse): boolean {
  return agents.some(({ days }) => days.some(({ cost }) => cost > 0));
}

function toMeasure(text: string): UseMeasure {
  return text === 'cost' ? 'cost' : 'tokens';
}
