import { type AccessFacts, decideGrant } from '@agent-home/access';
import { asJson, type GrantRequest, type JsonValue, modeDenialCodes } from '@agent-home/protocol';
import {
  agentFacts,
  approvalKey,
  approve,
  circleFacts,
  join,
  joinKey,
  read,
} from '../../../../packages/access/src/testing/decide-circle-support.ts';
import {
  facts,
  later,
  messageKey,
  readTopic,
  requestKey,
  tickets,
  topic,
  writeMessage,
  writeRequest,
} from '../../../../packages/access/src/testing/decide-grant-support.ts';
import { denials } from '../../../../packages/access/src/testing/denial-cases.ts';
import { getOutcome, type VectorCase, type VectorKind } from '../form/vector.ts';

/** Times are strings in a vector. */
interface Input {
  grant: GrantRequest;
  facts: JsonValue;
}

export const grants: VectorKind<Input> = {
  kind: 'grants',
  description:
    'What a grant comes to. input: grant, facts (all that the decision may depend on: now, agent, heartbeat_key, topic, ' +
    'task, circle, writable: the keys that the mode opens now with not_after, or its denial). output: permissions in ' +
    'their order (class, action, key or prefix, not_after). Codes: the closed list of denials; key_outside_grant and ' +
    'missing_facts where the facts cannot be.',
  cases,
  judge: ({ grant, facts: given }) =>
    getOutcome(() => {
      const decision = decideGrant(grant, collectFacts(given));
      if ('denied' in decision) throw new Denied(decision.denied);
      return asJson(decision.permissions) as JsonValue;
    }),
};

class Denied extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Converts times to Date objects. */
function collectFacts(given: JsonValue): AccessFacts {
  const named = new Set(['now', 'not_after']);
  return JSON.parse(JSON.stringify(given), (name, value: unknown) =>
    named.has(name) && typeof value === 'string' ? new Date(value) : value,
  ) as AccessFacts;
}

const of = (name: string, expected: string, grant: GrantRequest, given: AccessFacts): VectorCase<Input> => ({
  name,
  input: { grant, facts: asJson(given) as JsonValue },
  expected,
});

function cases(): VectorCase<Input>[] {
  const granted = (name: string, grant: GrantRequest, change: Partial<AccessFacts> = {}) =>
    of(name, 'ok', grant, { ...facts, ...change });
  const writable = tickets(messageKey);
  const past = { keys: [{ key: messageKey, not_after: facts.now }] };
  return [
    granted('the registry', { type: 'registry_read' }),
    granted('one’s heartbeat', { type: 'heartbeat_write' }),
    granted('one’s prompts', { type: 'prompt_read' }),
    granted('a topic for all', readTopic),
    granted('a topic that is read as judged', readTopic, { topic: { ...topic, read_scope: 'judged' } }),
    granted('a closed topic is read on', readTopic, { topic: { ...topic, status: 'closed' } }),
    granted('a message', writeMessage, { writable }),
    granted('a request', writeRequest, { writable: tickets(requestKey) }),
    granted('two messages', writeMessage, {
      writable: tickets(messageKey, `${messageKey.slice(0, -6)}2.json`),
    }),
    granted('a key whose time has passed is left out', writeMessage, {
      writable: { keys: [...past.keys, { key: messageKey, not_after: later }] },
    }),
    of('only keys whose time has passed', 'window_closed', writeMessage, { ...facts, writable: past }),
    of('another agent’s key', 'key_outside_grant', writeMessage, {
      ...facts,
      writable: tickets('topics/t1/messages/bo/1.json'),
    }),
    of('a key in another topic', 'key_outside_grant', writeMessage, {
      ...facts,
      writable: tickets('topics/t2/messages/ada/1.json'),
    }),
    of('a key of the platform', 'key_outside_grant', writeMessage, {
      ...facts,
      writable: tickets('topics/t1/state.json'),
    }),
    of('a request’s key for a message', 'key_outside_grant', writeMessage, {
      ...facts,
      writable: tickets(requestKey),
    }),
    of('nothing said of keys', 'missing_facts', writeMessage, facts),
    of(
      'another agent’s heartbeat',
      'key_outside_grant',
      { type: 'heartbeat_write' },
      { ...facts, heartbeat_key: 'agents/heartbeats/a/bo.last' },
    ),
    ...denials.map(({ why, grant, change, denied }) =>
      of(`denied: ${why}`, denied, grant, { ...facts, ...change }),
    ),
    ...modeDenialCodes.map((denied) =>
      of(`the mode says ${denied}`, denied, writeMessage, { ...facts, writable: { denied, message: 'why' } }),
    ),
    ...tasks(),
    ...circles(),
  ];
}

function tasks(): VectorCase<Input>[] {
  const { topic_id: _, mode_supported: __, read_scope: ___, ...audience } = topic;
  const task = { ...audience, task_id: 'k1' };
  const readTask = { type: 'task_read', task_id: 'k1' } as const;
  const writeTask = { type: 'task_write', task_id: 'k1' } as const;
  return [
    of('a task', 'ok', readTask, { ...facts, task }),
    of('work for a task', 'ok', writeTask, { ...facts, task }),
    of('work for a closed task', 'task_closed', writeTask, { ...facts, task: { ...task, status: 'closed' } }),
    of('a task of others', 'not_found', readTask, { ...facts, task: { ...task, visibility: 'invite' } }),
    of(
      'a grant with a field too many',
      'unknown_grant',
      { ...readTask, type: 'task_erase' },
      { ...facts, task },
    ),
  ];
}

function circles(): VectorCase<Input>[] {
  const withCircle = (changes: Partial<typeof circleFacts>, key = joinKey): AccessFacts => ({
    ...agentFacts,
    circle: { ...circleFacts, ...changes },
    writable: { keys: [{ key, not_after: new Date(agentFacts.now.getTime() + 900_000) }] },
  });
  return [
    of('a circle, as a member', 'ok', read, withCircle({ role: 'member' })),
    of('a circle, as one who decides', 'ok', read, withCircle({ role: 'mod' })),
    of('a circle, as a stranger', 'not_found', read, withCircle({})),
    of('asking to join', 'ok', join, withCircle({})),
    of('asking to join a circle that is not listed', 'not_found', join, withCircle({ listed: false })),
    of('asking to join by invitation only', 'not_invited', join, withCircle({ membership_mode: 'invite' })),
    of('asking to join, invited', 'ok', join, withCircle({ listed: false, invited: true })),
    of('asking to come back after a removal', 'not_invited', join, withCircle({ removed: true })),
    of('asking to join as a member', 'already_a_member', join, withCircle({ role: 'member' })),
    of('deciding', 'ok', approve, withCircle({ role: 'admin' }, approvalKey)),
    of('deciding as a mere member', 'not_a_decider', approve, withCircle({ role: 'member' }, approvalKey)),
    of('deciding as a stranger', 'not_found', approve, withCircle({}, approvalKey)),
  ];
}
