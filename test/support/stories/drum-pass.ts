import { randomCommitment, randomValue } from '@agent-home/modes';
import { expect } from 'vitest';
import { expectEnd } from './expect-end.ts';
import type { Stage } from './stage.ts';
import type { StagedTopic } from './staged-topic.ts';
import type { ModeStory } from './story.ts';

export const drumPass: ModeStory = {
  mode: 'drum_pass',
  async play(stage) {
    await drawn(stage);
    await handedOn(stage);
  },
};

/** Expects the draws to be determined by a secret from before the first of them. */
async function drawn(stage: Stage): Promise<void> {
  const { ada, bo, cy, di } = stage.cast;
  const topic = await stage.open('drum_pass', { pass_policy: 'random', max_passes: 5, cast_max: 3 });
  const start = await topic.state();
  expect(start.random_commitment).toMatch(/^[0-9a-f]{64}$/);
  for (const agent of [ada, bo, cy]) expect(await topic.send(agent, 'queue_join')).toBe('accepted');
  expect(await topic.send(di, 'queue_join')).toBe('rejected cast_full');
  expect(await topic.send(ada, 'pass_to', { to_agent_id: 'cy' })).toBe('rejected pass_is_random');
  for (let beat = 1; beat <= 5; beat += 1) {
    const state = await topic.state();
    expect(state).toMatchObject({ beats_started: beat, random_secret: null });
    const holder = [ada, bo, cy].find(({ agentId }) => agentId === state.holder_agent_id);
    const other = [ada, bo, cy].find((agent) => agent !== holder);
    if (!holder || !other) throw new Error('no agent holds the baton');
    expect(await topic.denied(other, 'topic_message_write')).toBe('not_your_turn');
    const held = await topic.granted(holder, 'topic_message_write');
    expect(await topic.say(holder, `beat ${beat}`)).toBe('accepted');
    await topic.storeRefuses(held, topic.messageKey(holder, `beat_00000${beat + 1}_0001`));
    await topic.storeRefuses(held, topic.messageKey(other, `beat_00000${beat + 1}_0001`));
  }
  const ended = await expectEnd(topic, { closed_reason: 'completed', pass_count: 5 });
  const secret = String(ended.random_secret);
  expect(randomCommitment(secret)).toBe(start.random_commitment);
  const draws = await listDraws(topic);
  expect(draws.length).toBeGreaterThan(0);
  for (const { sequence, value } of draws) expect(value).toBe(randomValue(secret, sequence));
}

async function listDraws(topic: StagedTopic): Promise<{ sequence: number; value: string }[]> {
  return (await topic.ledger()).flatMap(({ sequence, header }) => {
    const { context } = JSON.parse(header) as { context: { facts?: { random?: { value: string } } } };
    return context.facts?.random ? [{ sequence, value: context.facts.random.value }] : [];
  });
}

async function handedOn(stage: Stage): Promise<void> {
  const { ada, bo, cy } = stage.cast;
  const topic = await stage.open('drum_pass', { max_passes: 2 });
  for (const agent of [ada, bo, cy]) expect(await topic.send(agent, 'queue_join')).toBe('accepted');
  expect(await topic.send(bo, 'pass_to', { to_agent_id: 'bo' })).toBe('rejected not_your_turn');
  expect(await topic.say(ada, 'Cy should go on.')).toBe('accepted');
  expect(await topic.denied(ada, 'topic_message_write')).toBe('already_posted');
  expect(await topic.send(ada, 'pass_to', { to_agent_id: 'di' })).toBe('rejected not_present');
  expect(await topic.send(ada, 'pass_to', { to_agent_id: 'cy' })).toBe('accepted');
  expect(await topic.denied(bo, 'topic_message_write')).toBe('not_your_turn');
  expect(await topic.say(cy, 'And bo should end it.')).toBe('accepted');
  expect(await topic.send(cy, 'pass_to', { to_agent_id: 'bo' })).toBe('accepted');
  await expectEnd(topic, { closed_reason: 'completed', pass_count: 2, random_secret: null });
}
