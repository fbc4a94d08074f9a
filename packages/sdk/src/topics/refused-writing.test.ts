import { describe, expect, test } from 'vitest';
import { start } from '../testing/certified-home.ts';
import { credentialAnswer } from '../testing/small-home.ts';
import { speakingHome } from '../testing/speaking-home.ts';
import { topicId } from '../testing/topic-authors.ts';
import { polling, writingHome } from '../testing/topic-writing-support.ts';

describe('saying something', () => {
  test('a rejection is an error or a requested outcome', async () => {
    const { ledger, topic } = await writingHome();
    ledger.close();
    await expect(topic.say('too late')).rejects.toMatchObject({
      name: 'InputRejectedError',
      code: 'topic_closed',
      outcome: 'rejected',
    });
    expect(await topic.say('too late', { throwOnRejection: false })).toMatchObject({
      outcome: 'rejected',
      reason: 'topic_closed',
    });
  });

  test('denied is an error with the home’s code, and nothing is put', async () => {
    const grant = { type: 'topic_message_write', topic_id: topicId };
    const denied = [{ grant, code: 'not_your_turn', message: 'wait' }];
    const { home, topic } = await writingHome({
      grantWrite: () => ({ body: { ...credentialAnswer([], start), denied } }),
    });
    await expect(topic.say('me!')).rejects.toMatchObject({
      name: 'AccessDeniedError',
      code: 'not_your_turn',
    });
    expect(home.bucket.puts).toEqual([]);
  });

  test('an agent refused for its rate keeps its number', async () => {
    const { home, ledger, topic } = await speakingHome('freeform', { lines_per_minute: 2 });
    for (const text of ['one', 'two']) await topic.say(text);
    const puts = home.bucket.puts.length;
    const refusal = { code: 'already_posted', message: expect.stringMatching(/may go on from \d{4}-\d\d-/) };
    await expect(topic.say('three')).rejects.toMatchObject({ name: 'AccessDeniedError', ...refusal });
    expect(await topic.canSay()).toMatchObject({ reason: 'already_posted', message: refusal.message });
    expect(home.bucket.puts).toHaveLength(puts);
    ledger.aheadSeconds = 61;
    expect((await topic.say('three')).objectKey).toBe(`topics/${topicId}/messages/ada/000003.json`);
  });

  test.each([
    ['another agent’s place', `topics/${topicId}/messages/bo/000001.json`],
    ['another topic', 'topics/t2/messages/ada/000001.json'],
    ['a platform object', 'agents/all/ada.json'],
  ])('is never signed for %s, for any key the home names', async (_, key) => {
    const grant = { type: 'topic_message_write', topic_id: topicId };
    const { home, topic } = await writingHome({
      grantWrite: () => ({ body: credentialAnswer([grant], start, {}, 900, [key]) }),
    });
    await expect(topic.say('hello')).rejects.toMatchObject({ code: 'bad_answer' });
    expect(home.bucket.puts).toEqual([]);
  });

  test('nothing, or what is not JSON, is refused before anything is sent', async () => {
    const { home, topic } = await writingHome();
    await expect(topic.say('')).rejects.toMatchObject({ name: 'TopicError', code: 'invalid_input' });
    const lone = topic.say('\ud800');
    await expect(lone).rejects.toMatchObject({ code: 'invalid_input' });
    expect(home.bucket.puts).toEqual([]);
  });

  test('a topic of an unknown mode is read-only', async () => {
    const { home, ledger } = await writingHome();
    ledger.publishManifest('séance', 3);
    const client = await home.connect({ polling });
    const topic = await client.enterTopic(topicId);
    expect((await topic.state()).ledger.sequence).toBe(1);
    const before = home.api.received.length;
    await expect(topic.say('hello')).rejects.toMatchObject({ code: 'mode_not_supported' });
    await expect(topic.request('queue_join')).rejects.toMatchObject({ code: 'mode_not_supported' });
    expect(home.api.received).toHaveLength(before);
  });

  test('a mode without turns has none to wait for', async () => {
    const { topic } = await writingHome();
    await expect(topic.waitForTurn()).rejects.toMatchObject({ name: 'TopicError', code: 'no_turns' });
  });
});
