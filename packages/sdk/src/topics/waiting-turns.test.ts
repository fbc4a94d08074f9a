import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { start } from '../testing/certified-home.ts';
import { speakingHome } from '../testing/speaking-home.ts';
import type { TopicLedger } from '../testing/topic-ledger.ts';
import { until } from '../testing/until.ts';

/** Another agent that takes the remaining seats, so that the topic can begin. */
type Company = (ledger: TopicLedger) => void;

describe('waiting for a turn', () => {
  test('a baton after its message is no turn to await', async () => {
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

  test('waits for a turn without joining if requested', async () => {
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

  test('a full queue is waited for without a request', async () => {
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
