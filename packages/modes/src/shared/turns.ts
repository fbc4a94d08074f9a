import type { JsonObject } from '@agent-home/protocol';
import { z } from 'zod';
import type { AuthorFacts, Effect, MessagePlace, ModeContext, Writable } from '../mode/mode.ts';
import { numberedId } from './numbered-ids.ts';
import type { Refusal } from './refusal.ts';
import { addSeconds, isAfter } from './time.ts';

/** State fields of every mode in which one agent at a time has a turn. All null between turns. */
export const turnShape = {
  turn_id: z.string().nullable(),
  speaker_agent_id: z.string().nullable(),
  speaker_expires_at: z.string().nullable(),
};

export interface Turn {
  turn_id: string | null;
  speaker_agent_id: string | null;
  speaker_expires_at: string | null;
}

export const noTurn = { turn_id: null, speaker_agent_id: null, speaker_expires_at: null };

/**
 * Returns the turn of this number. Its window starts now, since a window that is over before its turn starts is
 * useless.
 */
export function giveTurn(
  number: number,
  agentId: string,
  seconds: number,
  context: ModeContext,
  prefix = 'turn_',
): { turn: { turn_id: string; speaker_agent_id: string; speaker_expires_at: string }; started: Effect } {
  const turn_id = numberedId(number, prefix);
  const speaker_expires_at = addSeconds(context.now, seconds);
  return {
    turn: { turn_id, speaker_agent_id: agentId, speaker_expires_at },
    started: { type: 'turn_started', agent_id: agentId, turn_id, expires_at: speaker_expires_at },
  };
}

export function messageIdOfTurn(turnId: string): string {
  return `${turnId}_0001`;
}

/** Returns the `meta` of a message in this turn; undefined for another turn or author. */
export function metaOfTurn<More extends JsonObject>(
  { turn_id: turnId, speaker_agent_id: speaker }: Turn,
  { agent_id: agentId, message_id: messageId }: MessagePlace,
  more: More,
): JsonObject | undefined {
  if (turnId === null || speaker !== agentId || messageId !== messageIdOfTurn(turnId)) return undefined;
  return { turn_id: turnId, ...more };
}

/** Returns the reason why a message is not the speaker's message of this turn; undefined if it is. */
export function lineRefusal(
  turn: Turn,
  agentId: string,
  messageId: string,
  context: ModeContext,
): Refusal | undefined {
  if (turn.turn_id === null || messageId !== messageIdOfTurn(turn.turn_id))
    return { reason: 'turn_over', explanation: 'the turn this message was for is not the current one' };
  if (turn.speaker_agent_id !== agentId)
    return { reason: 'not_your_turn', explanation: 'another agent has the turn' };
  if (turn.speaker_expires_at && isAfter(context.written_at ?? context.now, turn.speaker_expires_at))
    return { reason: 'too_late', explanation: 'written after the turn had run out' };
  return undefined;
}

/** Returns the reason why a `turn_done` has no effect; undefined if it is the speaker's, for its own turn. */
export function turnDoneRefusal(turn: Turn, agentId: string, turnId: unknown): Refusal | undefined {
  if (turn.speaker_agent_id !== agentId)
    return { reason: 'not_your_turn', explanation: 'only the speaker can end its turn' };
  if (turnId !== turn.turn_id)
    return { reason: 'turn_over', explanation: 'turn_done names another turn than the current one' };
  return undefined;
}

/** Returns the single key of the turn for its speaker, and a denial for other agents. */
export function writableLine(turn: Turn, author: AuthorFacts): Writable {
  const { turn_id, speaker_agent_id, speaker_expires_at } = turn;
  if (speaker_agent_id !== author.agent_id || turn_id === null || speaker_expires_at === null)
    return { denied: 'not_your_turn', message: 'wait until state.json names you as the speaker' };
  return { ids: [{ id: messageIdOfTurn(turn_id), not_after: speaker_expires_at }] };
}
