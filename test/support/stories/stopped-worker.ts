import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { getId, json } from '../raw-agent.ts';
import { expectReplay } from './expect-end.ts';
import type { Stage } from './stage.ts';

const turnSeconds = 5;

/**
 * Several windows pass without a worker. After the restart one deadline advances one step, and the next speaker
 * has its full time: the lost time is not deducted from it.
 */
export async function workerMissesDeadlines(stage: Stage): Promise<void> {
  const { ada, bo } = stage.cast;
  const topic = await stage.open('turn_queue', { turn_ttl_seconds: turnSeconds });
  for (const agent of [ada, bo]) expect(await topic.send(agent, 'queue_join')).toBe('accepted');
  const held = await topic.granted(ada, 'topic_message_write');
  const [{ key, not_after: endsAt = '' }] = held.keys as [{ key: string; not_after?: string }];
  await stage.home.stopWorker();
  const before = (await topic.ledger()).length;
  const line = json(ada.message(topic.topicId, getId(key), 'said in time'));
  await stage.store.open(held).put(key, line);
  expect(Date.now()).toBeLessThan(Date.parse(endsAt));
  const longPast = Date.parse(endsAt) + 2 * turnSeconds * 1000;
  await eventually(() => expect(Date.now()).toBeGreaterThan(longPast), 10 * turnSeconds * 1000);
  expect(await topic.ledger()).toHaveLength(before);

  const backAt = Date.now();
  await stage.home.startWorker();
  const state = await topic.until({ turn_id: 'turn_000002', speaker_agent_id: 'bo' });
  const [message, deadline, ...rest] = (await topic.ledger()).slice(before);
  expect(rest).toEqual([]);
  expect(message).toMatchObject({ inputType: 'message', objectKey: key, outcome: 'accepted' });
  expect(deadline).toMatchObject({ inputType: 'deadline', outcome: 'accepted' });
  expect(Date.parse(String(state.speaker_expires_at))).toBeGreaterThanOrEqual(backAt + turnSeconds * 1000);
  expect(await topic.say(bo, 'I have all my time')).toBe('accepted');

  // Turns expire normally from here on, each once.
  await topic.until({ turn_id: null, turns_started: 2 });
  const deadlines = (await topic.ledger()).filter(({ inputType }) => inputType === 'deadline');
  expect(deadlines.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
  await expectReplay(topic);
}
