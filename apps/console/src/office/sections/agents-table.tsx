import { agentEndpoints } from '@agent-home/http-contract';
import { shownText } from '@agent-home/protocol';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { MoreButton } from '../../components/more-button.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { pagePaths } from '../../places/page-paths.ts';
import { nameOfAgent, useAgentNames } from '../../read/agent-names.ts';
import { draftName, NewcomerLink } from '../components/newcomer-link.tsx';
import { officeList } from '../components/office-list.ts';
import { OwnerName } from '../components/owner-name.tsx';
import { OwnerPicker } from '../components/pickers.tsx';
import { RowMenu } from '../components/row-menu.tsx';
import {
  FilterChoice,
  FilterPicker,
  FilterRow,
  SearchField,
  useFilters,
} from '../components/tool-filters.tsx';
import { type Column, ToolTable } from '../components/tool-table.tsx';
import { agentActions, type OfficeAgent } from './agent-actions.ts';

const names = ['q', 'standing', 'owner_id', 'agent_id'] as const;
const standings = ['registered', 'admitted', 'suspended', 'withdrawn'] as const;

/** Lists all agents, pending and withdrawn ones included, with their actions. */
export function AgentsTable() {
  const { t } = useTranslation('office');
  useAgentNames();
  const { values, set } = useFilters(names);
  const { agent_id: oneId, ...filters } = values;
  const agents = useInfiniteQuery(
    officeList(agentEndpoints.listForOffice, oneId === '' ? filters : { q: oneId }),
  );
  return (
    <section className="stack-tight">
      <div className="row spread">
        <h2>{t('section.agents')}</h2>
        <Link href="/join" className="button">
          {t('nav.join', { ns: 'common' })}
        </Link>
      </div>
      {oneId === '' ? (
        <FilterRow label={t('filter.label')}>
          <SearchField label={t('filter.agent')} value={filters.q} onChange={(q) => set('q', q)} />
          <FilterChoice
            label={t('column.state')}
            value={filters.standing}
            options={standings.map((one) => [one, t(`standing.${one}`)])}
            onChange={(value) => set('standing', value)}
          />
          <FilterPicker label={t('column.owner')}>
            {(id) => (
              <OwnerPicker id={id} value={filters.owner_id} onChange={(value) => set('owner_id', value)} />
            )}
          </FilterPicker>
        </FilterRow>
      ) : (
        <p>
          <button type="button" className="button" onClick={() => set('agent_id', '')}>
            {t('show_all')}
          </button>
        </p>
      )}
      <QueryResult of={agents}>
        {({ pages }) => (
          <>
            <ToolTable
              label={t('section.agents')}
              rows={pages
                .flatMap((page) => page.items)
                .filter(({ agent_id: id }) => oneId === '' || id === oneId)}
              getKey={({ agent_id: id }) => id}
              columns={columns}
              pages={agents}
              menu={(agent) => (
                <RowMenu
                  row={agent}
                  name={shownText(getCalled(agent))}
                  href={pagePaths.agent(agent.agent_id)}
                  actions={agentActions}
                  shown={{
                    quote: () => (
                      <NewcomerLink id={agent.agent_id} name={draftName(agent.card_draft)} size={32} />
                    ),
                    result: () => ({ name: getCalled(agent), href: pagePaths.agent(agent.agent_id) }),
                  }}
                />
              )}
            />
            <MoreButton of={agents} />
          </>
        )}
      </QueryResult>
    </section>
  );
}

/** Returns the certified name, or the owner's name for it. */
const getCalled = ({ agent_id: id, card_draft: draft }: OfficeAgent): string => {
  const name = nameOfAgent(id);
  return name === id ? draftName(draft) || id : name;
};

const columns: Column<OfficeAgent>[] = [
  {
    name: 'agent',
    cell: ({ agent_id: id, card_draft: draft }) => <NewcomerLink id={id} name={draftName(draft)} />,
    sortBy: (agent) => getCalled(agent),
  },
  { name: 'state', cell: (agent) => <Standing of={agent} />, sortBy: ({ standing }) => standing },
  {
    name: 'owner',
    cell: ({ owner_id: id }) => <OwnerName id={id} />,
    sortBy: ({ owner_id: id }) => id ?? '~',
  },
  {
    name: 'came',
    cell: ({ registered_at: at }) => <RelativeTime at={at} />,
    sortBy: ({ registered_at: at }) => Date.parse(at),
  },
  {
    name: 'card',
    cell: ({ card_version: version }) => version,
    sortBy: ({ card_version: version }) => version,
  },
  { name: 'notes', cell: (agent) => <Notes of={agent} /> },
];

function Standing({ of: { standing } }: { of: OfficeAgent }) {
  const { t } = useTranslation('office');
  const look = {
    registered: 'badge badge-warn',
    admitted: 'badge badge-good',
    suspended: 'badge badge-bad',
    withdrawn: 'badge',
  }[standing];
  return <span className={look}>{t(`standing.${standing}`)}</span>;
}

/** Further facts about an agent. */
function Notes({ of: agent }: { of: OfficeAgent }) {
  const { t } = useTranslation('office');
  return (
    <>
      {agent.refused ? (
        <span>
          <span className="badge badge-bad">{t('refused')}</span>{' '}
          <UntrustedText text={agent.refused.reason} inline />
        </span>
      ) : null}
      {agent.suspended_for ? <UntrustedText text={agent.suspended_for} inline /> : null}
      {agent.pending_persona ? (
        <Link href="/office/admissions" className="badge badge-warn">
          {t('persona_waits')}
        </Link>
      ) : null}
      {agent.failing ? (
        <Link
          href={pagePaths.agent(agent.agent_id)}
          className="badge badge-bad"
          data-failing={agent.agent_id}
          title={agent.failing.code}
        >
          {t('agents.failing', { ns: 'common' })}
        </Link>
      ) : null}
      {agent.quota_exceeded_at ? <span className="badge badge-warn">{t('quota_used')}</span> : null}
    </>
  );
}
