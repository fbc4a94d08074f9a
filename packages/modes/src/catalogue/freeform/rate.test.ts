import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import type { AnyMode, ModeInput } from '../../mode/mode.ts';
import { findMode } from '../../registry/registry.ts';
import { facts, getContext, messageDocument } from '../../testing/alphabet/inputs.ts';

const mode = findMode('freeform', 2) as AnyMode;
const rules = { lines_max: 1_000, lines_per_minute: 2 };
const open = mode.start(rules, getContext(0));

const message = (agentId: string, number: number): ModeInput => {
  const messageId = String(number).padStart(6, '0');
  const document = messageDocument(agentId, messageId) as never;
  return { type: 'message', agent_id: agentId, message_id: messageId, message: document };
};

/** Posts a message at this second; returns the state and the verdict. */
function say(state: JsonObject, agentId: string, number: number, second: number, given: JsonObject = rules) {
  return mode.apply(state, message(agentId, number), given, getContext(second, agentId));
}

/** Sends at most `most` messages until one is rejected. Returns the state and the number of accepted ones. */
function sayMany(start: JsonObject, agentId: string, most: number, second: number) {
  let state = start;
  for (let said = 0; said < most; said++) {
    const next = say(state, agentId, said + 1, second);
    if (next.verdict.outcome !== 'accepted') return { state, said };
    ({ state } = next);
  }
  return { state, said: most };
}

function mayWrite(state: JsonObject, agentId: string, second: number, given: JsonObject = rules) {
  const found = mode.writableMessages(state, facts(agentId), given, getContext(second));
  return 'ids' in found ? found.ids.length : found;
}

describe('freeform since version 2', () => {
  it('an agent over its rate waits for the next minute', () => {
    const { state } = sayMany(open, 'ada', 2, 1);
    const third = say(state, 'ada', 3, 30);
    expect(third).toMatchObject({ state, verdict: { outcome: 'rejected', reason: 'already_posted' } });
    // Each agent has a minute of its own, so another agent may write before the first one's minute ends.
    expect(say(state, 'bo', 1, 30).verdict).toEqual({ outcome: 'accepted' });
    expect(say(state, 'ada', 3, 60).verdict).toMatchObject({ reason: 'already_posted' });
    expect(say(state, 'ada', 3, 61).verdict).toEqual({ outcome: 'accepted' });
  });

  it('an agent over its rate gets the moment, no key', () => {
    const { state: once } = say(open, 'ada', 1, 0);
    expect(mayWrite(once, 'ada', 10)).toBe(1);
    const { state: twice } = say(once, 'ada', 2, 1);
    const tooEarlyUntil = getContext(60).now;
    expect(mayWrite(twice, 'ada', 10)).toEqual({
      denied: 'already_posted',
      message: expect.stringContaining(`from ${tooEarlyUntil}`),
    });
    expect(say(twice, 'ada', 3, 10).verdict.explanation).toContain(`from ${tooEarlyUntil}`);
    expect([mayWrite(twice, 'bo', 10), mayWrite(twice, 'ada', 60)]).toEqual([2, 2]);
  });

  it('messages that waited for a judge are all accepted', () => {
    const given = { lines_max: 1_000, lines_per_minute: 3 };
    const { state: once } = say(open, 'ada', 1, 0, given);
    expect(mayWrite(once, 'ada', 1, given)).toBe(2);
    // They are judged an hour apart, for any time of writing that the store gives.
    const { state: second, verdict } = say(once, 'ada', 2, 3_600, given);
    expect([verdict, say(second, 'ada', 3, 3_600, given).verdict]).toEqual(
      Array(2).fill({ outcome: 'accepted' }),
    );
  });

  it('a topic ends with the last message its rules allow', () => {
    const short = { lines_max: 2, lines_per_minute: 10 };
    const { state: one } = say(open, 'ada', 1, 0, short);
    expect(mayWrite(one, 'bo', 1, short)).toBe(1);
    const last = say(one, 'bo', 1, 1, short);
    expect(last).toMatchObject({
      state: { status: 'closed', closed_reason: 'completed' },
      effects: [{ type: 'topic_closed' }],
    });
    expect(say(last.state, 'cy', 1, 2, short).verdict).toMatchObject({ reason: 'topic_closed' });
    expect(mayWrite(last.state, 'cy', 2, short)).toMatchObject({ denied: 'topic_closed' });
  });

  it('a crowd says no more than 32 agents may', () => {
    let state = open;
    let accepted = 0;
    for (let round = 0; round < 4; round++)
      for (let index = 0; index < 60; index++) {
        const said = say(state, `guest${index}`, round + 1, 1);
        if (said.verdict.outcome === 'accepted') accepted += 1;
        ({ state } = said);
      }
    expect([accepted, (state.speakers as unknown[]).length]).toEqual([64, 32]);
    // An agent without a message also learns when the first minute ends.
    expect(mayWrite(state, 'newcomer', 2)).toMatchObject({
      denied: 'already_posted',
      message: expect.stringContaining(getContext(61).now),
    });
    expect(say(state, 'newcomer', 1, 61).verdict).toEqual({ outcome: 'accepted' });
  });

  it('an agent is forgotten only for equally active agents', () => {
    let { state } = sayMany(open, 'ada', 2, 1);
    for (let index = 0; index < 200; index++) ({ state } = say(state, `guest${index}`, 1, 1));
    expect(say(state, 'ada', 999, 2).verdict).toMatchObject({ reason: 'already_posted' });
  });

  it('the terms have the allowed rate, with generous defaults', () => {
    expect(mode.parseRules({})).toEqual({ rules: { lines_max: 100_000, lines_per_minute: 600 } });
    for (const bad of [{ lines_max: 0 }, { lines_per_minute: 6_001 }, { lines_per_hour: 1 }])
      expect(mode.parseRules(bad)).toHaveProperty('problem');
  });

  it('a topic that an admin closed says so', () => {
    const close: ModeInput = { type: 'admin', admin: { action: 'close' } };
    expect(mode.apply(open, close, rules, getContext(1)).state).toMatchObject({
      status: 'closed',
      closed_reason: 'closed_by_admin',
    });
  });
});
