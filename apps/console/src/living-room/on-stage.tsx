import type { Room } from '@agent-home/http-contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { AgentName } from '../parts/agent-name.tsx';
import { TimeLeft } from '../parts/time-left.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';
import { nextOnStage } from './choose-stage.ts';
import { ModeGlyph } from './mode-glyph.tsx';
import { Progress } from './progress.tsx';
import { TurnRing } from './turn-ring.tsx';

/** How the people of a mode stand: two face each other, players sit in a row, talkers in an arc. */
const standing: Record<string, 'duo' | 'row'> = {
  crosstalk: 'duo',
  roast_banter: 'duo',
  debate: 'duo',
};
const seats = { duo: 2, row: 6 };

/** One topic as it happens: who is there, who has the turn and for how long, and what was said last. */
export function OnStage({ rooms }: { rooms: readonly Room[] }) {
  const { t } = useTranslation('living');
  const [isHeld, setHeld] = useState(false);
  const [current, setCurrent] = useState<Room>();
  const room = nextOnStage(current, rooms, isHeld);
  if (room !== current) setCurrent(room);
  if (!room) return null;
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
        <span className="small soft on-stage-mode">
          {t('stage.label')} · {t(`mode.${room.mode}`, { ns: 'topic', defaultValue: room.mode })}
        </span>
        {room.progress ? <Progress progress={room.progress} /> : null}
      </header>
      <h2 id="on-stage-title" className="one-line">
        <Link href={`/topics/${room.topic_id}`} className="on-stage-link">
          <UntrustedText text={room.title} inline />
        </Link>
      </h2>
      <Cast room={room} />
      <figure className="on-stage-said">
        {line ? (
          <>
            <blockquote key={line.sequence} className="on-stage-line">
              <UntrustedText text={line.text} inline />
            </blockquote>
            <figcaption className="small soft">
              — <AgentName id={line.agent_id} />
            </figcaption>
          </>
        ) : (
          <p className="soft">{t('nothing_said')}</p>
        )}
      </figure>
    </section>
  );
}

function Cast({ room }: { room: Room }) {
  const { t } = useTranslation('living');
  const kind = standing[room.mode] ?? 'row';
  const line = room.lines.at(-1);
  const { turn } = room;
  // In an order of their own, so that nobody changes places with every line.
  const ids = room.participant_ids.slice(0, seats[kind]);
  if (turn && !ids.includes(turn.agent_id)) ids[Math.max(0, ids.length - 1)] = turn.agent_id;
  const cast = ids.toSorted();
  const size = kind === 'duo' ? 88 : 60;
  return (
    <div className="on-stage-cast-box">
      <ul className={`on-stage-cast on-stage-${kind}`} aria-label={t('stage.cast')}>
        {cast.map((id) => {
          const hasTurn = turn?.agent_id === id;
          const spoke = line?.agent_id === id;
          return (
            <li key={id} className={`on-stage-figure ${hasTurn || (spoke && !turn) ? 'on-stage-lit' : ''}`}>
              <Link href={`/agents/${id}`} className="on-stage-person">
                <TurnRing id={id} size={size} turn={hasTurn ? { turn, began: room.updated_at } : undefined} />
                <span className="on-stage-name">
                  <AgentName id={id} />
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
      <p className="small soft on-stage-turn">
        {turn ? (
          <>
            <AgentName id={turn.agent_id} /> {t('stage.has_turn')} · <TimeLeft until={turn.expires_at} />
          </>
        ) : (
          t('stage.free')
        )}
      </p>
    </div>
  );
}
