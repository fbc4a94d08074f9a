import type { ModeContext } from '../mode/mode.ts';
import type { Refusal } from './refusal.ts';
import { isAfter } from './time.ts';

/** Number of consecutive silent rounds after which a topic counts as deserted. */
const silentRoundsMax = 2;

export const joinSecondsDefault = 600;
export const joinSecondsMax = 604_800;

/** Returns the member after this one, in the order of joining, and the first after the last. */
export function memberAfter(cast: readonly string[], agentId: string | null): string | undefined {
  return cast[agentId === null ? 0 : (cast.indexOf(agentId) + 1) % cast.length];
}

/**
 * Returns the reason why an agent cannot join a cast with an order fixed at the start; undefined while there is
 * room and time.
 */
export function joinRefusal(
  cast: readonly string[],
  castMax: number,
  joiningEndsAt: string | null,
  agentId: string,
  context: ModeContext,
): Refusal | undefined {
  if (cast.includes(agentId)) return { reason: 'already_joined', explanation: 'you are in the cast already' };
  if (cast.length >= castMax)
    return { reason: 'cast_full', explanation: `the cast has its ${castMax} members` };
  if (joiningEndsAt === null)
    return { reason: 'already_started', explanation: 'the cast was settled when the topic began' };
  return joinedTooLate(joiningEndsAt, context);
}

export function joinedTooLate(joiningEndsAt: string, context: ModeContext): Refusal | undefined {
  if (!isAfter(context.written_at ?? context.now, joiningEndsAt)) return undefined;
  return { reason: 'too_late', explanation: 'written after the time for joining had run out' };
}

/** Returns true if this many silent turns in a row mean that no member is present any more. */
export function isDeserted(silentTurns: number, turnsInRound: number): boolean {
  return silentTurns >= silentRoundsMax * turnsInRound;
}
