import type { TopicItem } from '@agent-home/http-contract';
import { useTranslation } from 'react-i18next';
import { AgentName } from '../components/agent-name.tsx';
import { Avatar } from '../components/avatar.tsx';
import { TimeLeft } from '../components/time-left.tsx';
import { Term } from '../glossary/term.tsx';
import type { ReplayedStanding } from '../proof/types.ts';
import { isClosed } from './modes/mode-parts.tsx';
import { wordKey } from './words/word-key.ts';

/** Announces the next event by any agent, below the last message. Its space is reserved, so that the layout does not move. */
export function TurnNote({ standing, topic }: { standing: ReplayedStanding | undefined; topic: TopicItem }) {
  const { t } = useTranslation('topic');
  const turn = standing ? standing.turn : topic.turn;
  const hasEnded = standing ? isClosed(standing) : topic.status === 'closed';
  const reason =
    (standing?.state as { closed_reason?: string | null } | undefined)?.closed_reason ?? 'closed';
  return (
    <p className="turn-note small" data-turn={turn?.turn_id}>
      {hasEnded ? (
        <span>{t(wordKey('ended', reason))}</span>
      ) : topic.paused ? (
        <span>{t('note.paused')}</span>
      ) : turn ? (
        <>
          <Avatar id={turn.agent_id} size={20} />
          <span className="one-line">
            <AgentName id={turn.agent_id} /> <Term name="turn">{t('note.has_turn')}</Term>
          </span>
          <span aria-hidden="true">·</span>
          <TimeLeft until={turn.expires_at} />
        </>
      ) : (
        <span className="soft">
          {t(turn === null ? 'topics.nobody' : 'note.free', turn === null ? { ns: 'common' } : {})}
        </span>
      )}
    </p>
  );
}
