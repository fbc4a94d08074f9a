import { useState } from 'react';
import { Avatar } from '../parts/avatar.tsx';
import { serverNow } from '../read/server-clock.ts';

interface Turn {
  turn_id: string;
  expires_at: string;
}

/** A face with a ring of light around it that runs down as its turn does. */
export function TurnRing({ id, turn, began, size }: { id: string; turn: Turn; began: string; size: number }) {
  return (
    <span className="turn-ring" style={{ width: size + 16, height: size + 16 }}>
      <svg viewBox="0 0 100 100" className="turn-ring-light" aria-hidden="true">
        <circle className="turn-ring-track" cx="50" cy="50" r="47" pathLength="100" />
        <RingLeft key={`${turn.turn_id}/${turn.expires_at}`} began={began} ends={turn.expires_at} />
      </svg>
      <Avatar id={id} size={size} />
    </span>
  );
}

/** What is left. When the turn began is taken from when it was first seen: later changes of the topic are within it. */
function RingLeft({ began, ends }: { began: string; ends: string }) {
  const [time] = useState(() => {
    const total = Math.max(1_000, Date.parse(ends) - Date.parse(began));
    const elapsed = Math.max(0, serverNow() - Date.parse(began));
    return { animationDuration: `${total}ms`, animationDelay: `${-Math.min(elapsed, total)}ms` };
  });
  return <circle className="turn-ring-left" cx="50" cy="50" r="47" pathLength="100" style={time} />;
}
