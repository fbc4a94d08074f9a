import type { OfficeHealth } from '@agent-home/http-contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Answer } from '../../parts/answer.tsx';
import { Moment } from '../../parts/moment.tsx';
import { officeAnswer } from '../parts/office-list.ts';
import { OfficeTable } from '../parts/office-table.tsx';
import { measuresOf } from './health-measures.ts';

/** Whether the home is falling behind. */
export function Health() {
  const { t, i18n } = useTranslation('office');
  const health = useQuery(officeAnswer<OfficeHealth>('health', 5_000));
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 });
  return (
    <section className="stack-tight">
      <h2>{t('section.health')}</h2>
      <Answer of={health}>
        {(measured) => (
          <>
            <OfficeTable
              label={t('section.health')}
              rows={measuresOf(measured)}
              keyOf={({ name }) => name}
              columns={[
                { name: 'measure', cell: ({ name }) => t(`measure.${name}`) },
                { name: 'value', cell: ({ value, unit }) => `${number.format(value)} ${unit}` },
                { name: 'limit', cell: ({ limit }) => (limit === undefined ? null : number.format(limit)) },
                {
                  name: 'state',
                  cell: ({ value, limit }) =>
                    limit === undefined ? null : (
                      <span className={value <= limit ? 'badge badge-good' : 'badge badge-bad'}>
                        {t(value <= limit ? 'well' : 'look_here')}
                      </span>
                    ),
                },
              ]}
            />
            <p className="small soft">
              Node {measured.versions.node} · PostgreSQL {measured.versions.postgresql} ·{' '}
              {measured.versions.migrations.applied}/{measured.versions.migrations.known} ·{' '}
              <Moment at={measured.measured_at} />
            </p>
          </>
        )}
      </Answer>
    </section>
  );
}
