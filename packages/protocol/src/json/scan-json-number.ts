import { JsonError } from './json-error.ts';

// Number grammar of RFC 8259 section 6; sticky, so that it matches exactly at the scanner's position.
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

/**
 * Reads the number that starts at `start`. Every double beyond ±(2^53-1) is an integer that another parser may represent exactly
 * and we cannot, so the signed text and the value would differ: `unsafe_number`.
 */
export function scanJsonNumber(text: string, start: number): { value: number; end: number } {
  NUMBER.lastIndex = start;
  if (!NUMBER.test(text)) throw new JsonError('syntax', 'expected a value', start);
  const end = NUMBER.lastIndex;
  const value = Number(text.slice(start, end));
  if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) {
    throw new JsonError('unsafe_number', 'number is beyond the safe range', start);
  }
  return { value: value === 0 ? 0 : value, end };
}
