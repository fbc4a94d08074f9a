import { type AnswerOf, eventEndpoints, requestTo } from '@agent-home/http-contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { QueryResult } from '../../components/query-result.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { useMayDo } from '../../read/rights.ts';
import { ActButton } from '../components/act-button.tsx';
import { officeAnswer } from '../components/office-list.ts';
import { type Column, ToolTable } from '../components/tool-table.tsx';

type DeadLetter = AnswerOf<typeof eventEndpoints.list>['dead_letters'][number];

/** Failed work, with a retry. */
export function DeadLetters() {
  const { t } = useTranslation('office');
  const mayReplay = useMayDo('operations');
  const letters = useQuery(officeAnswer(eventEndpoints.list, undefined, { dead: 'true' }));
  return (
    <section className="stack-tight">
      <h2>{t('section.events')}</h2>
      <p className="soft">{t('events_about')}</p>
      <QueryResult of={letters}>
        {({ dead_letters: rows }) => (
          <ToolTable
            label={t('section.events')}
            rows={rows}
            getKey={({ id }) => id}
            columns={columns}
            empty={t('no_dead_letters')}
            menu={({ id, subject, settled_at: settled }) =>
              settled ? (
                t('settled')
              ) : mayReplay ? (
                <ActButton
                  label={t('action.replay')}
                  full={`${t('action.replay')}: ${subject}`}
                  change={{ ...requestTo(eventEndpoints.replay), body: { ids: [id] } }}
                  result={{ id: 'replay', name: subject }}
                />
              ) : null
            }
          />
        )}
      </QueryResult>
    </section>
  );
}

const columns: Column<DeadLetter>[] = [
  { name: 'kind', cell: ({ kind }) => <Kind of={kind} />, sortBy: ({ kind }) => kind },
  {
    name: 'subject',
    cell: ({ subject }) => <UntrustedText text={subject} inline />,
    sortBy: ({ subject }) => subject,
  },
  {
    name: 'reason',
    cell: ({ reason, detail }) => (
      <details>
        <summary>{reason}</summary>
        <UntrustedText text={detail} />
      </details>
    ),
    sortBy: ({ reason }) => reason,
  },
  { name: 'attempts', cell: ({ attempts }) => attempts, sortBy: ({ attempts }) => attempts },
  {
    name: 'last',
    cell: ({ last_at: at }) => <RelativeTime at={at} />,
    sortBy: ({ last_at: at }) => Date.parse(at),
  },
];

function Kind({ of }: { of: string }) {
  const { t } = useTranslation('office');
  return <>{t(`letter.${of}`, { defaultValue: of })}</>;
}
