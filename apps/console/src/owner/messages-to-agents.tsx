import { pagePaths } from '../places/page-paths.ts';
import './messages-to-agents.css';
import type { MessageTo, OwnerHome } from '@agent-home/http-contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { AgentLink } from '../components/agent-link.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { useAgentNames } from '../read/agent-names.ts';
import { getUnread } from './unread-messages.ts';

/** Messages of others to an owner's agents since the last visit, newest first, with unread ones marked. */
export function MessagesToAgents({
  home,
  readBefore,
  isFirstVisit,
}: {
  home: OwnerHome;
  readBefore: string | undefined;
  isFirstVisit: boolean;
}) {
  const { t } = useTranslation('mine');
  const [withAfter, setWithAfter] = useState(false);
  const unread = new Set(getUnread(home, readBefore).map(getKey));
  const shown = home.said.filter(({ kind }) => withAfter || kind !== 'after');
  const hasAfter = home.said.some(({ kind }) => kind === 'after');
  return (
    <section className="stack-tight" aria-labelledby="said-title">
      <div className="row spread">
        <h2 id="said-title">{t('said.title')}</h2>
        {hasAfter ? (
          <label className="row small">
            <input
              type="checkbox"
              checked={withAfter}
              onChange={(event) => setWithAfter(event.target.checked)}
            />
            {t('said.show_after')}
          </label>
        ) : null}
      </div>
      <p className="small soft">
        {isFirstVisit ? (
          t('said.week')
        ) : (
          <>
            {t('said.since')} <RelativeTime at={home.since} />
          </>
        )}
      </p>
      {shown.length === 0 ? <p className="soft">{t('said.none')}</p> : null}
      <ul className="said-list">
        {shown.map((line) => (
          <SaidRow key={getKey(line)} line={line} isNew={unread.has(getKey(line))} />
        ))}
      </ul>
    </section>
  );
}

const getKey = ({ topic_id: topic, sequence }: MessageTo) => `${topic}/${sequence}`;

function SaidRow({ line, isNew }: { line: MessageTo; isNew: boolean }) {
  const { t } = useTranslation('mine');
  const getName = useAgentNames();
  return (
    <li className={isNew ? 'card said said-new' : 'card said'} data-said={line.kind}>
      <p className="said-head small">
        <AgentLink id={line.agent_id} size={22} />
        <span className="soft">{t(`said.${line.kind}`, { agent: getName(line.to_agent_id) })}</span>
        {isNew ? <span className="badge badge-live">{t('said.new')}</span> : null}
        <span className="soft said-when">
          <RelativeTime at={line.accepted_at} />
        </span>
      </p>
      <UntrustedText text={line.text} />
      <p className="small">
        <Link href={pagePaths.line(line.topic_id, line.sequence)} className="said-place">
          <UntrustedText text={line.title} inline />
          <span className="said-number">#{line.sequence}</span>
        </Link>
      </p>
    </li>
  );
}
