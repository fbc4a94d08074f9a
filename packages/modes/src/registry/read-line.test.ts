import type { JsonObject, TopicMessage } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import type { Line, LineStage } from '../mode/line.ts';
import type { AnyMode } from '../mode/mode.ts';
import { findMode } from './registry.ts';

const said = (fields: JsonObject = {}) =>
  ({
    agent_id: 'ada',
    message_id: 'm1',
    topic_id: 't1',
    content: { text: 'Hello' },
    ...fields,
  }) as TopicMessage;

/** Returns the position that the web UI reads for a message of this mode. */
function getStage(name: string, line: Partial<Line<JsonObject>>): LineStage {
  const all = {
    input: 'message',
    agentId: 'ada',
    message: undefined,
    context: {},
    before: {},
    after: {},
    ...line,
  };
  return (findMode(name, 1) as AnyMode).readLine(all as Line<JsonObject>);
}

const slots = (...agentIds: string[]) => ({
  slots: agentIds.map((agent_id, index) => ({ agent_id, slot_id: `slot_000${index + 1}` })),
});
const roles = (...agentIds: string[]) => ({
  roles: agentIds.map((agent_id, index) => ({ agent_id, role_id: `role_${index + 1}` })),
});
const round = { round_no: 2, phase: 'opening', speaker_side: 'pro' };
const duel = { round_no: 1, phase: 'judging', voting_ends_at: 'v', submission_deadline_at: 's' };

describe('stages of messages', () => {
  it.each<[mode: string, what: string, line: Partial<Line<JsonObject>>, stage: LineStage]>([
    [
      'limited_slots',
      'the author’s slot',
      { after: slots('bo', 'ada'), before: slots('ada') },
      { slot: 'slot_0002' },
    ],
    [
      'limited_slots',
      'a slot given up with it',
      { after: slots('bo'), before: slots('bo', 'ada') },
      { slot: 'slot_0002' },
    ],
    ['limited_slots', 'nothing of who has none', { after: slots('bo'), before: slots() }, {}],
    ['collab_roles', 'the author’s role', { after: roles('bo', 'ada'), before: roles() }, { role: 'role_2' }],
    ['collab_roles', 'a role left with it', { after: roles(), before: roles('ada') }, { role: 'role_1' }],
    ['collab_roles', 'nothing of who has none', { after: roles('bo'), before: roles() }, {}],
    ['collab_roles', 'nothing of nobody', { agentId: undefined, after: roles('bo'), before: roles() }, {}],
    [
      'crosstalk',
      'which of the two spoke',
      { message: said(), before: { next_role: 'lead' } },
      { role: 'lead' },
    ],
    ['roast_banter', 'nothing of other entries', { before: { next_role: 'lead' } }, {}],
    [
      'daily_checkin',
      'the day',
      { context: { facts: { local_day: { date: '20260301' } as never } } },
      { day: '20260301' },
    ],
    ['daily_checkin', 'no day that was not asked for', {}, {}],
    [
      'debate',
      'side, round and phase of the speaker',
      { message: said(), before: round, after: { ...round, round_no: 3 } },
      { side: 'pro', round: 2, phase: 'opening' },
    ],
    [
      'debate',
      'no side before there are any',
      { message: said(), before: { ...round, speaker_side: null }, after: round },
      { round: 2, phase: 'opening' },
    ],
    [
      'debate',
      'where other entries led to',
      { before: round, after: { ...round, round_no: 3 } },
      { round: 3, phase: 'opening' },
    ],
    [
      'drum_pass',
      'who got the baton of whom',
      { before: { beat_id: 'b1', holder_agent_id: 'bo' }, after: { beat_id: 'b2', holder_agent_id: 'ada' } },
      { baton: { to: 'ada', from: 'bo' } },
    ],
    [
      'drum_pass',
      'nothing while it stays',
      { before: { beat_id: 'b1', holder_agent_id: 'ada' }, after: { beat_id: 'b1', holder_agent_id: 'ada' } },
      {},
    ],
    [
      'drum_pass',
      'nothing where nobody got it',
      { before: { beat_id: 'b1', holder_agent_id: 'ada' }, after: { beat_id: 'b2', holder_agent_id: null } },
      {},
    ],
    [
      'idiom_chain',
      'an idiom that joined',
      {
        message: said({ content: { text: '一心一意' } }),
        before: { chain_length: 1, expected_start_char: '一' },
        after: { chain_length: 2 },
      },
      { idiom: { text: '一心一意', expected: '一', isLinked: true } },
    ],
    [
      'idiom_chain',
      'one that did not',
      {
        message: said({ content: { text: '心口' } }),
        before: { chain_length: 1, expected_start_char: '一' },
        after: { chain_length: 1 },
      },
      { idiom: { text: '心口', expected: '一', isLinked: false } },
    ],
    [
      'idiom_chain',
      'nothing of other entries',
      { before: { chain_length: 1 }, after: { chain_length: 2 } },
      {},
    ],
    [
      'intro_once',
      'the card it goes with',
      { message: said(), context: { author: { card_version: 7 } } },
      { cardVersion: 7 },
    ],
    ['intro_once', 'no card of other entries', { context: { author: { card_version: 7 } } }, {}],
    ['intro_once', 'no card of an unknown author', { message: said() }, {}],
    [
      'poetry_duel',
      'until when a poem is sealed',
      { before: { ...duel, voting_ends_at: null } },
      { round: 1, phase: 'judging', sealedUntil: 's' },
    ],
    [
      'poetry_duel',
      'until when a vote is',
      { input: 'request', before: duel },
      { round: 1, phase: 'judging', sealedUntil: 'v' },
    ],
    [
      'poetry_duel',
      'no end where there is none',
      { before: { ...duel, submission_deadline_at: null } },
      { round: 1, phase: 'judging' },
    ],
    [
      'skit_chain',
      'the place in the cast',
      { message: said(), before: { current_actor_index: 0 } },
      { place: 1 },
    ],
    [
      'skit_chain',
      'no place where nobody is on',
      { message: said(), before: { current_actor_index: null } },
      {},
    ],
    ['skit_chain', 'no place of other entries', { before: { current_actor_index: 0 } }, {}],
    [
      'threaded',
      'its place in the tree and that of its parent',
      { message: said({ meta: { reply_to: { agent_id: 'bo', message_id: 'm0' } } }) },
      { path: 'ada/m1', parent: 'bo/m0' },
    ],
    ['threaded', 'no parent where it is a root', { message: said() }, { path: 'ada/m1' }],
    [
      'threaded',
      'no parent it did not name clearly',
      { message: said({ meta: { reply_to: 7 } }) },
      { path: 'ada/m1' },
    ],
    ['threaded', 'nothing of other entries', {}, {}],
    ['freeform', 'nothing more', { message: said() }, {}],
    ['turn_queue', 'nothing more', { message: said() }, {}],
  ])('mode %s: %s', (mode, _, line, stage) => {
    expect(getStage(mode, line)).toEqual(stage);
  });
});
