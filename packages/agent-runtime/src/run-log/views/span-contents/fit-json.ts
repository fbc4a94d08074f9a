import type { JsonValue } from '@agent-home/protocol';

/** Maximum size of an attribute with contents, in bytes of UTF-8. */
export const mostContentBytes = 32 * 1024;
/** End of a text that was cut. */
export const cutMark = '… [cut]';

/** Texts up to this length are never cut while the value remains JSON: ids, names and types are shorter. */
const shortestCut = 256;

/**
 * Returns a value as JSON of a limited size. Its longest texts are cut, all at the same length, between characters and with a mark. If
 * that is not enough, the JSON itself is cut and marked, and cannot be parsed.
 */
export function fitJson(value: JsonValue, most = mostContentBytes): string {
  // A text of more units has more bytes, so nothing longer has to be measured.
  const bounded = withCutTexts(value, most);
  const whole = JSON.stringify(bounded);
  if (getBytes(whole) <= most) return whole;
  let [fitting, tooLong] = [shortestCut - 1, most];
  let found: string | undefined;
  while (tooLong - fitting > 1) {
    const length = Math.floor((fitting + tooLong) / 2);
    const text = JSON.stringify(withCutTexts(bounded, length));
    if (getBytes(text) <= most) [fitting, found] = [length, text];
    else tooLong = length;
  }
  return found ?? cutToBytes(whole, most);
}

function withCutTexts(value: JsonValue, length: number): JsonValue {
  if (typeof value === 'string') return value.length > length ? cutBetweenCharacters(value, length) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each: JsonValue) => withCutTexts(each, length));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) =>
      each === undefined ? [] : [[key, withCutTexts(each, length)]],
    ),
  );
}

/** Cuts no surrogate pair in two. A text that was cut before gets no second mark. */
function cutBetweenCharacters(text: string, length: number): string {
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(length - 1));
  return `${text.slice(0, isHalf ? length - 1 : length)}${cutMark}`;
}

function cutToBytes(text: string, most: number): string {
  const bytes = new TextEncoder().encode(text).subarray(0, most - getBytes(cutMark));
  // An incomplete character at the end is kept back by a decoder that expects more.
  return `${new TextDecoder().decode(bytes, { stream: true })}${cutMark}`;
}

function getBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
