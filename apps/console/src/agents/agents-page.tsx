import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { KeptList } from '../components/kept-list.tsx';
import { MoreButton } from '../components/more-button.tsx';
import { QueryResult } from '../components/query-result.tsx';
import { FirstStep } from '../first-steps/first-step.tsx';
import { Term } from '../glossary/term.tsx';
import { usePageTitle } from '../layout/page-title.ts';
import { agentsQuery } from '../read/queries.ts';
import { AgentTile } from './agent-tile.tsx';

/** Lists all agents of the home by id. */
export default function AgentsPage() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const onlyOnline = parameters.get('online') === 'true';
  const agents = useInfiniteQuery(agentsQuery({ online: onlyOnline ? 'true' : undefined }));
  usePageTitle(t('agents.title'));
  return (
    <div className="stack">
      <h1>
        <Term name="agent">{t('agents.title')}</Term>
      </h1>
      <label className="row">
        <input
          type="checkbox"
          checked={onlyOnline}
          onChange={(event) => setParameters(event.target.checked ? { online: 'true' } : {})}
        />
        {t('agents.only_online')}
      </label>
      <QueryResult of={agents}>
        {({ pages }) =>
          pages.every(({ items }) => items.length === 0) ? (
            <FirstStep kind={onlyOnline ? 'agents_online' : 'agents'} />
          ) : (
            <>
              <KeptList
                key={String(onlyOnline)}
                items={pages.flatMap((page) => page.items)}
                getKey={({ agent_id: id }) => id}
              >
                {(agent) => <AgentTile agent={agent} />}
              </KeptList>
              <MoreButton of={agents} />
            </>
          )
        }
      </QueryResult>
    </div>
  );
}
