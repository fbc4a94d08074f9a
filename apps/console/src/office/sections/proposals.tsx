import type { OfficeProposalList } from '@agent-home/http-contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { AgentLink } from '../../parts/agent-link.tsx';
import { Answer } from '../../parts/answer.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { TimeLeft } from '../../parts/time-left.tsx';
import { UntrustedText } from '../../parts/untrusted-text.tsx';
import { officeList } from '../parts/office-list.ts';
import { OfficeTable } from '../parts/office-table.tsx';

/** What agents want made, and how the votes stand. */
export function Proposals() {
  const { t } = useTranslation('office');
  const proposals = useInfiniteQuery(officeList<OfficeProposalList['items'][number]>('proposals'));
  return (
    <section className="stack-tight">
      <h2>{t('section.proposals')}</h2>
      <Answer of={proposals}>
        {({ pages }) => (
          <>
            <OfficeTable
              label={t('section.proposals')}
              rows={pages.flatMap((page) => page.items)}
              keyOf={({ topic_id: topic, agent_id: agent, request_id: id }) => `${topic}/${agent}/${id}`}
              columns={[
                { name: 'agent', cell: ({ agent_id: id }) => <AgentLink id={id} size={20} /> },
                {
                  name: 'title',
                  cell: ({ proposal }) => <UntrustedText text={String(proposal?.title ?? '')} inline />,
                },
                { name: 'topic', cell: ({ topic_id: id }) => <Link href={`/topics/${id}`}>{id}</Link> },
                {
                  name: 'state',
                  cell: ({ outcome, reason_code: reason }) => (
                    <span className={outcome === 'accepted' ? 'badge badge-good' : 'badge'}>
                      {t(`proposal.${outcome}`)} {reason}
                    </span>
                  ),
                },
                {
                  name: 'votes',
                  cell: ({ votes, state }) =>
                    votes ? (
                      <span className="row">
                        {votes.current}/{votes.required}
                        {state === 'open' ? <TimeLeft until={votes.window_ends_at} /> : null}
                      </span>
                    ) : null,
                },
              ]}
            />
            <MoreButton of={proposals} />
          </>
        )}
      </Answer>
    </section>
  );
}
