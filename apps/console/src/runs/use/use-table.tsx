import { useTranslation } from 'react-i18next';
import { AgentName } from '../../components/agent-name.tsx';
import { useUseWords } from './use-chart.tsx';
import type { UseChart, UseMeasure } from './use-series.ts';

/** Amounts of the chart by day, newest first; days without any are left out. */
export function UseTable({ chart: { days, series }, measure }: { chart: UseChart; measure: UseMeasure }) {
  const { t } = useTranslation('fleet');
  const { amount, day: dayText } = useUseWords();
  const rows = days
    .map((day, index) => ({ day, values: series.map(({ values }) => values[index] ?? 0) }))
    .filter(({ values }) => values.some((value) => value > 0))
    .reverse();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reachable by keyboard
    <section className="table-box use-table" aria-label={t('use.title')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('use.day')}</th>
            {series.map(({ agentId }) => (
              <th key={agentId ?? ''} scope="col">
                {agentId === undefined ? t('use.others') : <AgentName id={agentId} />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ day, values }) => (
            <tr key={day} data-use-day={day}>
              <th scope="row">{dayText(day)}</th>
              {series.map(({ agentId }, place) => (
                <td key={agentId ?? ''}>{amount(values[place] ?? 0, measure)}</td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{t('use.sum')}</th>
            {series.map(({ agentId, total }) => (
              <td key={agentId ?? ''}>{amount(total, measure)}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  );
}
