import { useTranslation } from 'react-i18next';
import { isWell, type Measure } from './health-measures.ts';
import { useMeasureWords } from './measure-words.ts';

export interface Seen {
  /** Milliseconds since 1970. */
  at: number;
  value: number;
}

const [width, height, foot] = [240, 56, 2];
/** A longer gap without a sample breaks the line. */
const gapMilliseconds = 150_000;

/** Chart of a measure over the last hours with its limit. Text and table have the same content. */
export function HealthChart({ measure, seen }: { measure: Measure; seen: readonly Seen[] }) {
  const { t, i18n } = useTranslation('office');
  const words = useMeasureWords();
  if (measure.unit === 'yes-no' && seen.every(({ value }) => value === 0)) return null;
  const [first, last] = [seen[0], seen.at(-1)];
  if (!first || !last || seen.length < 2)
    return <p className="small soft measure-none">{t('seen_too_little')}</p>;
  const limit = measure.limit ?? 0;
  const values = seen.map(({ value }) => value);
  const top = Math.max(1, limit * 1.25, ...values) * 1.05;
  const x = (at: number) => ((at - first.at) / Math.max(1, last.at - first.at)) * width;
  const y = (value: number) => height - foot - (value / top) * (height - 2 * foot);
  const path = seen
    .map(({ at, value }, index) => {
      const before = seen[index - 1];
      const isNew = !before || at - before.at > gapMilliseconds;
      return `${isNew ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
  const time = new Intl.DateTimeFormat(i18n.language, { hour: '2-digit', minute: '2-digit' });
  const label = t('chart', {
    from: time.format(first.at),
    to: time.format(last.at),
    lowest: words.amount(Math.min(...values), measure.unit),
    highest: words.amount(Math.max(...values), measure.unit),
  });
  return (
    <figure className="measure-chart">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {measure.limit === undefined ? null : (
          <line
            className="measure-limit"
            x1="0"
            x2={width}
            y1={y(limit)}
            y2={y(limit)}
            vectorEffect="non-scaling-stroke"
          />
        )}
        <path
          className={isWell(measure) ? 'measure-line' : 'measure-line measure-line-bad'}
          d={path}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption className="row spread small soft" aria-hidden="true">
        <span>{time.format(first.at)}</span>
        <span>{time.format(last.at)}</span>
      </figcaption>
    </figure>
  );
}
