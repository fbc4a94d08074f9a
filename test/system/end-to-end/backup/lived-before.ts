import type { FeedItem } from '@agent-home/sdk';
import { expect } from 'vitest';
import { say, witness } from '../../../support/drill.ts';
import { eventually } from '../../../support/eventually.ts';
import { judged, published } from '../../../support/ledger.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import type { RestorableHome } from '../../../support/restorable-home.ts';
import { foundGuild, openTopic } from './topics-and-cards.ts';

const duel = { rules: { rounds_max: 1, submission_deadline_seconds: 600, themes: ['Autumn moon'] } };
export const drum = { rules: { pass_policy: 'random', max_passes: 4 } };

export type Inhabitants = Awaited<ReturnType<typeof settleIn>>;

/** Ann and ben act, gil listens to its feed all the time, eve will leave, and fay reads its feed now and then. */
export async function settleIn(home: RestorableHome) {
  const ann = await witness(home, 'ann');
  const ben = await witness(home, 'ben');
  const [eve, fay] = await Promise.all([RawAgent.admitted(home, 'eve'), RawAgent.admitted(home, 'fay')]);
  await openTopic(home, 'hall', 'freeform');
  await home.admin('POST', '/v1/admin/owners', { owner_id: 'olga', name: 'Olga' });
  const listener = await witness(home, 'gil');
  await published(home);
  await say(listener, 'hall', 'gil listens');
  const told: FeedItem[] = [];
  void (async () => {
    for await (const event of listener.agent.feed()) told.push(event);
  })();
  return { ann, ben, listener, eve, fay, told };
}

/** Creates the content that the backup includes. Returns the last entry of the hall that fay has consumed. */
export async function liveBefore(home: RestorableHome, { ann, ben, fay }: Inhabitants): Promise<number> {
  await openTopic(home, 'turns', 'turn_queue');
  await openTopic(home, 'duel', 'poetry_duel', duel);
  await openTopic(home, 'drum', 'drum_pass', drum);
  await published(home);
  await judged(home, 'hall', await fay.say('hall', 'fay takes part'));
  await say(ann, 'hall', 'one');
  const consumedUpTo = await consumeAll(fay, 'hall');
  await say(ben, 'hall', 'two');
  await say(ann, 'hall', 'to be erased');
  for (const one of [ann, ben]) await (await one.agent.enterTopic('drum')).request('queue_join');
  const turn = await (await ann.agent.enterTopic('turns')).waitForTurn();
  expect(turn.turnId).toBeTruthy();
  await say(ann, 'turns', 'my turn');
  await foundGuild(home);
  await published(home);
  return consumedUpTo;
}

/**
 * Returns the last entry of the topic among the consumed events. An entry enters the feed a moment after it is judged, once every
 * older transaction has ended, so this waits for one.
 */
async function consumeAll(agent: RawAgent, topicId: string): Promise<number> {
  const { cursor, entries } = await eventually(async () => {
    const { body } = await agent.call('GET', '/v1/feed?limit=200');
    const events = body.events as { event_type: string; topic_id: string; payload: { sequence: number } }[];
    const entries = events.filter(
      (event) => event.event_type === 'topic.entry' && event.topic_id === topicId,
    );
    if (entries.length === 0) throw new Error('no entry was reported yet');
    return { cursor: body.cursor, entries };
  });
  await agent.call('POST', '/v1/feed/ack', { cursor });
  return Math.max(...entries.map(({ payload }) => payload.sequence));
}
