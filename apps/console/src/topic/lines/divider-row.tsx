import './divider-row.css';
import { useTranslation } from 'react-i18next';
import type { Row } from '../rows/rows.ts';

export function DividerRow({ row }: { row: Exclude<Row, { kind: 'entry' }> }) {
  const { t, i18n } = useTranslation('topic');
  if (row.kind === 'since')
    return (
      <p className="line-divider line-divider-since">
        <span>{t('since')}</span>
      </p>
    );
  const words =
    row.kind === 'round'
      ? t('round.title', { round: row.round })
      : new Date(
          `${row.day.slice(0, 4)}-${row.day.slice(4, 6)}-${row.day.slice(6)}T12:00:00Z`,
        ).toLocaleDateString(i18n.language, { dateStyle: 'full', timeZone: 'UTC' });
  const phase = row.kind === 'round' && row.phase ? ` · ${t(`debate.phase.${row.phase}`)}` : '';
  return (
    <h3 className="line-divider">
      <span>
        {words}
        {phase}
      </span>
    </h3>
  );
}
