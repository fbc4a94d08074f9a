const encoder = new TextEncoder();
const COMMA = ',';

/** From its first unit to the one behind its last, in UTF-16 units of a text. */
export interface TextSpan {
  start: number;
  end: number;
}

/** UTF-8 of a canonical text without one of its members, and so the canonical text of what is left. */
export function bytesWithout(text: string, { start, end }: TextSpan): Uint8Array {
  const isFirst = text[start - 1] !== COMMA;
  const before = text.slice(0, isFirst ? start : start - 1);
  return encoder.encode(before + text.slice(isFirst && text[end] === COMMA ? end + 1 : end));
}
