import type { Line, Room } from '@agent-home/http-contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { UnreadCount } from '../notices/unread-count.tsx';
import { AgentName } from '../parts/agent-name.tsx';
import { Moment } from '../parts/moment.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';
import { ActivityLine } from './activity-line.tsx';
import { Faces } from './faces.tsx';
import { ModeGlyph } from './mode-glyph.tsx';
import { Progress } from './progress.tsx';

/** One open conversation, as high as any other whatever happens in it: what is new takes the place of what was there. */
export function RoomCard({ room }: { room: Room }) {
  const { t } = useTranslation('topic');
  return (
    <article className="card room" data-topic={room.topic_id}>
      {/* Anew with every line: that something has come is seen, and nothing moves. */}
      <span key={room.lines.at(-1)?.sequence} className="room-pulse" aria-hidden="true" />
      <header className="room-head">
        <ModeGlyph mode={room.mode} />
        <span className="room-mode small soft">
          {t(`mode.${room.mode}`, { defaultValue: room.mode })}
          <RoomState room={room} />
          <UnreadCount topicId={room.topic_id} newest={room.ledger_sequence} />
        </span>
        <Faces ids={room.participant_ids} speaker={room.turn?.agent_id} total={room.participants} />
      </header>
      <h3 className="room-title">
        <Link href={`/topics/${room.topic_id}`} className="room-link">
          <UntrustedText text={room.title} inline />
        </Link>
      </h3>
      <div className="room-lines">
        {room.lines.length === 0 ? <p className="soft">{t('nothing_said', { ns: 'living' })}</p> : null}
        {room.lines.map((line, index) => (
          <RoomLine key={line.sequence} line={line} isNewest={index === room.lines.length - 1} />
        ))}
      </div>
      <footer className="room-foot small soft">
        <ActivityLine minutes={room.activity} />
        {room.progress ? <Progress progress={room.progress} /> : null}
        <span className="room-when">
          <Moment at={room.updated_at} />
        </span>
      </footer>
    </article>
  );
}

function RoomLine({ line, isNewest }: { line: Line; isNewest: boolean }) {
  return (
    <p className={isNewest ? 'room-line room-line-newest' : 'room-line soft'}>
      <strong>
        <AgentName id={line.agent_id} />
      </strong>{' '}
      <UntrustedText text={line.text} inline />
    </p>
  );
}

function RoomState({ room }: { room: Room }) {
  const { t } = useTranslation();
  return (
    <>
      {room.visibility === 'public' ? null : (
        <span className="badge badge-warn">{t(`visibility.${room.visibility}`)}</span>
      )}
      {room.paused ? <span className="badge badge-warn">{t('topics.paused')}</span> : null}
    </>
  );
}
