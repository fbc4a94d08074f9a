import type { JsonObject, JsonValue } from '../json/json-value.ts';

/** Draws the next number from 0 on, below `bound`. */
export type Draw = (bound: number) => number;

/** Returns numbers that depend only on a seed (mulberry32), so that a failed text can be reproduced. */
export function drawFrom(seed: number): Draw {
  let state = seed | 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/**
 * Returns a text of the value. At each place, one time in `rarity`, it is not canonical, and sometimes it is invalid JSON, such as
 * a duplicate name or half a surrogate pair. An infinite `rarity` keeps it canonical.
 */
export function spellJson(value: JsonValue, draw: Draw, rarity: number): string {
  const happens = () => rarity !== Number.POSITIVE_INFINITY && draw(rarity) === 0;
  const oneOf = (texts: readonly string[]): string => texts[draw(texts.length)] ?? '';
  const space = () => (happens() ? oneOf([' ', '\n', '\t', '\r', '\u00a0']) : '');

  function character(unit: string): string {
    if (!happens()) return JSON.stringify(unit).slice(1, -1);
    const units = Array.from({ length: unit.length }, (_, index) =>
      unit.charCodeAt(index).toString(16).padStart(4, '0'),
    );
    const escaped = units.map((hex) => `\\u${happens() ? hex.toUpperCase() : hex}`).join('');
    return oneOf([escaped, escaped, unit === '/' ? '\\/' : escaped, `\\ud800${escaped}`, unit]);
  }

  function number(of: number): string {
    const text = String(of);
    if (!happens()) return text;
    const respelt = [of.toExponential(), of.toExponential().toUpperCase(), `${text}.0`, `${text}e0`];
    return oneOf([...respelt, of === 0 ? '-0' : `0${text}`, String(of + 0.5), `${text}0`]);
  }

  function members(object: JsonObject): string[] {
    const names = Object.keys(object).sort();
    if (happens()) names.reverse();
    if (happens()) names.push(...names.splice(0, 1));
    if (names.length > 0 && happens()) names.push(names[draw(names.length)] ?? '');
    return names.map((name) => `${space()}${string(name)}${space()}:${text(object[name] ?? null)}`);
  }

  const string = (of: string) => `"${Array.from(of, character).join('')}"`;

  function text(of: JsonValue): string {
    if (typeof of === 'string') return space() + string(of) + space();
    if (typeof of === 'number') return space() + number(of) + space();
    if (typeof of !== 'object' || of === null) return space() + String(of) + space();
    const inner = Array.isArray(of)
      ? `[${of.map(text).join(',')}]`
      : `{${members(of as JsonObject).join(',')}}`;
    return space() + inner + space();
  }

  return text(value);
}

/** Returns the bytes with one place changed, omitted, doubled or cut off, as a store or a forger might. */
export function damaged(bytes: Uint8Array, draw: Draw): Uint8Array {
  const at = draw(Math.max(bytes.length, 1));
  const copy = Array.from(bytes);
  const changes = [
    () => copy.splice(at, 1, (bytes[at] ?? 0) ^ (1 << draw(8))),
    () => copy.splice(at, 1 + draw(3)),
    () => copy.splice(at, 0, ...bytes.subarray(at, at + 1 + draw(12))),
    () => copy.splice(at),
    () => copy.splice(at, 1, draw(256)),
  ];
  changes[draw(changes.length)]?.();
  return Uint8Array.from(copy);
}
