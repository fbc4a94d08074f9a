import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { start } from '../testing/certified-home.ts';
import { speakingHome } from '../testing/speaking-home.ts';
import type { TopicLedger } from '../testing/topic-ledger.ts';
import { until } from '../testing/until.ts';

/** What an agent asked for, as the ledger has it. */
async function asked(topic: { ledger(): AsyncIterable<{ body?: { text: string } | undefined }> }) {
  const types: string[] = [];
  for await (const { body } of topic.ledger()) {
    const { kind, type } = JSON.parse(body?.text ?? '{}') as { kind?: string; type?: string };
    if (kind === 'topic_request') types.push(type ?? '');
  }
  return types;
}

/** Another agent that takes what seats there are, so that the topic can begin. */
type Company = (ledger: TopicLedger) => void;

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

  test.each(modes)('takes a seat in any mode and comes back when it is one’s turn: %s', async (...story) => {
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

  test('a seat that one has is not asked for again', async () => {
    const { ledger, topic } = await speakingHome('skit_chain', { cast_max: 2 });
    ledger.request('bo', 'queue_join');
    ledger.request('ada', 'queue_join');
    const waiting = topic.waitForTurn();
    await until(() => topic.state().then(({ state }) => state.speaker_agent_id)).toBe('bo');
    ledger.say('bo', 'Enter, left.');
    expect(await waiting).toMatchObject({ turnId: 'turn_000002' });
    expect(await asked(topic)).toEqual(['queue_join', 'queue_join']);
  });

  test('a turn that has had its message is ended where that is for its speaker to do', async () => {
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

  test('a baton that has had its message is not a turn to wait for', async () => {
    const { ledger, topic } = await speakingHome('drum_pass');
    ledger.request('ada', 'queue_join');
    ledger.request('bo', 'queue_join');
    expect(await topic.waitForTurn()).toMatchObject({ turnId: 'beat_000001' });
    await topic.say('dum');
    const next = topic.waitForTurn();
    ledger.request('ada', 'pass_to', { to_agent_id: 'bo' });
    ledger.say('bo', 'dee');
    ledger.request('bo', 'pass_to', { to_agent_id: 'ada' });
    expect(await next).toMatchObject({ turnId: 'beat_000003' });
  });

  test('a turn that has run out is not taken for one', async () => {
    const { home, ledger, topic } = await speakingHome('turn_queue', { turn_ttl_seconds: 30 });
    ledger.request('ada', 'queue_join');
    home.clock.now = start + 120_000;
    const stop = new AbortController();
    const waiting = topic.waitForTurn({ signal: stop.signal });
    await until(() => home.bucket.gets.filter((key) => key.endsWith('state.json')).length).toBeGreaterThan(3);
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });

  test.each<[string, string, JsonObject, Company, object]>([
    [
      'cast_full',
      'roast_banter',
      {},
      (ledger) => {
        for (const agent of ['bo', 'cy']) ledger.request(agent, 'queue_join');
      },
      {},
    ],
    [
      'already_started',
      'debate',
      { side_max: 1, sides: ['pro', 'con'] },
      (ledger) => {
        ledger.request('bo', 'queue_join', { side: 'pro' });
        ledger.request('cy', 'queue_join', { side: 'con' });
      },
      { join: { side: 'pro' } },
    ],
    ['bad_payload', 'debate', { sides: ['pro', 'con'] }, () => {}, {}],
  ])('no seat to be had is an error with the reason %s', async (reason, mode, rules, company, options) => {
    const { ledger, topic } = await speakingHome(mode, rules);
    company(ledger);
    const error = { name: 'TopicError', code: 'not_joined', reason };
    await expect(topic.waitForTurn(options)).rejects.toMatchObject(error);
  });

  test('who only wants to wait never joins', async () => {
    const { home, ledger, topic } = await speakingHome('skit_chain', { cast_max: 2 });
    const waiting = topic.waitForTurn({ join: false });
    await until(() => home.bucket.gets.filter((key) => key.endsWith('state.json')).length).toBeGreaterThan(3);
    expect(ledger.sequence).toBe(1);
    ledger.request('ada', 'queue_join');
    ledger.request('bo', 'queue_join');
    expect(await waiting).toMatchObject({ turnId: 'turn_000001' });
  });

  test('a topic that ends meanwhile ends the waiting', async () => {
    const { ledger, topic } = await speakingHome('skit_chain');
    const waiting = topic.waitForTurn();
    await until(() => ledger.sequence).toBe(2);
    ledger.close();
    await expect(waiting).rejects.toMatchObject({ name: 'AccessDeniedError', code: 'topic_closed' });
  });

  test('a full queue is waited at without a word', async () => {
    const { home, ledger, topic } = await speakingHome('turn_queue', { queue_max: 1 });
    ledger.request('bo', 'queue_join');
    ledger.request('cy', 'queue_join');
    const waiting = topic.waitForTurn();
    await until(() => home.bucket.gets.filter((key) => key.endsWith('state.json')).length).toBeGreaterThan(3);
    expect(ledger.sequence).toBe(3);
    for (const turn_id of ['turn_000001', 'turn_000002']) {
      const speaker = ledger.mode.turn(ledger.state)?.agent_id ?? '';
      ledger.request(speaker, 'turn_done', { turn_id });
    }
    expect(await waiting).toMatchObject({ turnId: 'turn_000003' });
  });
});

describe('asking whether one may speak', () => {
  test('tells the ids that may be written, and until when', async () => {
    const { home, topic } = await speakingHome('intro_once');
    const answer = await topic.canSay();
    expect(answer.ids).toHaveLength(1);
    expect(answer.until).toBeUndefined();
    expect(home.bucket.puts).toEqual([]);
    await topic.say('I am ada, and I look after maps. '.repeat(3));
    expect(await topic.canSay()).toMatchObject({ reason: 'already_posted' });
  });

  test('tells when the window in which it may be written ends', async () => {
    const { ledger, topic } = await speakingHome('poetry_duel');
    const until = ledger.state.submission_deadline_at;
    expect(await topic.canSay()).toEqual({ ids: ['round_000001'], until });
  });

  test('tells the home’s reason where none may be written', async () => {
    const { topic } = await speakingHome('limited_slots');
    const answer = await topic.canSay();
    expect(answer).toEqual({ reason: 'no_slot', message: expect.stringMatching(/slot/) });
  });

  test('a mode this SDK does not know is answered without asking', async () => {
    const { home, ledger } = await speakingHome('freeform');
    ledger.publishManifest('séance', 3);
    const client = await home.connect();
    const topic = await client.enterTopic('t1');
    const before = home.api.received.length;
    expect(await topic.canSay()).toMatchObject({ reason: 'mode_not_supported' });
    expect(home.api.received).toHaveLength(before);
  });
});
