import type { JsonObject } from '@agent-home/protocol';
import { expect } from 'vitest';
import { expectEnd } from './expect-end.ts';
import type { Stage } from './stage.ts';
import type { StagedTopic } from './staged-topic.ts';
import type { ModeStory } from './story.ts';

export const idiomChain: ModeStory = {
  mode: 'idiom_chain',
  async play(stage) {
    await byCharacter(stage);
    await bySound(stage);
    await byDictionary(stage);
  },
};

async function openGame(stage: Stage, rules: JsonObject): Promise<StagedTopic> {
  const { ada, bo } = stage.cast;
  const topic = await stage.open('idiom_chain', { cast_max: 2, ...rules });
  for (const agent of [ada, bo]) expect(await topic.send(agent, 'queue_join')).toBe('accepted');
  return topic;
}

async function byCharacter(stage: Stage): Promise<void> {
  const { ada, bo, cy } = stage.cast;
  const topic = await openGame(stage, { max_chain_length: 3 });
  expect(await topic.send(cy, 'queue_join')).toBe('rejected cast_full');
  expect(await topic.denied(cy, 'topic_message_write')).toBe('not_in_cast');
  expect(await topic.denied(bo, 'topic_message_write')).toBe('not_your_turn');
  const held = await topic.granted(ada, 'topic_message_write');
  expect(await topic.say(ada, '我先来：一心一意！', { meta: { idiom: '一心一意' } })).toBe('accepted');
  await topic.storeRefuses(held, topic.messageKey(bo, 'turn_000002_0001'));
  await topic.storeRefuses(held, topic.messageKey(ada, 'turn_000003_0001'));
  expect(await topic.send(ada, 'turn_done', { turn_id: 'turn_000002' })).toBe('rejected not_your_turn');
  expect(await topic.say(bo, '意气风发')).toBe('accepted');
  expect(await topic.say(ada, '一帆风顺')).toBe('ruled_out wrong_start');
  expect(await loadExplanation(topic)).toContain('发');
  // The input cost a strike and did not advance the chain.
  const cast = [
    { agent_id: 'ada', strikes: 1 },
    { agent_id: 'bo', strikes: 0 },
  ];
  expect(await topic.state()).toMatchObject({ expected_start_char: '发', chain_length: 2, cast });
  expect(await topic.say(bo, '发扬光大')).toBe('accepted');
  await expectEnd(topic, { closed_reason: 'completed', chain_length: 3, last_idiom: '发扬光大' });
}

/** 风 and 丰 are both fēng, 凤 is fèng: tones are ignored. 火 has a different sound. */
async function bySound(stage: Stage): Promise<void> {
  const { ada, bo } = stage.cast;
  const topic = await openGame(stage, { max_chain_length: 3, match_policy: 'same_sound' });
  expect(await topic.say(ada, '一路顺风')).toBe('accepted');
  expect(await topic.say(bo, '火树银花')).toBe('ruled_out wrong_start');
  expect(await loadExplanation(topic)).toContain('风');
  expect(await topic.say(ada, '丰功伟绩')).toBe('accepted');
  expect(await topic.say(bo, '积少成多')).toBe('accepted');
  await expectEnd(topic, { closed_reason: 'completed', chain_length: 3, last_idiom: '积少成多' });
}

async function byDictionary(stage: Stage): Promise<void> {
  const { ada, bo } = stage.cast;
  const topic = await openGame(stage, { dictionary: true, max_strikes: 1 });
  expect(await topic.say(ada, '一帆风顺')).toBe('accepted');
  expect(await topic.say(bo, '顺着河走')).toBe('ruled_out not_in_dictionary');
  expect(await loadExplanation(topic)).toContain('顺着河走');
  await expectEnd(topic, { closed_reason: 'completed', winner_agent_id: 'ada', chain_length: 1 });
}

/** Returns the explanation of the newest verdict from the certified ledger. */
async function loadExplanation(topic: StagedTopic): Promise<string> {
  const header = (await topic.ledger()).at(-1)?.header ?? '{}';
  return (JSON.parse(header) as { verdict: { explanation?: string } }).verdict.explanation ?? '';
}
