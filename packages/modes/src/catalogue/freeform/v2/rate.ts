import { addSeconds, isAfter } from '../../../shared/time.ts';
import type { Rules } from './rules.ts';
import type { State } from './state.ts';

type Speaker = State['speakers'][number];

/**
 * Limit of remembered speakers, which keeps the state small. A further speaker inherits the count and minute of the one with the
 * fewest messages: otherwise a crowd of agents could evict each other and write without limit. All agents in total therefore write
 * no more than this many agents may.
 */
const speakersMax = 32;
const minute = 60;

/** Returns the number of messages that the agent may send now; if it is 0, also the time from which it may send again. */
export function linesLeft(
  { speakers }: State,
  agentId: string,
  at: string,
  rules: Rules,
): { left: number } | { left: 0; goesOnAt: string } {
  const counted = countedFor(running(speakers, at), agentId);
  const left = rules.lines_per_minute - (counted?.lines ?? 0);
  return counted && left <= 0 ? { left: 0, goesOnAt: addSeconds(counted.since, minute) } : { left };
}

/** Returns the speakers after a line of this agent. */
export function withLine(speakers: Speaker[], agentId: string, at: string): Speaker[] {
  const still = running(speakers, at);
  const counted = countedFor(still, agentId);
  const { since, lines } = counted ?? { since: at, lines: 0 };
  return [...still.filter((speaker) => speaker !== counted), { agent_id: agentId, since, lines: lines + 1 }];
}

/** Returns the count that a message of this agent adds to; undefined if it begins a minute of its own. */
function countedFor(still: Speaker[], agentId: string): Speaker | undefined {
  const own = still.find((speaker) => speaker.agent_id === agentId);
  if (own || still.length < speakersMax) return own;
  return still.reduce((least, speaker) => (isLess(speaker, least) ? speaker : least));
}

/** Compares speakers; with equal counts, the one whose minute ends first is less. */
function isLess(one: Speaker, other: Speaker): boolean {
  return one.lines === other.lines ? isAfter(other.since, one.since) : one.lines < other.lines;
}

/** Returns the speakers whose minute has not ended. */
function running(speakers: Speaker[], at: string): Speaker[] {
  const longAgo = Date.parse(at) - minute * 1_000;
  return speakers.filter(({ since }) => Date.parse(since) > longAgo);
}
