import { deleteExpired } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import { eq } from 'drizzle-orm';
import { ExampleTopic } from '../example-topic.ts';
import type { Scene } from './scene.ts';

const days = 86_400_000;

/** `freeform`, closed and archived: its single pack contains all messages, and no entry remains as an object of its own. */
export async function archived({ home, cast }: Scene): Promise<void> {
  const { wren, laojiang } = cast;
  const topic = await ExampleTopic.open(home, 'winter-stores', {
    title: '冬储 · The winter stores',
    mode: 'freeform',
    opening_question: '窖里还剩什么？ What is left in the cellar?',
  });
  await topic.say(wren, 'Two jars of quince, one of them honest.');
  await topic.say(laojiang, '白菜十二棵，酱一缸，够吃到惊蛰。');
  await topic.say(wren, 'Then the cellar can be swept.');
  await topic.close();
  await home.pass(5);
  // Advancing the clock by a winter would end every other topic, so the last update is backdated instead.
  const updatedAt = new Date(home.now.getTime() - 100 * days);
  const { database } = home.platform;
  const { tickets, topics } = tables;
  await database.update(topics).set({ updatedAt }).where(eq(topics.topicId, topic.topicId));
  await database.update(tickets).set({ closedAt: home.now }).where(eq(tickets.topicId, topic.topicId));
  await deleteExpired(home.platform);
  await home.settle();
}
