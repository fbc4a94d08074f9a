import type { JsonObject } from '@agent-home/protocol';
import type { AnyMode, ModeInput, Transition } from '../mode.ts';
import { facts, messageDocument, requestDocument } from './inputs.ts';

export const agents = ['ada', 'bo', 'cy'];

interface TurnState extends JsonObject {
  turn_id: string | null;
  turns_started: number;
}

/** What agents may write at now, as `agent id`. */
export function grants(mode: AnyMode, state: JsonObject, rules: JsonObject): string[] {
  return agents.flatMap((agentId) => {
    const writable = mode.writableMessages(state, facts(agentId), rules);
    return 'ids' in writable ? writable.ids.map(({ id }) => `${agentId} ${id}`) : [];
  });
}

/** Everything that must hold of one step in any mode. Gives what does not, or nothing. */
export function brokenInvariant(
  mode: AnyMode,
  before: JsonObject,
  { state, verdict }: Transition<JsonObject>,
  rules: JsonObject,
): string | undefined {
  if (verdict.outcome === 'rejected') {
    if (!verdict.reason) return 'a refusal has no reason';
    if (state === before) return undefined;
    return JSON.stringify(state) === JSON.stringify(before)
      ? undefined
      : 'a rejected input changed the state';
  }
  if (!mode.parseState(state)) return 'the state does not fit its schema';
  if (!mode.isOpen(before) && mode.isOpen(state)) return 'a closed topic opened again';
  const granted = grants(mode, state, rules);
  if (!mode.isOpen(state)) {
    if (granted.length > 0) return 'a closed topic grants a message';
    if (agents.some((agentId) => 'ids' in mode.writableRequests(state, facts(agentId), rules)))
      return 'a closed topic grants a request';
    if (mode.deadline(state) !== undefined) return 'a closed topic has a deadline';
  }
  return mode.name === 'turn_queue' ? brokenTurn(mode, before, state, granted) : undefined;
}

function brokenTurn(
  mode: AnyMode,
  before: JsonObject,
  state: JsonObject,
  granted: string[],
): string | undefined {
  if (granted.length > 1) return `several may write: ${granted.join(', ')}`;
  const [old, now] = [before, state] as [TurnState, TurnState];
  const id = granted[0]?.split(' ')[1];
  if (id !== undefined && id !== `${now.turn_id}_0001`) return 'a grant is not of this turn';
  if (now.turns_started < old.turns_started) return 'turns are counted backwards';
  const isNewTurn = now.turn_id !== null && now.turn_id !== old.turn_id;
  if (isNewTurn && now.turns_started !== old.turns_started + 1) return 'a turn has a number used before';
  if (!isNewTurn && now.turn_id !== null && mode.deadline(state) !== mode.deadline(before))
    return 'the deadline moved while a turn ran';
  return undefined;
}

export function message(agentId: string, messageId: string): ModeInput {
  const document = messageDocument(agentId, messageId) as never;
  return { type: 'message', agent_id: agentId, message_id: messageId, message: document };
}

export function request(agentId: string, fields: JsonObject): ModeInput {
  const document = requestDocument(agentId, 'r000001', fields) as never;
  return { type: 'request', agent_id: agentId, request_id: 'r000001', request: document };
}

export const admin = (action: Extract<ModeInput, { type: 'admin' }>['admin']): ModeInput => ({
  type: 'admin',
  admin: action,
});
