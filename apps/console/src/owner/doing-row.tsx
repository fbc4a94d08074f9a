import type { AgentDoing, AgentRole } from '@agent-home/http-contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { AgentName } from '../components/agent-name.tsx';
import { ModeGlyph } from '../components/mode-glyph.tsx';
import { TimeLeft } from '../components/time-left.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { UnreadCount } from '../notices/unread-count.tsx';
import { pagePaths } from '../places/page-paths.ts';

/** One topic of an agent: its role, the current turn and the deadline. */
export function DoingRow({ agentId, doing }: { agentId: string; doing: AgentDoing }) {
  const { t } = useTranslation('mine');
  const isOn = doing.turn?.agent_id === agentId;
  return (
    <li className={isOn ? 'own-doing-row own-doing-on' : 'own-doing-row'} data-doing={doing.topic_id}>
      <ModeGlyph mode={doing.mode} size={16} />
      <div className="own-doing-words">
        <Link href={pagePaths.topic(doing.topic_id)} className="own-doing-title one-line">
          <UntrustedText text={doing.title} inline />
        </Link>
        <p className="small soft own-doing-state">
          <span>{t(`mode.${doing.mode}`, { ns: 'topic', defaultValue: doing.mode })}</span>
          {doing.role ? (
            <span>
              {t('agents.as')} <RoleWords mode={doing.mode} role={doing.role} />
            </span>
          ) : null}
          <State doing={doing} isOn={isOn} />
          <UnreadCount topicId={doing.topic_id} newest={doing.ledger_sequence} />
        </p>
      </div>
    </li>
  );
}

function State({ doing: { paused, turn, deadline }, isOn }: { doing: AgentDoing; isOn: boolean }) {
  const { t } = useTranslation('mine');
  if (paused) return <span className="badge badge-warn">{t('agents.paused')}</span>;
  if (turn)
    return (
      <span className={isOn ? 'own-turn' : 'own-turn-other'}>
        {isOn ? <strong>{t('agents.has_turn')}</strong> : <TurnOf id={turn.agent_id} />}{' '}
        <TimeLeft until={turn.expires_at} />
      </span>
    );
  return (
    <>
      {turn === undefined ? (
        <span>{t('agents.free')}</span>
      ) : (
        <span>{t('topics.nobody', { ns: 'common' })}</span>
      )}
      {deadline === undefined ? null : (
        <span>
          {t('agents.next_step')} <TimeLeft until={deadline} />
        </span>
      )}
    </>
  );
}

function TurnOf({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <>
      {t('topics.turn_of')} <AgentName id={id} />
    </>
  );
}

function RoleWords({ mode, role: { kind, name, number } }: { mode: string; role: AgentRole }) {
  const { t } = useTranslation('topic');
  switch (kind) {
    case 'lead':
    case 'support':
      return <>{t(`${mode}.${kind}`)}</>;
    case 'place':
      return <>{t('skit.place', { place: number })}</>;
    case 'slot':
      return <>{t('slot.number', { number })}</>;
    case 'side':
      return name === 'pro' || name === 'con' ? (
        t(`debate.side.${name}`)
      ) : (
        <UntrustedText text={name ?? ''} inline />
      );
    case 'role':
      return <UntrustedText text={name ?? ''} inline />;
  }
}
