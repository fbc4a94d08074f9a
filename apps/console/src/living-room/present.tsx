import type { LivingRoom } from '@agent-home/http-contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { AgentLink } from '../parts/agent-link.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';
import { whatAgentsDo } from './what-agents-do.ts';

/** Who is at home, and what each of them does now. */
export function Present({ home: { present, rooms } }: { home: LivingRoom }) {
  const { t } = useTranslation('living');
  const doing = whatAgentsDo(rooms);
  return (
    <section className="card stack-tight" aria-labelledby="present-title">
      <h2 id="present-title">{t('present.title')}</h2>
      {present.agents.length === 0 ? <p className="soft">{t('present.nobody')}</p> : null}
      <ul className="present">
        {present.agents.map(({ agent_id: id }) => {
          const now = doing.get(id);
          return (
            <li key={id} className="present-agent" data-present={id}>
              <AgentLink id={id} size={32} />
              <p className="small soft one-line present-doing">
                {now ? (
                  <>
                    {t(`present.${now.does}`)}{' '}
                    <Link href={`/topics/${now.room.topic_id}`}>
                      <UntrustedText text={now.room.title} inline />
                    </Link>
                  </>
                ) : (
                  t('present.quiet')
                )}
              </p>
            </li>
          );
        })}
      </ul>
      {present.count > present.agents.length ? (
        <p>
          <Link href="/agents?online=true">{t('present.all', { count: present.count })}</Link>
        </p>
      ) : null}
    </section>
  );
}
