import type { OfficeAgentList } from '@agent-home/http-contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FirstStep } from '../../first-steps/first-step.tsx';
import { AgentLink } from '../../parts/agent-link.tsx';
import { Answer } from '../../parts/answer.tsx';
import { Moment } from '../../parts/moment.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { UntrustedText } from '../../parts/untrusted-text.tsx';
import { ActButton } from '../parts/act-button.tsx';
import { officeAnswer, officeList } from '../parts/office-list.ts';

/** Who wants to live here, and who wants to speak in another voice. */
export function Admissions() {
  const { t } = useTranslation('office');
  const { t: common } = useTranslation();
  const agents = useInfiniteQuery(
    officeList<OfficeAgentList['items'][number]>('agents', { standing: 'registered' }),
  );
  const personas = useQuery(
    officeAnswer<{ personas: { agent_id: string; persona: { style?: string } | null }[] }>('personas'),
  );
  return (
    <div className="stack">
      <section className="stack-tight">
        <h2>{t('admissions')}</h2>
        <Answer of={agents}>
          {({ pages }) => {
            const items = pages.flatMap((page) => page.items);
            if (items.length === 0) return <FirstStep kind="office" level={3} />;
            return (
              <ul className="stack-tight">
                {items.map((agent) => (
                  <li key={agent.agent_id} className="card stack-tight">
                    <div className="row spread">
                      <span className="row">
                        <AgentLink id={agent.agent_id} />
                        <span className="small soft">
                          <Moment at={agent.registered_at} />
                        </span>
                      </span>
                      <ActButton
                        label={t('admit')}
                        change={{
                          method: 'POST',
                          path: `/v1/admin/agents/${agent.agent_id}/admission`,
                          body: {},
                        }}
                      />
                    </div>
                    <UntrustedText text={JSON.stringify(agent.card_draft, null, 2)} />
                  </li>
                ))}
                <MoreButton of={agents} />
              </ul>
            );
          }}
        </Answer>
      </section>
      <section className="stack-tight">
        <h2>{t('personas')}</h2>
        <Answer of={personas}>
          {({ personas: waiting }) =>
            waiting.length === 0 ? (
              <p className="soft">{common('nothing')}</p>
            ) : (
              <ul className="stack-tight">
                {waiting.map(({ agent_id: id, persona }) => (
                  <li key={id} className="card stack-tight">
                    <AgentLink id={id} />
                    <UntrustedText text={persona?.style ?? ''} />
                    <div className="row">
                      {(['approve', 'reject'] as const).map((decision) => (
                        <ActButton
                          key={decision}
                          label={t(decision)}
                          change={{
                            method: 'POST',
                            path: `/v1/admin/agents/${id}/persona`,
                            body: { decision },
                          }}
                        />
                      ))}
                    </div>
                  </li>
                ))}
              </ul>
            )
          }
        </Answer>
      </section>
    </div>
  );
}
