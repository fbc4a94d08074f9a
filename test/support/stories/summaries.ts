import { tables } from '@agent-home/platform/database';
import { objectKey } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { expectSummary } from './expect-end.ts';
import type { Stage } from './stage.ts';
import type { StagedTopic } from './staged-topic.ts';

const said = 'The lamp in the hall is broken.';

export async function onDemand(stage: Stage): Promise<void> {
  const { ada, bo } = stage.cast;
  const topic = await stage.open('freeform');
  expect(await topic.say(ada, said)).toBe('accepted');
  expect(await topic.say(bo, 'not mine', { agent_id: 'ada' })).toBe('rejected wrong_ids');
  const path = `/v1/admin/topics/${topic.topicId}/summary`;
  await stage.home.admin('POST', path);
  const text = await expectSummary(topic, said);
  expect(text).not.toContain('not mine');
  const before = await loadVersion(topic);
  expect(await topic.say(bo, 'Then light a candle in the hall.')).toBe('accepted');
  await stage.home.admin('POST', path);
  await expectSummary(topic, 'candle');
  expect(await loadVersion(topic)).toBeGreaterThan(before);
}

export async function atTheEnd(stage: Stage): Promise<void> {
  const { ada } = stage.cast;
  const topic = await stage.open('freeform');
  expect(await topic.say(ada, said)).toBe('accepted');
  await topic.close();
  const text = await expectSummary(topic, 'ended');
  expect(text).toContain(said);
  expect(text).toContain('ada');
}

/** Simulates a crash between the commit and the wake-up: only the row shows that a summary is due. */
export async function withoutWakeUp(stage: Stage): Promise<void> {
  const topic = await stage.open('freeform');
  const { topics } = tables;
  const { database } = stage.home.open.platform;
  await database.update(topics).set({ summaryDue: true }).where(eq(topics.topicId, topic.topicId));
  // No ticket exists here, so no other work leads a worker to this topic.
  await expectSummary(topic, '0 lines');
}

async function loadVersion(topic: StagedTopic): Promise<number> {
  const { version } = await topic.read(
    'topic_summary',
    objectKey('topic_summary', { topic_id: topic.topicId }),
  );
  return version;
}
