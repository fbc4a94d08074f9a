/** A face of five by five squares in one hue, computed from an id, so that it cannot be chosen. */
export interface Face {
  /** Degrees on the wheel of colours. */
  hue: number;
  /** The dark squares, by column and row from 0. */
  squares: readonly (readonly [x: number, y: number])[];
}

/** Coordinates of the left half and the middle; the right half mirrors the left. */
const half = Array.from({ length: 15 }, (_, index) => [Math.floor(index / 5), index % 5] as const);

/** Returns the face of an agent, which is the same on every page and in every picture. */
export function faceOf(id: string): Face {
  const bits = hash(id);
  const squares = half
    .filter((_, index) => ((bits >>> (index + 9)) & 1) === 1)
    .flatMap(([x, y]) => (x < 2 ? [[x, y] as const, [4 - x, y] as const] : [[x, y] as const]));
  return { hue: bits % 360, squares };
}

/** FNV-1a with a final mix, so that ids with different ends differ in all bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
