import { policyEndpoints, requestTo } from '@agent-home/http-contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { QueryResult } from '../components/query-result.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { read } from '../read/api.ts';
import { useMayDo } from '../read/rights.ts';
import AlertRules from './alerts-form.tsx';
import { PoliciesForm } from './policies-form.tsx';
import { PolicyWords } from './policy-words.tsx';

/** Policies of all agents, and the alert rules of the home. */
export default function HomeRules() {
  const { t } = useTranslation('fleet');
  const mayChange = useMayDo('agents');
  const bound = useQuery({
    queryKey: ['home-policies'],
    queryFn: ({ signal }) => read(policyEndpoints.showHome, {}, signal),
  });
  return (
    <div className="stack">
      <section className="card stack-tight" aria-labelledby="home-policies-title">
        <h2 id="home-policies-title">{t('home_policies.title')}</h2>
        <p className="small soft">{t('home_policies.about')}</p>
        <QueryResult of={bound}>
          {({ policies, ...state }) =>
            mayChange ? (
              <PoliciesForm
                bound={policies}
                state={state}
                target={requestTo(policyEndpoints.bindHome)}
                reload={bound.refetch}
              />
            ) : (
              <ul className="stack-tight">
                {policies.map((policy) => (
                  <li key={policy.name}>
                    <UntrustedText text={`${policy.name} ${policy.version}`} inline />
                    <PolicyWords spec={policy.spec} />
                  </li>
                ))}
              </ul>
            )
          }
        </QueryResult>
      </section>
      <AlertRules mayChange={mayChange} />
    </div>
  );
}
