import { proposalEndpoints } from '@agent-home/http-contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { AgentLink } from '../../components/agent-link.tsx';
import { MoreButton } from '../../components/more-button.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { TimeLeft } from '../../components/time-left.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { pagePaths } from '../../places/page-paths.ts';
import { nameOfAgent } from '../../read/agent-names.ts';
import { officeList } from '../components/office-list.ts';
import { FilterChoice, FilterRow, SearchField, useFilters } from '../components/tool-filters.tsx';
import { type Column, ToolTable } from '../components/tool-table.tsx';
import { ProposalButtons } from './proposal-buttons.tsx';
import { getTitle, Outcome, type Proposal } from './proposal-outcome.tsx';

/** Proposals of agents, their votes, and decisions of an admin. */
export function Proposals() {
  const { t } = useTranslation('office');
  const { values, set } = useFilters(['q', 'state']);
  const proposals = useInfiniteQuery(officeList(proposalEndpoints.list, { state: values.state }));
  const sought = values.q.toLowerCase();
  const isShown = (one: Proposal) =>
    `${getTitle(one)} ${one.topic_title} ${nameOfAgent(one.agent_id)}`.toLowerCase().includes(sought);
  return (
    <section className="stack-tight">
      <h2>{t('section.proposals')}</h2>
      <FilterRow label={t('filter.label')}>
        <SearchField label={t('filter.proposal')} value={values.q} onChange={(q) => set('q', q)} />
        <FilterChoice
          label={t('column.state')}
          value={values.state}
          options={(['open', 'decided'] as const).map((one) => [one, t(`proposal.${one}`)])}
          onChange={(value) => set('state', value)}
        />
      </FilterRow>
      <QueryResult of={proposals}>
        {({ pages }) => (
          <>
            <ToolTable
              label={t('section.proposals')}
              rows={pages.flatMap((page) => page.items).filter(isShown)}
              getKey={({ object_key: key }) => key}
              columns={columns}
              pages={proposals}
              readsAll={values.q !== ''}
              menu={(proposal) => <ProposalButtons proposal={proposal} />}
            />
            <MoreButton of={proposals} />
          </>
        )}
      </QueryResult>
    </section>
  );
}

const columns: Column<Proposal>[] = [
  { name: 'title', cell: (one) => <UntrustedText text={getTitle(one)} inline />, sortBy: getTitle },
  {
    name: 'agent',
    cell: ({ agent_id: id }) => <AgentLink id={id} size={20} />,
    sortBy: ({ agent_id: id }) => nameOfAgent(id),
  },
  {
    name: 'topic',
    cell: ({ topic_id: id, topic_title: title }) => (
      <Link href={pagePaths.topic(id)} title={id}>
        <UntrustedText text={title} inline />
      </Link>
    ),
    sortBy: ({ topic_title: title }) => title,
  },
  { name: 'state', cell: (one) => <Outcome of={one} />, sortBy: ({ outcome }) => outcome },
  {
    name: 'votes',
    cell: ({ votes, state }) =>
      votes ? (
        <span className="row">
          {votes.current}/{votes.required}
          {state === 'open' ? <TimeLeft until={votes.window_ends_at} /> : null}
        </span>
      ) : null,
    sortBy: ({ votes }) => votes?.current ?? -1,
  },
  {
    name: 'last',
    cell: ({ decided_at: at }) => <RelativeTime at={at} />,
    sortBy: ({ decided_at: at }) => Date.parse(at),
  },
];
