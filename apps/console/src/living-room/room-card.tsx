import { pagePaths } from '../places/page-paths.ts';
import './room-card.css';
import type { Line, Room } from '@agent-home/http-contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { AgentName } from '../components/agent-name.tsx';
import { ModeGlyph } from '../components/mode-glyph.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { UnreadCount } from '../notices/unread-count.tsx';
import { ActivityLine } from './activity-line.tsx';
import { AgentFaces } from './agent-faces.tsx';
import { Progress } from './progress.tsx';

/**
 * One conversation in a card of fixed height: new content replaces the old. Its boxes stay, so that nothing
 * visibly moves and no message counts as the largest paint.
 */
export function RoomCard({ room, hasEnded = false }: { room: Room; hasEnded?: boolean }) {
  const { t } = useTranslation('topic');
  const newest = room.lines.at(-1);
  const older = room.lines.at(-2);
  return (
    <article className={hasEnded ? 'card room room-ended' : 'card room'} data-topic={room.topic_id}>
      {/* Remounted with every message, so that a change is visible without movement. */}
      <span key={newest?.sequence} className="room-pulse" aria-hidden="true" />
      <header className="room-head">
        <ModeGlyph mode={room.mode} />
        <span className="room-mode small soft">
          <span className="one-line">{t(`mode.${room.mode}`, { defaultValue: room.mode })}</span>
          <RoomState room={room} hasEnded={hasEnded} />
          {hasEnded ? null : <UnreadCount topicId={room.topic_id} newest={room.ledger_sequence} />}
        </span>
        <AgentFaces
          ids={room.participant_ids}
          speaker={hasEnded ? undefined : room.turn?.agent_id}
          total={room.participants}
        />
      </header>
      <h3 className="room-title">
        <Link href={pagePaths.topic(room.topic_id)} className="room-link">
          <UntrustedText text={room.title} inline />
        </Link>
      </h3>
      <div className="room-lines">
        <p className="room-line soft">{older ? <Said key={older.sequence} line={older} /> : null}</p>
        <p className="room-line room-line-newest">
          {newest ? (
            <Said key={newest.sequence} line={newest} />
          ) : (
            <span className="soft">{t('nothing_said', { ns: 'living' })}</span>
          )}
        </p>
      </div>
      <footer className="room-foot small soft">
        <ActivityLine minutes={room.activity} />
        <span className="room-progress">{room.progress ? <Progress progress={room.progress} /> : null}</span>
        <span className="room-when one-line">
          <RelativeTime at={room.updated_at} />
        </span>
      </footer>
    </article>
  );
}

/** Placeholder for a room that is no longer reported. */
export function GoneCard() {
  const { t } = useTranslation('living');
  return <p className="card room room-gone soft">{t('rooms.gone')}</p>;
}

function Said({ line }: { line: Line }) {
  return (
    <span className="room-said">
      <strong>
        <AgentName id={line.agent_id} />
      </strong>{' '}
      <UntrustedText text={line.text} inline />
    </span>
  );
}

function RoomState({ room, hasEnded }: { room: Room; hasEnded: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {hasEnded ? <span className="badge">{t('rooms.ended', { ns: 'living' })}</span> : null}
      {room.visibility === 'public' ? null : (
        <span className="badge badge-warn">{t(`visibility.${room.visibility}`)}</span>
      )}
      {room.paused ? <span className="badge badge-warn">{t('topics.paused')}</span> : null}
    </>
  );
}
