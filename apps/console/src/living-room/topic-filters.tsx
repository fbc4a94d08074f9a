import { shownText } from '@agent-home/protocol';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { circlesQuery } from '../read/queries.ts';
import { modeNames } from './mode-names.ts';

interface Filters {
  status: string;
  mode: string;
  circle_id: string;
}

export function TopicFilters({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (name: keyof Filters, value: string) => void;
}) {
  const { t } = useTranslation();
  const circles = useInfiniteQuery(circlesQuery({}));
  const allCircles = circles.data?.pages.flatMap((page) => page.items) ?? [];
  const choice = (name: keyof Filters, label: string, options: [string, string][]) => (
    <label className="field">
      <span className="small soft">{label}</span>
      <select value={filters[name]} onChange={(event) => onChange(name, event.target.value)}>
        <option value="">{t('topics.any')}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div className="filters">
      {choice('status', t('topics.status'), [
        ['open', t('topics.open')],
        ['closed', t('topics.closed')],
      ])}
      {choice(
        'mode',
        t('topics.mode'),
        modeNames.map((mode) => [mode, t(`mode.${mode}`, { ns: 'topic', defaultValue: mode })]),
      )}
      {choice(
        'circle_id',
        t('topics.circle'),
        allCircles.map(({ circle_id: id, name }) => [id, shownText(name)]),
      )}
    </div>
  );
}
