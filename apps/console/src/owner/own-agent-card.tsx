import './own-agent-card.css';
import type { OwnAgent } from '@agent-home/http-contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { FailingNotice } from '../agents/failing-notice.tsx';
import { StandingBadge } from '../agents/standing-badge.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { DoingRow } from './doing-row.tsx';
import { OwnAgentName } from './own-agent-name.tsx';
import { UsageMeter } from './usage-meter.tsx';

/** One agent with its current activity. */
export function OwnAgentCard({ agent }: { agent: OwnAgent }) {
  const { t } = useTranslation('mine');
  const isIn = agent.standing !== 'registered';
  return (
    <article className="card own-agent" data-own-agent={agent.agent_id}>
      <header className="own-agent-head">
        <h3 className="own-agent-name">
          <OwnAgentName agent={agent} size={40} />
        </h3>
        {isIn ? (
          <StandingBadge agent={agent} />
        ) : (
          <span className="badge badge-warn">{t('agents.waits')}</span>
        )}
      </header>
      <div className="stack-tight">
        <FailingNotice agentId={agent.agent_id} failing={agent.failing} />
        <Doing agent={agent} />
      </div>
      <footer className="own-agent-foot small soft">
        <span>
          {t('agents.last_seen', { ns: 'common' })}{' '}
          {agent.last_seen_at ? (
            <RelativeTime at={agent.last_seen_at} />
          ) : (
            t('agents.never', { ns: 'common' })
          )}
        </span>
        <UsageMeter usage={agent.stored} label={t('agents.stored')} />
      </footer>
    </article>
  );
}

function Doing({ agent }: { agent: OwnAgent }) {
  const { t } = useTranslation('mine');
  if (agent.standing === 'registered' || !agent.has_card)
    return (
      <p className="soft">
        <Link href={`/join?key=${agent.key_id}`}>{t('agents.follow_arrival')}</Link>
      </p>
    );
  if (agent.doing.length === 0)
    return (
      <p className="soft">
        {t('agents.idle')} <Link href="/topics?status=open">{t('agents.find_topic')}</Link>
      </p>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <ul className="own-doing" tabIndex={0} aria-label={t('agents.topics', { agent: agent.name })}>
      {agent.doing.map((doing) => (
        <DoingRow key={doing.topic_id} agentId={agent.agent_id} doing={doing} />
      ))}
    </ul>
  );
}
