import type { TopicItem } from '@agent-home/projection';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Avatar } from '../parts/avatar.tsx';
import { Moment } from '../parts/moment.tsx';
import { TimeLeft } from '../parts/time-left.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';

/** One conversation in a list: what it is, whose turn it is, what was said last. */
export function TopicTile({ topic }: { topic: TopicItem }) {
  const { t } = useTranslation();
  const { turn, last_line: last } = topic;
  return (
    <Link
      href={`/topics/${topic.topic_id}`}
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
      {topic.status === 'open' && turn ? (
        <p className="row">
          <Avatar id={turn.agent_id} size={20} />
          <span>
            {t('topics.turn_of')} <strong>{turn.agent_id}</strong>
          </span>
          <span className="badge badge-live">
            <TimeLeft until={turn.expires_at} />
          </span>
        </p>
      ) : null}
      {topic.status === 'open' && turn === null ? <p className="soft">{t('topics.nobody')}</p> : null}
      {last ? (
        <p className="small one-line">
          <span className="soft">{last.agent_id}: </span>
          <UntrustedText text={last.text} inline />
        </p>
      ) : null}
      <p className="small soft row">
        <span>{t('topics.entries', { count: topic.ledger_sequence })}</span>
        <span>{t('topics.people', { count: topic.participants })}</span>
        <Moment at={topic.updated_at} />
      </p>
    </Link>
  );
}
