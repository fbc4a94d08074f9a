import './turn-ring.css';
import { useState } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { serverNow } from '../../read/server-clock.ts';

interface Turn {
  turn_id: string;
  expires_at: string;
}

/** A large face. While its agent has the turn, a ring of light around it shrinks with the remaining time. */
export function TurnRing({
  id,
  size,
  turn,
}: {
  id: string;
  size: number;
  turn: { began: string; turn: Turn } | undefined;
}) {
  const edge = size * 0.125;
  return (
    <svg
      className="turn-ring"
      width={size * 1.25}
      height={size * 1.25}
      viewBox={`0 0 ${size * 1.25} ${size * 1.25}`}
      aria-hidden="true"
    >
      {turn ? (
        <g transform={`rotate(-90 ${size * 0.625} ${size * 0.625})`}>
          <circle className="turn-ring-track" {...getCircle(size)} />
          <RingLeft
            key={`${turn.turn.turn_id}/${turn.turn.expires_at}`}
            size={size}
            began={turn.began}
            ends={turn.turn.expires_at}
          />
        </g>
      ) : null}
      <g transform={`translate(${edge} ${edge})`}>
        <Avatar id={id} size={size} />
      </g>
    </svg>
  );
}

const getCircle = (size: number) => ({
  cx: size * 0.625,
  cy: size * 0.625,
  r: size * 0.625 - 2,
  pathLength: 100,
});

/** Remaining time. The turn begins when it was first seen, because later changes of the topic are part of it. */
function RingLeft({ size, began, ends }: { size: number; began: string; ends: string }) {
  const [time] = useState(() => {
    const total = Math.max(1_000, Date.parse(ends) - Date.parse(began));
    const elapsed = Math.max(0, serverNow() - Date.parse(began));
    return { animationDuration: `${total}ms`, animationDelay: `${-Math.min(elapsed, total)}ms` };
  });
  return <circle className="turn-ring-left" {...getCircle(size)} style={time} />;
}
