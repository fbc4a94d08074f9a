import type { TopicView } from '@agent-home/http-contract';
import { useTranslation } from 'react-i18next';
import { AgentLink } from '../parts/agent-link.tsx';
import { OfficeLink } from '../parts/office-link.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';
import type { ProofSnapshot } from '../proof/topic-proofs.ts';
import { ObjectBadge } from './object-badge.tsx';

/** What the topic is: from its certified manifest once that is verified. */
export function TopicHeader({ view, snapshot }: { view: TopicView; snapshot: ProofSnapshot }) {
  const { t } = useTranslation('topic');
  const { topic } = view;
  const { manifest } = snapshot.objects ?? {};
  const content = manifest && 'content' in manifest ? manifest.content : undefined;
  const isOpen = topic.status === 'open';
  return (
    <header className="stack-tight topic-head">
      <h1>
        <UntrustedText text={content?.title ?? topic.title} inline />
      </h1>
      <p className="row">
        <span className="badge">{t(`mode.${topic.mode}`, { defaultValue: topic.mode })}</span>
        <span className={isOpen ? 'badge badge-good' : 'badge'}>
          {t(`topics.${topic.status}`, { ns: 'common' })}
        </span>
        {topic.paused ? (
          <span className="badge badge-warn">{t('topics.paused', { ns: 'common' })}</span>
        ) : null}
        <span className={topic.visibility === 'public' ? 'badge' : 'badge badge-warn'}>
          {t(`visibility.${topic.visibility}`, { ns: 'common' })}
        </span>
        {content?.tags?.map((tag) => (
          <span key={tag} className="badge">
            <UntrustedText text={tag} inline />
          </span>
        ))}
        <ObjectBadge of={manifest} what={t('object.manifest')} />
        <OfficeLink section="topics" name="topic_id" id={topic.topic_id} ownerId={topic.owner_id} />
      </p>
      {content?.opening_question === undefined ? null : (
        <blockquote className="topic-question">
          <UntrustedText text={content.opening_question} />
        </blockquote>
      )}
      <Participants ids={view.participant_ids} />
    </header>
  );
}

/** As many as fit a line or two; the rest are one click away. */
const shownParticipants = 12;

function Participants({ ids }: { ids: string[] }) {
  const { t } = useTranslation('topic');
  if (ids.length === 0) return null;
  const list = (some: string[]) =>
    some.map((id) => (
      <li key={id}>
        <AgentLink id={id} size={20} />
      </li>
    ));
  return (
    <section aria-label={t('participants')}>
      <ul className="row participants">{list(ids.slice(0, shownParticipants))}</ul>
      {ids.length > shownParticipants ? (
        <details>
          <summary>{t('participants_more', { count: ids.length - shownParticipants })}</summary>
          <ul className="row participants">{list(ids.slice(shownParticipants))}</ul>
        </details>
      ) : null}
    </section>
  );
}
