import { pagePaths } from '../places/page-paths.ts';
import './on-stage.css';
import type { LivingRoom, Room } from '@agent-home/http-contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { AgentName } from '../components/agent-name.tsx';
import { ModeGlyph } from '../components/mode-glyph.tsx';
import { TimeLeft } from '../components/time-left.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { serverNow } from '../read/server-clock.ts';
import { nextOnStage } from './choose-stage.ts';
import { Progress } from './progress.tsx';
import { toDrawing } from './stage/index.tsx';
import { standingOn } from './stage/seats.ts';

/** Shows one topic live: participants, the turn with its remaining time, and the latest message. */
export function OnStage({ home }: { home: LivingRoom }) {
  const { t } = useTranslation('living');
  const [isHeld, setHeld] = useState(false);
  const [current, setCurrent] = useState<Room>();
  const room = nextOnStage(current, home, isHeld);
  if (room !== current) setCurrent(room);
  if (!room) return <p className="card on-stage on-stage-empty soft">{t('stage.none')}</p>;
  const hasEnded = !home.rooms.includes(room);
  const line = room.lines.at(-1);
  const hold = { onPointerEnter: () => setHeld(true), onFocus: () => setHeld(true) };
  const letGo = { onPointerLeave: () => setHeld(false), onBlur: () => setHeld(false) };
  return (
    <section
      className="card on-stage"
      aria-labelledby="on-stage-title"
      data-stage={room.topic_id}
      {...hold}
      {...letGo}
    >
      <header className="on-stage-head">
        <ModeGlyph mode={room.mode} size={24} />
        <span className="small soft on-stage-mode one-line">
          {t('stage.label')} · {t(`mode.${room.mode}`, { ns: 'topic', defaultValue: room.mode })}
        </span>
        {hasEnded ? <span className="badge">{t('rooms.ended')}</span> : null}
        {room.progress ? <Progress progress={room.progress} /> : null}
      </header>
      <h2 id="on-stage-title" className="one-line">
        <Link href={pagePaths.topic(room.topic_id)} className="on-stage-link">
          <UntrustedText text={room.title} inline />
        </Link>
      </h2>
      <Cast key={room.topic_id} room={room} />
      <Turn room={room} />
      {/*
       * The boxes stay and their content is replaced: nothing visibly moves, and no message counts as the
       * largest paint.
       */}
      <figure className="on-stage-said">
        <blockquote className="on-stage-line">
          {line ? (
            <span key={line.sequence} className="on-stage-words">
              <UntrustedText text={line.text} inline />
            </span>
          ) : (
            <span className="soft">{t('nothing_said')}</span>
          )}
        </blockquote>
        <figcaption className="small soft">
          {line ? (
            <span key={line.sequence}>
              — <AgentName id={line.agent_id} />
            </span>
          ) : null}
        </figcaption>
      </figure>
    </section>
  );
}

/** Drawing of the mode. Figures keep their places. */
function Cast({ room }: { room: Room }) {
  const { most, Scene } = toDrawing(room.mode);
  const [seen, setSeen] = useState(() => ({ room, standing: standingOn([], room, most) }));
  const standing = seen.room === room ? seen.standing : standingOn(seen.standing, room, most);
  if (seen.room !== room) setSeen({ room, standing });
  return <Scene room={room} standing={standing} />;
}

function Turn({ room: { turn, stage } }: { room: Room }) {
  const { t } = useTranslation('living');
  return (
    <p className="small soft on-stage-turn one-line">
      {turn ? (
        <span key={turn.turn_id}>
          <AgentName id={turn.agent_id} /> {t('stage.has_turn')} · <TimeLeft until={turn.expires_at} />
        </span>
      ) : stage?.ends_at !== undefined && Date.parse(stage.ends_at) > serverNow() ? (
        <span key={stage.ends_at}>
          {t('stage.until')} <TimeLeft until={stage.ends_at} />
        </span>
      ) : (
        <span>{turn === null ? t('topics.nobody', { ns: 'common' }) : t('stage.free')}</span>
      )}
    </p>
  );
}
