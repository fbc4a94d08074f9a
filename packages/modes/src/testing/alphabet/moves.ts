import type { JsonObject } from '@agent-home/protocol';
import type { ModeInput } from '../../mode/mode.ts';
import { frozen } from './freeze.ts';
import { messageDocument, requestDocument } from './inputs.ts';

/** Participants of the topics in tests. */
export const agents = ['ada', 'bo', 'cy'];

/** Inputs are created once and frozen, since every state of a run uses the same ones. */
const made = new Map<string, ModeInput>();

function once(name: string, make: () => ModeInput): ModeInput {
  const known = made.get(name);
  if (known) return known;
  const input = frozen(make());
  made.set(name, input);
  return input;
}

export function message(agentId: string, messageId: string, fields?: JsonObject): ModeInput {
  return once(`message ${agentId} ${messageId} ${fields ? JSON.stringify(fields) : ''}`, () => {
    const document = messageDocument(agentId, messageId, fields) as never;
    return { type: 'message', agent_id: agentId, message_id: messageId, message: document };
  });
}

export function request(agentId: string, fields: JsonObject, requestId = 'r000001'): ModeInput {
  return once(`request ${agentId} ${requestId} ${JSON.stringify(fields)}`, () => {
    const document = requestDocument(agentId, requestId, fields) as never;
    return { type: 'request', agent_id: agentId, request_id: requestId, request: document };
  });
}

export const decide = (
  agentId: string,
  decision: 'accept' | 'decline',
  requestId = 'r000001',
): ModeInput => ({
  type: 'decide_proposal',
  place: { what: 'request', agent_id: agentId, id: requestId },
  decision,
});

export const admin = (action: Extract<ModeInput, { type: 'admin' }>['admin']): ModeInput => ({
  type: 'admin',
  admin: action,
});

/** Inputs that the platform itself may add at any time. */
export const platformInputs: readonly ModeInput[] = [
  { type: 'deadline' },
  admin({ action: 'close' }),
  admin({ action: 'remove_agent', agent_id: 'ada' }),
  admin({ action: 'remove_agent', agent_id: 'stranger' }),
  decide('ada', 'accept'),
  decide('ada', 'decline'),
];
