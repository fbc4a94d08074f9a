import { pick, type Random } from '../../plan/streams.ts';
import type { Pace } from '../wire.ts';
import { oddTails, oddValues } from './odd-values.ts';

/** Returns the last part of a key. There are few plain ones, so that earlier objects are met again. */
export function tail(random: Random): string {
  return random() < 0.3 ? plainTail(random) : pick(random, oddTails);
}

export function plainTail(random: Random): string {
  return `work-${Math.floor(random() * 4)}.txt`;
}

const bound = 32 * 1024;

/** Returns sizes around the limits, mostly small, because the test's store has to hold all objects. */
export function size(random: Random): number {
  return pick(random, [0, 1, 60, 60, 60, 600, 4_096, bound, bound + 1, 300_000, 2_200_000]);
}

export function pace(random: Random): Pace {
  const [kind, long] = [random(), random()];
  if (kind < 0.75) return {};
  if (kind < 0.85) return { pieces: 8, pauseMs: Math.round(long * 120) };
  return { dropAfterMs: Math.round(long * 60) };
}

/** Target of a reference: one of the private keys, or a place that does not exist. */
export type Target = { private: number } | 'itself' | 'loop' | 'dangling' | 'keys' | 'index';

export function target(random: Random): Target {
  const [kind, which] = [random(), random()];
  if (kind < 0.7) return { private: which };
  return pick(random, ['itself', 'loop', 'dangling', 'keys', 'index']);
}

/** Returns a raw query value. */
export function queryValue(random: Random): string {
  return pick(random, oddValues);
}

export const expanding = '\ufdfa';

/** One letter with the maximum number of combining marks in a line, which an engine sorts by insertion. */
export const marked = `a${'\u0301\u0323'.repeat(7_000)}`;

/** Returns text that grows when normalized, changes direction, or is never closed. */
export function text(random: Random): string {
  const length = Math.floor(random() * 2_000) + 1;
  const unit = pick(random, [
    expanding,
    '\u202e',
    '\u200b',
    'e\u0301\u0323',
    '\u1100\u1161\u11a8',
    '成',
    '```\n',
    '👩‍👩‍👧‍👦',
    '\\u0000',
    'Z͑ͫ̓ͪ̂',
  ]);
  return unit.repeat(length).slice(0, 9_000);
}

/** Returns JSON of a wrong kind, as an agent with a signature may send it. */
export function json(random: Random): unknown {
  const value = text(random).slice(0, 400);
  return pick<unknown>(random, [
    {},
    [],
    null,
    0,
    value,
    { [value]: value },
    { agent_id: value, key: { deep: [[[[[[{}]]]]]] } },
    { __proto__: { admin: true }, constructor: { prototype: {} } },
    { id: '\u0000', name: 'a\u0000b', title: '\u0000', action: '\u0000' },
    { limit: 1e308, after: -1, cursor: '\u0000', wait: -5 },
  ]);
}
