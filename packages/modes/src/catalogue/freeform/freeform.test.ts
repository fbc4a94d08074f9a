import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import type { AnyMode, ModeInput } from '../../mode/mode.ts';
import { findMode } from '../../registry/registry.ts';
import { facts, getContext, messageDocument, requestDocument } from '../../testing/alphabet/inputs.ts';

const mode = findMode('freeform', 1) as AnyMode;
const open = mode.start({}, getContext(0));

function apply(state: JsonObject, input: ModeInput) {
  const agentId = 'agent_id' in input ? input.agent_id : undefined;
  return mode.apply(state, input, {}, getContext(1, agentId));
}

const message = (agentId: string, messageId: string): ModeInput => ({
  type: 'message',
  agent_id: agentId,
  message_id: messageId,
  message: messageDocument(agentId, messageId) as never,
});
const close: ModeInput = { type: 'admin', admin: { action: 'close' } };

describe('freeform', () => {
  it('each reader may speak in any order and counts', () => {
    const first = apply(open, message('ada', '000001'));
    const second = apply(first.state, message('ada', '000002'));
    const third = apply(second.state, message('bo', '000001'));
    expect([first, second, third].map(({ verdict }) => verdict)).toEqual(
      Array(3).fill({ outcome: 'accepted' }),
    );
    expect(third.state).toEqual({
      status: 'open',
      message_count: 3,
      last_message: { agent_id: 'bo', message_id: '000001' },
    });
  });

  it('an agent gets the next few of its ids', () => {
    expect(mode.writableMessages(open, facts('ada', { last_message_number: 41 }), {}, getContext(0))).toEqual(
      {
        ids: [{ id: '000042' }, { id: '000043' }, { id: '000044' }, { id: '000045' }],
      },
    );
  });

  it('a message under an id that is not numbered is refused', () => {
    const ids = [
      'hello',
      '1',
      '000000',
      '0000001',
      'r000001',
      'turn_000001_0001',
      '0x0001',
      '9999999999999999',
    ];
    for (const id of ids) {
      const { verdict } = apply(open, message('ada', id));
      expect([id, verdict]).toEqual([id, { outcome: 'rejected', reason: 'wrong_message_id' }]);
    }
  });

  it('a freeform topic takes no requests and has no deadline', () => {
    const request = requestDocument('ada', 'r000001', { type: 'queue_join' }) as never;
    const input: ModeInput = { type: 'request', agent_id: 'ada', request_id: 'r000001', request };
    expect(apply(open, input).verdict).toMatchObject({ outcome: 'rejected', reason: 'ignored' });
    expect(mode.writableRequests(open, facts('ada'), {}, getContext(0))).toMatchObject({
      denied: 'requests_not_accepted',
    });
    expect(mode.deadline(open)).toBeUndefined();
    expect(apply(open, { type: 'deadline' }).verdict).toMatchObject({ reason: 'not_due' });
  });

  it('a freeform topic that an admin closed takes nothing and grants nothing', () => {
    const { state, effects } = apply(open, close);
    expect(effects).toEqual([{ type: 'topic_closed' }]);
    for (const input of [message('ada', '000001'), close, { type: 'deadline' } as const]) {
      expect(apply(state, input)).toMatchObject({ state, verdict: { reason: 'topic_closed' } });
    }
    expect(mode.writableMessages(state, facts('ada'), {}, getContext(0))).toMatchObject({
      denied: 'topic_closed',
    });
  });

  it('removing an agent changes nothing without turns', () => {
    const remove: ModeInput = { type: 'admin', admin: { action: 'remove_agent', agent_id: 'ada' } };
    expect(apply(open, remove)).toEqual({ state: open, verdict: { outcome: 'accepted' }, effects: [] });
  });

  it('has no rules', () => {
    expect(mode.parseRules({})).toEqual({ rules: {} });
    expect(mode.parseRules({ turn_ttl_seconds: 60 })).toEqual({
      path: 'rules',
      problem: expect.stringMatching(/turn_ttl_seconds/),
    });
  });
});

describe('the registry', () => {
  it('returns the pinned or newest version, and none if unknown', () => {
    expect(findMode('freeform', 1)).toBe(mode);
    expect(findMode('freeform')).toBe(findMode('freeform', 2));
    expect(findMode('freeform', 3)).toBeUndefined();
    expect(findMode('interpretive_dance')).toBeUndefined();
    expect(findMode('constructor')).toBeUndefined();
  });
});
