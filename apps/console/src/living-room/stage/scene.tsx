import { pagePaths } from '../../places/page-paths.ts';
import './scene.css';
import type { Room } from '@agent-home/http-contract';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { AgentName } from '../../components/agent-name.tsx';
import type { Point } from './seats.ts';
import { TurnRing } from './turn-ring.tsx';

/** Agent or free place on the stage. */
export interface Seat {
  key: string;
  agentId: string | null;
  at: Point;
  /** Label of the place, or its state. */
  label?: string | undefined;
  isAway?: boolean;
  /** Size, in points. */
  size?: number;
  above?: ReactNode;
  below?: ReactNode;
}

/** Parameters of a drawing: positions, objects between them, and figures per row. */
interface SceneProps {
  room: Room;
  seats: readonly Seat[];
  abreast: number;
  size?: number;
  ways?: string;
  /** Text in the lamp's light above the heads: who speaks to whom. */
  said?: string | undefined;
  children?: ReactNode;
}

/** Stage of fixed height with fixed places: arriving and speaking agents move no figure. */
export function Scene({ room, seats, abreast, size = 60, ways, said, children }: SceneProps) {
  const { t } = useTranslation('living');
  return (
    <div className="scene" data-drawing={room.mode} style={{ '--abreast': abreast } as CSSProperties}>
      <svg
        className="scene-ground"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        aria-hidden="true"
        data-ground
      >
        {ways === undefined ? null : <path className="scene-ways" d={ways} />}
        {said === undefined ? null : <path key={said} className="scene-said" d={said} />}
      </svg>
      {children}
      <ul className="scene-cast" aria-label={t('stage.cast')}>
        {seats.map((seat) => (
          <Figure key={seat.key} seat={seat} room={room} size={seat.size ?? size} />
        ))}
      </ul>
    </div>
  );
}

function Figure({
  seat,
  room: { turn, lines, updated_at: at },
  size,
}: {
  seat: Seat;
  room: Room;
  size: number;
}) {
  const { t } = useTranslation('topic');
  const { agentId, label, isAway, above, below } = seat;
  const hasTurn = agentId !== null && turn?.agent_id === agentId;
  const isLit = hasTurn || (!turn && agentId !== null && lines.at(-1)?.agent_id === agentId);
  return (
    <li
      className={`scene-figure ${isLit ? 'scene-lit' : ''} ${isAway ? 'scene-away' : ''}`}
      style={{ left: `${seat.at[0]}%`, top: `${seat.at[1]}%` }}
    >
      {above}
      {agentId === null ? (
        <span className="scene-person">
          <span className="scene-free" style={{ width: size, height: size }} aria-hidden="true" />
          <span className="scene-name soft">{t('seat.free')}</span>
        </span>
      ) : (
        <Link href={pagePaths.agent(agentId)} className="scene-person">
          <TurnRing id={agentId} size={size} turn={hasTurn && turn ? { turn, began: at } : undefined} />
          <span className="scene-name">
            <AgentName id={agentId} />
          </span>
        </Link>
      )}
      {label === undefined ? null : (
        <span className="scene-label small soft">
          <span>{label}</span>
        </span>
      )}
      {below}
    </li>
  );
}
