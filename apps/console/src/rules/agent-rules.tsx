import './agent-rules.css';
import { type AgentPolicies, agentEndpoints, requestTo } from '@agent-home/http-contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { QueryResult } from '../components/query-result.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { read } from '../read/api.ts';
import { AgentDefinition } from './agent-definition.tsx';
import { Approvers } from './approvers-form.tsx';
import { PoliciesForm } from './policies-form.tsx';
import { PolicyWords } from './policy-words.tsx';

interface Props {
  agentId: string;
  /** True for the owner of the agent, or for an admin if it has none. */
  isOwn: boolean;
  mayBind: boolean;
}

/** Definition, effective tools and rules of an agent, for its owner and the office. */
export default function AgentRules({ agentId, isOwn, mayBind }: Props) {
  const { t } = useTranslation('fleet');
  return (
    <section className="card stack" aria-labelledby="agent-rules-title" data-agent-rules={agentId}>
      <div className="stack-tight">
        <h2 id="agent-rules-title">{t('agent.title')}</h2>
        <p className="small soft">{t('agent.private')}</p>
      </div>
      <AgentDefinition agentId={agentId} />
      <Policies agentId={agentId} mayBind={mayBind} />
      <Approvers agentId={agentId} mayChange={isOwn} />
    </section>
  );
}

function Policies({ agentId, mayBind }: Pick<Props, 'agentId' | 'mayBind'>) {
  const { t } = useTranslation('fleet');
  const params = { agent_id: agentId };
  const bundle = useQuery({
    queryKey: ['agent-policies', agentId],
    queryFn: ({ signal }) => read(agentEndpoints.showPolicies, { params }, signal),
    // A new bundle is published a moment after it was bound.
    refetchInterval: ({ state }) =>
      state.data?.bundle_version !== 0 && state.data?.bundle_sha256 === undefined ? 2_000 : false,
  });
  return (
    <section className="stack-tight" aria-labelledby="agent-policies-title" data-policies="">
      <h3 id="agent-policies-title">{t('agent.policies')}</h3>
      <QueryResult of={bundle}>
        {({ bundle_version: version, bundle_sha256: hash, policies, ...state }) => {
          const ofHome = policies.filter(({ bound_by: by }) => by === 'admin');
          const own = policies.filter(({ bound_by: by }) => by === 'owner');
          return (
            <>
              <p className="small">
                {version === 0 ? t('agent.no_bundle') : t('agent.bundle', { version })}{' '}
                {version === 0 ? null : (
                  <code className="rules-hash">{hash ?? t('agent.not_published')}</code>
                )}
              </p>
              {ofHome.length === 0 ? null : (
                <>
                  <h4>{t('agent.bound_by_admin')}</h4>
                  <PolicyList policies={ofHome} />
                </>
              )}
              <h4>{t('agent.bound_by_owner')}</h4>
              {mayBind ? (
                <PoliciesForm
                  bound={own}
                  state={state}
                  target={requestTo(agentEndpoints.bindPolicies, { params })}
                  reload={bundle.refetch}
                />
              ) : own.length === 0 ? (
                <p className="soft small">{t('policies.none')}</p>
              ) : (
                <PolicyList policies={own} />
              )}
            </>
          );
        }}
      </QueryResult>
    </section>
  );
}

function PolicyList({ policies }: { policies: AgentPolicies['policies'] }) {
  return (
    <ul className="stack-tight">
      {policies.map((policy) => (
        <li key={policy.name} className="stack-tight">
          <strong>
            <UntrustedText text={`${policy.name} ${policy.version}`} inline />
          </strong>
          <PolicyWords spec={policy.spec} />
        </li>
      ))}
    </ul>
  );
}
