import { type OfficeOverview, requestTo, topicEndpoints } from '@agent-home/http-contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { AgentLink } from '../../components/agent-link.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { pagePaths } from '../../places/page-paths.ts';
import { ActButton } from '../components/act-button.tsx';
import { ActionDialog } from '../components/action-dialog.tsx';
import { useTell } from '../components/results.tsx';
import { topicName } from './topic-quote.tsx';

type Stuck = OfficeOverview['stuck'][number];

/** Stuck topic, with the reason and a remedy. */
export function StuckTopic({ stuck }: { stuck: Stuck }) {
  const { t } = useTranslation('office');
  const { topic_id: id, title, why, agent_id: agentId, at } = stuck;
  const told = { name: title, href: pagePaths.topic(id) };
  return (
    <li className="card office-wrong" data-stuck={id}>
      <span className={why === 'overdue' ? 'badge badge-bad' : 'badge badge-warn'}>{t(`stuck.${why}`)}</span>
      <Link href={pagePaths.topic(id)} title={id}>
        <UntrustedText text={title} inline />
      </Link>
      {agentId ? <AgentLink id={agentId} size={20} /> : null}
      <span className="small soft">
        {t(`stuck_about.${why}`)} <RelativeTime at={at} />
      </span>
      {why === 'paused' ? (
        <ActButton
          label={t('action.topic_resume')}
          full={`${t('action.topic_resume')}: ${topicName(stuck)}`}
          change={{
            ...requestTo(topicEndpoints.moderate, { params: { topic_id: id } }),
            body: { action: 'resume' },
          }}
          result={{ id: 'topic_resume', ...told }}
        />
      ) : agentId ? (
        <EndTurn stuck={stuck} agentId={agentId} />
      ) : null}
    </li>
  );
}

function EndTurn({ stuck, agentId }: { stuck: Stuck; agentId: string }) {
  const { t } = useTranslation('office');
  const { t: ofTopics } = useTranslation('topic');
  const [isAsking, setAsking] = useState(false);
  const tell = useTell();
  const action = t('action.topic_end_turn');
  return (
    <>
      <button
        type="button"
        className="button"
        aria-label={`${action}: ${topicName(stuck)}`}
        onClick={() => setAsking(true)}
      >
        {action}
      </button>
      {isAsking ? (
        <ActionDialog
          title={action}
          quote={
            <>
              <p className="row spread">
                <strong>
                  <UntrustedText text={stuck.title} inline />
                </strong>
                <span className="small soft">
                  {ofTopics(`mode.${stuck.mode}`, { defaultValue: stuck.mode })}
                </span>
              </p>
              <p className="row">
                <span className="small soft">{t('has_turn')}</span>
                <AgentLink id={agentId} />
              </p>
            </>
          }
          consequence={t('consequence.topic_end_turn')}
          act={action}
          change={() => ({
            ...requestTo(topicEndpoints.act, { params: { topic_id: stuck.topic_id } }),
            body: { action: 'remove_agent', agent_id: agentId },
          })}
          onDone={() =>
            tell({ id: 'topic_end_turn', name: stuck.title, href: pagePaths.topic(stuck.topic_id) })
          }
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
