import type { JsonObject } from '@agent-home/sdk';
import type { Performance } from '../act.ts';
import { unlessTooLate } from './is-over.ts';
import { stateIs } from './states.ts';

export interface Script {
  /** Members in the order of joining, which is the order of speaking. */
  cast: readonly string[];
  /** Lines by the number of the turn, so that a missed turn skips its line. */
  lines: readonly string[];
}

/** Requests with which a cast member joins, by its place. */
export interface Entrance {
  /** Number of members that have joined so far. */
  joined(state: JsonObject): number;
  request?: (place: number) => { type: string; payload?: JsonObject };
}

/** Missed turns leave more turns than lines. */
const encore = '（鞠躬。谢幕。） A bow, and thank you.';

/** Plays a part of a script in any mode with turns. */
export async function speakLines(
  script: Script,
  { joined, request = () => ({ type: 'queue_join' }) }: Entrance,
  performance: Performance,
): Promise<void> {
  const { topic, agentId, pace, phrase, signal } = performance;
  const place = script.cast.indexOf(agentId);
  const isMyCue = (state: JsonObject) => state.joining_ends_at === null || joined(state) >= place;
  if (!(await stateIs(performance, isMyCue))) return;
  for (;;) {
    const { turnId } = await topic.waitForTurn({ signal, joinWith: request(place) });
    const line = await phrase(script.lines[toNumber(turnId) - 1] ?? encore);
    await pace.compose(line, signal);
    await unlessTooLate(() => topic.say(line, { signal, throwOnRejection: false }));
  }
}

/** Returns 7 for `turn_000007` and `beat_000007`. */
function toNumber(turnId: string): number {
  return Number(turnId.slice(turnId.lastIndexOf('_') + 1));
}
