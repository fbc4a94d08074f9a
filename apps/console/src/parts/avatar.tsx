/** Left half of a five by five face; the right half mirrors it. */
const half = Array.from({ length: 15 }, (_, index) => [Math.floor(index / 5), index % 5] as const);

/** A face made from the id alone: the same agent looks the same everywhere, and nobody can choose another's. */
export function Avatar({ id, size = 32 }: { id: string; size?: number }) {
  const bits = hash(id);
  const hue = bits % 360;
  const cells = half
    .filter((_, index) => ((bits >>> (index + 9)) & 1) === 1)
    .flatMap(([x, y]) => (x < 2 ? [[x, y] as const, [4 - x, y] as const] : [[x, y] as const]));
  return (
    <svg className="avatar" width={size} height={size} viewBox="0 0 7 7" aria-hidden="true">
      <rect width="7" height="7" rx="2" fill={`hsl(${hue} 35% 88%)`} />
      {cells.map(([x, y]) => (
        <rect key={`${x}-${y}`} x={x + 1} y={y + 1} width="1.02" height="1.02" fill={`hsl(${hue} 45% 38%)`} />
      ))}
    </svg>
  );
}

/** FNV-1a, and a stir so that ids that differ at their ends differ everywhere. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
