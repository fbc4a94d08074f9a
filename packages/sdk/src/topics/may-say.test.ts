import { describe, expect, test } from 'vitest';
import { speakingHome } from '../testing/speaking-home.ts';

describe('permission to write', () => {
  test('returns the writable ids and their end', async () => {
    const { home, topic } = await speakingHome('intro_once');
    const answer = await topic.canSay();
    expect(answer.ids).toHaveLength(1);
    expect(answer.until).toBeUndefined();
    expect(home.bucket.puts).toEqual([]);
    await topic.say('I am ada, and I look after maps. '.repeat(3));
    expect(await topic.canSay()).toMatchObject({ reason: 'already_posted' });
  });

  test('returns the end of the window for writing', async () => {
    const { ledger, topic } = await speakingHome('poetry_duel');
    const until = ledger.state.submission_deadline_at;
    expect(await topic.canSay()).toEqual({ ids: ['round_000001'], until });
  });

  test('returns the home’s reason of a refusal', async () => {
    const { topic } = await speakingHome('limited_slots');
    const answer = await topic.canSay();
    expect(answer).toEqual({ reason: 'no_slot', message: expect.stringMatching(/slot/) });
  });

  test('sends no request in an unknown mode', async () => {
    const { home, ledger } = await speakingHome('freeform');
    ledger.publishManifest('séance', 3);
    const client = await home.connect();
    const topic = await client.enterTopic('t1');
    const before = home.api.received.length;
    expect(await topic.canSay()).toMatchObject({ reason: 'mode_not_supported' });
    expect(home.api.received).toHaveLength(before);
  });
});
