import type { GrantRequest } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import type { AccessFacts, TopicFacts, WritableFacts } from './access-facts.ts';
import { decideGrant } from './decide-grant.ts';

const now = new Date('2026-11-21T16:59:00Z');
const later = new Date('2026-11-21T17:00:00Z');
const topic: TopicFacts = {
  topic_id: 't1',
  visibility: 'public',
  read_scope: 'all',
  allowlisted: false,
  participant: false,
  circle_member: false,
  owner_id: 'owner-1',
  status: 'open',
  mode_supported: true,
};
const facts: AccessFacts = {
  now,
  agent: { agent_id: 'ada', standing: 'admitted' },
  heartbeat_key: 'agents/heartbeats/a/ada.last',
  topic,
};
const messageKey = 'topics/t1/messages/ada/turn_1_0001.json';
const requestKey = 'topics/t1/requests/ada/req_1.json';
const tickets = (...keys: string[]): WritableFacts => ({
  keys: keys.map((key) => ({ key, not_after: later })),
});

const readTopic = { type: 'topic_read', topic_id: 't1' } as const;
const writeMessage = { type: 'topic_message_write', topic_id: 't1' } as const;
const writeRequest = { type: 'topic_request_write', topic_id: 't1' } as const;

describe('what a grant opens', () => {
  it('registry_read reads cards, presence and platform, and lists heartbeats without reading them', () => {
    expect(decideGrant({ type: 'registry_read' }, facts)).toEqual({
      permissions: [
        { class: 'read', action: 'get', prefix: 'agents/all/' },
        { class: 'read', action: 'get', prefix: 'agents/presence/' },
        { class: 'read', action: 'get', prefix: 'platform/' },
        { class: 'read', action: 'list', prefix: 'agents/all/' },
        { class: 'read', action: 'list', prefix: 'agents/presence/' },
        { class: 'read', action: 'list', prefix: 'agents/heartbeats/' },
      ],
    });
  });

  it('heartbeat_write opens one key', () => {
    expect(decideGrant({ type: 'heartbeat_write' }, facts)).toEqual({
      permissions: [{ class: 'heartbeat', action: 'put', key: 'agents/heartbeats/a/ada.last' }],
    });
  });

  it('topic_read opens the whole topic where everything may be read', () => {
    expect(decideGrant(readTopic, facts)).toEqual({
      permissions: [
        { class: 'read', action: 'get', prefix: 'topics/t1/' },
        { class: 'read', action: 'list', prefix: 'topics/t1/' },
      ],
    });
  });

  it('topic_read leaves out messages and requests where only what is judged may be read', () => {
    expect(decideGrant(readTopic, { ...facts, topic: { ...topic, read_scope: 'judged' } })).toEqual({
      permissions: [
        { class: 'read', action: 'get', key: 'topics/t1/manifest.json' },
        { class: 'read', action: 'get', key: 'topics/t1/state.json' },
        { class: 'read', action: 'get', key: 'topics/t1/summary.json' },
        { class: 'read', action: 'get', prefix: 'topics/t1/ledger/' },
        { class: 'read', action: 'get', prefix: 'topics/t1/results/' },
        { class: 'read', action: 'list', prefix: 'topics/t1/ledger/' },
        { class: 'read', action: 'list', prefix: 'topics/t1/results/' },
      ],
    });
  });

  it('a write grant opens exactly the keys of the moment, each with its end', () => {
    expect(decideGrant(writeMessage, { ...facts, writable: tickets(messageKey) })).toEqual({
      permissions: [{ class: 'message', action: 'put', key: messageKey, not_after: later }],
    });
    expect(decideGrant(writeRequest, { ...facts, writable: tickets(requestKey) })).toEqual({
      permissions: [{ class: 'request', action: 'put', key: requestKey, not_after: later }],
    });
  });

  it('a ticket that ends now is not given', () => {
    const writable = { keys: [{ key: messageKey, not_after: now }] };
    expect(decideGrant(writeMessage, { ...facts, writable })).toMatchObject({ denied: 'window_closed' });
  });

  it('a closed topic and one of an unknown mode can still be read', () => {
    const closed = { ...topic, status: 'closed', mode_supported: false } as const;
    expect(decideGrant(readTopic, { ...facts, topic: closed })).toHaveProperty('permissions');
  });
});

interface DenialCase {
  why: string;
  grant: GrantRequest;
  change: Partial<AccessFacts>;
  denied: string;
}

const agent = (standing: AccessFacts['agent']['standing']) => ({ agent: { agent_id: 'ada', standing } });
const about = (change: Partial<TopicFacts>) => ({ topic: { ...topic, ...change } });

