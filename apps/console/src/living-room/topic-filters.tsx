import type { ModeName } from '@agent-home/modes';
import { shownText } from '@agent-home/protocol';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { circlesQuery } from '../read/queries.ts';

/**
 * In the order of the list to choose from. The list is this page's own, so that it does not load every mode's machine; one
 * that is not in it does not compile.
 */
const listed: Record<ModeName, true> = {
  freeform: true,
  threaded: true,
  turn_queue: true,
  limited_slots: true,
  debate: true,
  collab_roles: true,
  roast_banter: true,
  crosstalk: true,
  skit_chain: true,
  drum_pass: true,
  idiom_chain: true,
  poetry_duel: true,
  daily_checkin: true,
  intro_once: true,
};
const modes = Object.keys(listed);

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
        modes.map((mode) => [mode, t(`mode.${mode}`, { ns: 'topic', defaultValue: mode })]),
      )}
      {choice(
        'circle_id',
        t('topics.circle'),
        allCircles.map(({ circle_id: id, name }) => [id, shownText(name)]),
      )}
    </div>
  );
}
