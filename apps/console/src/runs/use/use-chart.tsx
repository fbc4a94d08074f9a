import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { AgentName } from '../../components/agent-name.tsx';
import { useAgentNames } from '../../read/agent-names.ts';
import { runPaths } from '../parts/run-paths.ts';
import { useAmounts } from '../parts/use-amounts.ts';
import type { UseChart as Chart, UseMeasure } from './use-series.ts';

const colours = ['use-a', 'use-b', 'use-c', 'use-d', 'use-e', 'use-f'] as const;
/** Width of a day and height of the chart, in units of the drawing. */
const [dayWidth, height] = [10, 100];

/** Stacked bars, one for each day. The legend and the table have the same amounts as text. */
export function UseChart({ chart: { days, series }, measure }: { chart: Chart; measure: UseMeasure }) {
  const { t } = useTranslation('fleet');
  const getName = useAgentNames();
  const { amount, day: dayText } = useUseWords();
  const sums = days.map((_, day) => series.reduce((whole, { values }) => whole + (values[day] ?? 0), 0));
  const top = Math.max(...sums);
  const highest = sums.indexOf(top);
  const [first, last] = [days[0] ?? '', days.at(-1) ?? ''];
  const label = t('use.chart', {
    measure: t(`use.by.${measure}`),
    from: dayText(first),
    until: dayText(last),
    highest: amount(top, measure),
    day: dayText(days[highest] ?? ''),
  });
  return (
    <>
      <figure className="use-chart">
        <p className="small soft use-top" aria-hidden="true">
          {amount(top, measure)}
        </p>
        <svg
          viewBox={`0 0 ${days.length * dayWidth} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
        >
          {days.map((day, index) => {
            let below = 0;
            return series.map(({ agentId, values }, place) => {
              const value = values[index] ?? 0;
              if (value === 0) return null;
              const size = (value / top) * height;
              below += size;
              return (
                <rect
                  key={`${day} ${agentId ?? ''}`}
                  className={colourOf(agentId, place)}
                  x={index * dayWidth + 1}
                  width={dayWidth - 2}
                  y={height - below}
                  height={size}
                >
                  <title>
                    {`${dayText(day)} · ${agentId === undefined ? t('use.others') : getName(agentId)}: ${amount(value, measure)}`}
                  </title>
                </rect>
              );
            });
          })}
        </svg>
        <figcaption className="row spread small soft" aria-hidden="true">
          <span>{dayText(first)}</span>
          <span>{dayText(last)}</span>
        </figcaption>
      </figure>
      <ul className="use-legend small">
        {series.map(({ agentId, total }, place) => (
          <li key={agentId ?? ''} className="row" data-use-agent={agentId ?? ''}>
            <svg className="use-mark" viewBox="0 0 1 1" aria-hidden="true">
              <rect className={colourOf(agentId, place)} width="1" height="1" />
            </svg>
            {agentId === undefined ? (
              t('use.others')
            ) : (
              <Link href={`${runPaths.list}?agent=${agentId}`}>
                <AgentName id={agentId} />
              </Link>
            )}
            <span className="soft">{amount(total, measure)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function colourOf(agentId: string | undefined, place: number): string {
  return agentId === undefined ? 'use-rest' : (colours[place] ?? 'use-rest');
}

/** Returns functions that write amounts and UTC days in the user's language. */
export function useUseWords() {
  const { i18n } = useTranslation('fleet');
  const { number, cost } = useAmounts();
  const format = new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return {
    amount: (value: number, measure: UseMeasure) => (measure === 'cost' ? cost(value) : number(value)),
    day: (day: string) => format.format(new Date(day)),
  };
}