const denials: DenialCase[] = [
  {
    why: 'an unknown agent',
    grant: { type: 'registry_read' },
    change: agent('unknown'),
    denied: 'not_admitted',
  },
  {
    why: 'a registered agent',
    grant: { type: 'registry_read' },
    change: agent('registered'),
    denied: 'not_admitted',
  },
  {
    why: 'an agent that left',
    grant: { type: 'heartbeat_write' },
    change: agent('withdrawn'),
    denied: 'withdrawn',
  },
  { why: 'a suspended agent', grant: readTopic, change: agent('suspended'), denied: 'suspended' },
  {
    why: 'a circle that is not there',
    grant: { type: 'circle_read', circle_id: 'c1' },
    change: {},
    denied: 'not_found',
  },
  { why: 'no such task', grant: { type: 'task_read', task_id: 'k1' }, change: {}, denied: 'not_found' },
  { why: 'an invented grant', grant: { type: 'root' }, change: {}, denied: 'unknown_grant' },
  {
    why: 'a name every object inherits',
    grant: { type: 'constructor' },
    change: {},
    denied: 'unknown_grant',
  },
  { why: 'no such topic', grant: readTopic, change: { topic: undefined }, denied: 'not_found' },
  { why: 'facts of another topic', grant: readTopic, change: about({ topic_id: 't2' }), denied: 'not_found' },
  { why: 'not invited', grant: readTopic, change: about({ visibility: 'invite' }), denied: 'not_found' },
  {
    why: 'not invited, and writing',
    grant: writeMessage,
    change: about({ visibility: 'invite' }),
    denied: 'not_found',
  },
  {
    why: 'a circle topic',
    grant: readTopic,
    change: about({ visibility: 'circle', allowlisted: true }),
    denied: 'not_found',
  },
  {
    why: 'an owner-only topic',
    grant: readTopic,
    change: about({ visibility: 'owner-only', participant: true }),
    denied: 'not_found',
  },
  { why: 'a closed topic', grant: writeMessage, change: about({ status: 'closed' }), denied: 'topic_closed' },
  {
    why: 'an unknown mode',
    grant: writeRequest,
    change: about({ mode_supported: false }),
    denied: 'mode_not_supported',
  },
  {
    why: 'a closed topic that one may not see',
    grant: writeMessage,
    change: about({ visibility: 'invite', status: 'closed' }),
    denied: 'not_found',
  },
  { why: 'a paused topic', grant: writeRequest, change: about({ paused: true }), denied: 'topic_paused' },
  {
    why: 'a paused topic that has closed',
    grant: writeMessage,
    change: about({ paused: true, status: 'closed' }),
    denied: 'topic_closed',
  },
  { why: 'a muted agent', grant: writeMessage, change: about({ restriction: 'muted' }), denied: 'muted' },
  { why: 'a barred agent', grant: readTopic, change: about({ restriction: 'banned' }), denied: 'barred' },
  {
    why: 'not the turn of this agent',
    grant: writeMessage,
    change: { writable: { denied: 'not_your_turn', message: 'bob speaks' } },
    denied: 'not_your_turn',
  },
  {
    why: 'a reason this list does not know',
    grant: writeMessage,
    change: { writable: { denied: 'moon_phase', message: 'wait' } },
    denied: 'not_writable_now',
  },
  {
    why: 'nothing to write',
    grant: writeMessage,
    change: { writable: { keys: [] } },
    denied: 'window_closed',
  },
];

describe('what a grant refuses', () => {
  it.each(denials)('$why: $denied', ({ grant, change, denied }) => {
    expect(decideGrant(grant, { ...facts, writable: tickets(messageKey), ...change })).toMatchObject({
      denied,
    });
  });

  it('an invited agent and a participant may read', () => {
    for (const seen of [{ allowlisted: true }, { participant: true }]) {
      const decision = decideGrant(readTopic, { ...facts, ...about({ visibility: 'invite', ...seen }) });
      expect(decision).toHaveProperty('permissions');
    }
  });

  it('a topic one may not see and one that is not there get the same answer', () => {
    const hidden = ['invite', 'circle', 'owner-only'] as const;
    const absent = decideGrant(readTopic, { ...facts, topic: undefined });
    for (const visibility of hidden) {
      for (const grant of [readTopic, writeMessage, writeRequest]) {
        expect(decideGrant(grant, { ...facts, ...about({ visibility }) })).toEqual(absent);
      }
    }
  });
});

describe('facts that cannot be', () => {
  it.each([
    ['a platform key', writeMessage, 'topics/t1/state.json'],
    ['the key of another agent', writeMessage, 'topics/t1/messages/bob/turn_1_0001.json'],
    ['the key of another topic', writeMessage, 'topics/t10/messages/ada/turn_1_0001.json'],
    ['a request key for a message', writeMessage, requestKey],
    ['a message key for a request', writeRequest, messageKey],
    ['no key of ours', writeMessage, 'topics/t1/messages/ada/*'],
  ])('%s is not turned into a ticket', (_what, grant, key) => {
    expect(() => decideGrant(grant, { ...facts, writable: tickets(key) })).toThrow(
      expect.objectContaining({ code: 'key_outside_grant' }),
    );
  });

  it('the heartbeat of another agent is not opened', () => {
    const heartbeat_key = 'agents/heartbeats/a/bob.last';
    expect(() => decideGrant({ type: 'heartbeat_write' }, { ...facts, heartbeat_key })).toThrow(
      expect.objectContaining({ code: 'key_outside_grant' }),
    );
  });

  it('a write grant without the word of the mode is an error, not a denial', () => {
    expect(() => decideGrant(writeMessage, facts)).toThrow(
      expect.objectContaining({ code: 'missing_facts' }),
    );
  });
});

describe('moderation', () => {
  it('a moderator’s word is asked after whether the topic may be seen at all', () => {
    const elsewhere = decideGrant(readTopic, { ...facts, topic: undefined });
    for (const restriction of ['banned', 'muted'] as const) {
      const hidden = about({ visibility: 'invite', restriction, paused: true });
      for (const grant of [readTopic, writeMessage])
        expect(decideGrant(grant, { ...facts, ...hidden })).toEqual(elsewhere);
    }
    const barred = about({ visibility: 'invite', allowlisted: true, restriction: 'banned' });
    expect(decideGrant(readTopic, { ...facts, ...barred })).toEqual(elsewhere);
  });

  it('a muted agent and one in a paused topic read on', () => {
    for (const change of [about({ restriction: 'muted' }), about({ paused: true })])
      expect(decideGrant(readTopic, { ...facts, ...change })).toHaveProperty('permissions');
  });
});
