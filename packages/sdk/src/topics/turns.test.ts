import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { speakingHome } from '../testing/speaking-home.ts';
import type { TopicLedger } from '../testing/topic-ledger.ts';
import { until } from '../testing/until.ts';

/** Another agent that takes the remaining seats, so that the topic can begin. */
type Company = (ledger: TopicLedger) => void;

/** Returns an agent's requests in the ledger. */
async function asked(topic: { ledger(): AsyncIterable<{ body?: { text: string } | undefined }> }) {
  const types: string[] = [];
  for await (const { body } of topic.ledger()) {
    const { kind, type } = JSON.parse(body?.text ?? '{}') as { kind?: string; type?: string };
    if (kind === 'topic_request') types.push(type ?? '');
  }
  return types;
}

describe('waiting for a turn', () => {
  const modes: [
    mode: string,
    rules: JsonObject,
    options: Parameters<Awaited<ReturnType<typeof speakingHome>>['topic']['waitForTurn']>[0],
    company: Company,
  ][] = [
    ['turn_queue', {}, {}, () => {}],
    [
      'debate',
      { side_max: 1, sides: ['pro', 'con'] },
      { join: { side: 'pro' } },
      (ledger) => ledger.request('bo', 'queue_join', { side: 'con' }),
    ],
    ['roast_banter', {}, {}, (ledger) => ledger.request('bo', 'queue_join')],
    [
      'crosstalk',
      {},
      { joinWith: { type: 'role_claim', payload: { role_id: 'lead' } } },
      (ledger) => ledger.request('bo', 'role_claim', { role_id: 'support' }),
    ],
    ['skit_chain', { cast_max: 2 }, {}, (ledger) => ledger.request('bo', 'queue_join')],
    ['idiom_chain', { cast_max: 2 }, {}, (ledger) => ledger.request('bo', 'queue_join')],
    ['drum_pass', {}, {}, (ledger) => ledger.request('bo', 'queue_join')],
  ];

  test.each(modes)('takes a seat in any mode and waits for its turn: %s', async (...story) => {
    const [mode, rules, options, company] = story;
    const { ledger, topic } = await speakingHome(mode, rules);
    const waiting = topic.waitForTurn(options);
    await until(() => ledger.sequence).toBeGreaterThan(1);
    company(ledger);
    while (ledger.mode.turn(ledger.state)?.agent_id === 'bo') ledger.deadline();
    const turn = await waiting;
    expect(turn).toEqual({
      turnId: ledger.mode.turn(ledger.state)?.turn_id,
      expiresAt: expect.stringMatching(/Z$/),
    });
    expect(await topic.say('画龙点睛')).toMatchObject({ outcome: 'accepted' });
  });

  test('a seated agent does not join again', async () => {
    const { ledger, topic } = await speakingHome('skit_chain', { cast_max: 2 });
    ledger.request('bo', 'queue_join');
    ledger.request('ada', 'queue_join');
    const waiting = topic.waitForTurn();
    await until(() => topic.state().then(({ state }) => state.speaker_agent_id)).toBe('bo');
    ledger.say('bo', 'Enter, left.');
    expect(await waiting).toMatchObject({ turnId: 'turn_000002' });
    expect(await asked(topic)).toEqual(['queue_join', 'queue_join']);
  });

  test('a speaker that has spoken ends its turn', async () => {
    const { ledger, topic } = await speakingHome('turn_queue');
    const { turnId: first } = await topic.waitForTurn();
    await topic.say('one', { turnDone: false });
    ledger.request('bo', 'queue_join');
    ledger.request('ada', 'queue_join');
    const waiting = topic.waitForTurn();
    await until(() => ledger.state.speaker_agent_id).toBe('bo');
    ledger.say('bo', 'two');
    ledger.request('bo', 'turn_done', { turn_id: 'turn_000002' });
    const { turnId: second } = await waiting;
    expect([first, second]).toEqual(['turn_000001', 'turn_000003']);
  });
});
