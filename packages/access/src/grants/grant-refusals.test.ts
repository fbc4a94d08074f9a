import { describe, expect, it } from 'vitest';
import {
  facts,
  messageKey,
  readTopic,
  requestKey,
  tickets,
  writeMessage,
  writeRequest,
} from '../testing/decide-grant-support.ts';
import { about, denials } from '../testing/denial-cases.ts';
import { decideGrant } from './decide-grant.ts';

describe('refused grants', () => {
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

  it('a hidden and a missing topic get the same answer', () => {
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

  it.each([
    ['the heartbeat of another agent', 'agents/heartbeats/a/bob.last'],
    ['a key of this agent that is no heartbeat', 'agents/all/ada.json'],
    ['no key of ours', 'agents/heartbeats/ada'],
  ])('%s is not opened by heartbeat_write', (_what, heartbeat_key) => {
    expect(() => decideGrant({ type: 'heartbeat_write' }, { ...facts, heartbeat_key })).toThrow(
      expect.objectContaining({ code: 'key_outside_grant' }),
    );
  });

  it('a write grant without the mode is an error', () => {
    expect(() => decideGrant(writeMessage, facts)).toThrow(
      expect.objectContaining({ code: 'missing_facts' }),
    );
  });
});

describe('moderation', () => {
  it('moderation is checked after the right to see topics', () => {
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
