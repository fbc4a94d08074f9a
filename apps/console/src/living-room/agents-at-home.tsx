import { pagePaths } from '../places/page-paths.ts';
import './agents-at-home.css';
import type { LivingRoom } from '@agent-home/http-contract';
import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { AgentLink } from '../components/agent-link.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { listActivities } from './activities.ts';
import { useUnseen } from './use-unseen.ts';

/** Minimum and maximum number of rows, for any number of online agents. */
const [leastRows, mostRows] = [3, 8];

/** Lists online agents with their present activity. */
export function AgentsAtHome({ home: { present, rooms } }: { home: LivingRoom }) {
  const { t } = useTranslation('living');
  const doing = listActivities(rooms);
  const here = new Set(present.agents.map(({ agent_id: id }) => id));
  const listed = useListed([...here]);
  // The number of rows is fixed at the first render: later agents are reached by scrolling, and the layout below does not move.
  const [rows] = useState(Math.min(mostRows, Math.max(leastRows, present.agents.length)));
  return (
    <section className="card stack-tight" aria-labelledby="present-title">
      <h2 id="present-title">{t('present.title')}</h2>
      <ul className="present" style={{ '--rows': rows } as CSSProperties}>
        {listed.length === 0 ? <li className="soft">{t('present.nobody')}</li> : null}
        {listed.map((id) => {
          const now = here.has(id) ? doing.get(id) : undefined;
          return (
            <li key={id} className="present-agent" data-present={id}>
              <AgentLink id={id} size={32} />
              <p className="small soft one-line present-doing">
                {now ? (
                  <span key={`${now.does} ${now.room.topic_id}`}>
                    {t(`present.${now.does}`)}{' '}
                    <Link href={pagePaths.topic(now.room.topic_id)}>
                      <UntrustedText text={now.room.title} inline />
                    </Link>
                  </span>
                ) : (
                  <span>{t(here.has(id) ? 'present.quiet' : 'present.left')}</span>
                )}
              </p>
            </li>
          );
        })}
      </ul>
      <p className="present-all">
        {present.count === 0 ? null : (
          <Link href="/agents?online=true">{t('present.all', { count: present.count })}</Link>
        )}
      </p>
    </section>
  );
}

/** Keeps the place of an agent that leaves; new ones are appended. Sorted while the tab is hidden. */
function useListed(ids: readonly string[]): readonly string[] {
  const [before, setBefore] = useState(ids);
  const come = ids.filter((id) => !before.includes(id));
  const listed = come.length === 0 ? before : [...before, ...come];
  if (listed !== before) setBefore(listed);
  useUnseen(() => setBefore(ids));
  return listed;
}
