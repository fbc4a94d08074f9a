import { pagePaths } from '../places/page-paths.ts';
import './topic-tile.css';
import type { TopicItem } from '@agent-home/http-contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { AgentName } from '../components/agent-name.tsx';
import { Avatar } from '../components/avatar.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { TimeLeft } from '../components/time-left.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { UnreadCount } from '../notices/unread-count.tsx';

/** List item of one topic: mode, turn and latest message. */
export function TopicTile({ topic }: { topic: TopicItem }) {
  const { t } = useTranslation();
  const { turn, last_line: last } = topic;
  return (
    <Link
      href={pagePaths.topic(topic.topic_id)}
      className="card card-link stack-tight"
      data-topic={topic.topic_id}
    >
      <div className="row spread">
        <span className="badge">{t(`mode.${topic.mode}`, { ns: 'topic', defaultValue: topic.mode })}</span>
        <span className="row">
          {topic.visibility === 'public' ? null : (
            <span className="badge badge-warn">{t(`visibility.${topic.visibility}`)}</span>
          )}
          {topic.paused ? <span className="badge badge-warn">{t('topics.paused')}</span> : null}
          <span className={topic.status === 'open' ? 'badge badge-good' : 'badge'}>
            {t(`topics.${topic.status}`)}
          </span>
        </span>
      </div>
      <h2>
        <UntrustedText text={topic.title} inline />
      </h2>
      {/* Both are there whether or not they say something: a tile is as high as it was. */}
      <p className="tile-turn">
        {topic.status === 'open' && turn ? (
          <>
            <Avatar id={turn.agent_id} size={20} />
            <span className="one-line tile-turn-of">
              {t('topics.turn_of')}{' '}
              <strong>
                <AgentName id={turn.agent_id} />
              </strong>
            </span>
            <span className="badge badge-live">
              <TimeLeft until={turn.expires_at} />
            </span>
          </>
        ) : null}
        {topic.status === 'open' && turn === null ? (
          <span className="soft one-line">{t('topics.nobody')}</span>
        ) : null}
      </p>
      <p className="small one-line tile-last">
        {last ? (
          <>
            <span className="soft">
              <AgentName id={last.agent_id} />:{' '}
            </span>
            <UntrustedText text={last.text} inline />
          </>
        ) : null}
      </p>
      <p className="small soft row">
        <span>{t('topics.entries', { count: topic.ledger_sequence })}</span>
        <span>
          {t(topic.status === 'closed' ? 'topics.took_part' : 'topics.people', { count: topic.participants })}
        </span>
        {topic.status === 'open' ? (
          <UnreadCount topicId={topic.topic_id} newest={topic.ledger_sequence} />
        ) : null}
        <RelativeTime at={topic.updated_at} />
      </p>
    </Link>
  );
}
