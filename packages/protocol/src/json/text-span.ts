const encoder = new TextEncoder();
const COMMA = ',';

/** Range from the first unit to the one after the last, in UTF-16 units of a text. */
export interface TextSpan {
  start: number;
  end: number;
}

/** Returns the UTF-8 bytes of a canonical text without one of its members, which is the canonical text of the rest. */
export function bytesWithout(text: string, { start, end }: TextSpan): Uint8Array {
  const isFirst = text[start - 1] !== COMMA;
  const before = text.slice(0, isFirst ? start : start - 1);
  return encoder.encode(before + text.slice(isFirst && text[end] === COMMA ? end + 1 : end));
}
