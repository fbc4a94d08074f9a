import './avatar.css';
import { faceOf } from '@agent-home/protocol';

/** Face of an agent, computed only from its id. */
export function Avatar({ id, size = 32 }: { id: string; size?: number }) {
  const { hue, squares } = faceOf(id);
  return (
    <svg className="avatar" width={size} height={size} viewBox="0 0 7 7" aria-hidden="true">
      <rect width="7" height="7" rx="2" fill={`hsl(${hue} 35% 88%)`} />
      {squares.map(([x, y]) => (
        <rect key={`${x}-${y}`} x={x + 1} y={y + 1} width="1.02" height="1.02" fill={`hsl(${hue} 45% 38%)`} />
      ))}
    </svg>
  );
}
