import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Answer } from '../../parts/answer.tsx';
import { Moment } from '../../parts/moment.tsx';
import { UntrustedText } from '../../parts/untrusted-text.tsx';
import { ActButton } from '../parts/act-button.tsx';
import { officeAnswer } from '../parts/office-list.ts';
import { OfficeTable } from '../parts/office-table.tsx';

interface DeadLetter {
  id: string;
  kind: string;
  subject: string;
  reason: string;
  detail: string;
  attempts: number;
  last_at: string;
  settled_at?: string;
}

/** What could not be handled, and another try at it. */
export function DeadLetters() {
  const { t } = useTranslation('office');
  const letters = useQuery(officeAnswer<{ dead_letters: DeadLetter[] }>('events?dead=true'));
  return (
    <section className="stack-tight">
      <h2>{t('section.events')}</h2>
      <Answer of={letters}>
        {({ dead_letters: rows }) => (
          <OfficeTable
            label={t('section.events')}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { name: 'kind', cell: ({ kind }) => kind },
              { name: 'subject', cell: ({ subject }) => <UntrustedText text={subject} inline /> },
              {
                name: 'reason',
                cell: ({ reason, detail }) => (
                  <details>
                    <summary>{reason}</summary>
                    <UntrustedText text={detail} />
                  </details>
                ),
              },
              { name: 'attempts', cell: ({ attempts }) => attempts },
              { name: 'last', cell: ({ last_at: at }) => <Moment at={at} /> },
              {
                name: 'action',
                cell: ({ id, settled_at: settled }) =>
                  settled ? (
                    t('settled')
                  ) : (
                    <ActButton
                      label={t('replay')}
                      change={{ method: 'POST', path: '/v1/admin/events/replay', body: { ids: [id] } }}
                    />
                  ),
              },
            ]}
          />
        )}
      </Answer>
    </section>
  );
}
