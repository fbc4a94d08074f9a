import { tables } from '@agent-home/platform/database';
import { and, count, eq, inArray } from 'drizzle-orm';
import { eventually } from '../../../support/eventually.ts';
import type { BenchHome } from '../home/bench-home.ts';
import { startFloorWorker } from '../home/floor-worker.ts';
import { giveTickets, hintTickets, MessageWriter, type WrittenMessage } from '../home/written-messages.ts';
import { type Bench, ratePerSecond } from '../measure.ts';

const authorsPerTopic = 5;
const lanes = 20;

/**
 * Processes signed messages of five agents in each topic. The clock runs from the first wake-up until every message is verified,
 * judged and committed, and its ledger entries and states are in the bucket. The store's events about those puts arrive in the
 * meantime, as in production.
 */
export const eventsApplied: Bench = {
  name: 'events_applied',
  unit: 'inputs/s',
  floorName: 'PostgreSQL transactions of the same row shapes, 20 connections',
  target: { atLeast: 0.4 },
  pairs: { full: 7, short: 1 },
  async open(context) {
    const home = await context.home();
    const floor = await startFloorWorker(home);
    const topics = home.topicIds.length;
    await floor.perform({ kind: 'open_rows', topics });
    const meters = { value: home.homeMeter(), floor: floor.meter };
    const writer = new MessageWriter();
    const authors = home.agents.slice(0, authorsPerTopic);
    const inputs = topics * authorsPerTopic;
    return {
      meters,
      async value() {
        const messages = home.topicIds.flatMap((topicId) =>
          authors.map((author) => writer.write(topicId, author)),
        );
        await writeBeforehand(home, messages);
        await giveTickets(home, messages);
        return meters.value.measure(inputs, () =>
          ratePerSecond(inputs, async () => {
            await hintTickets(home, messages);
            await Promise.all(home.topicIds.map((topicId) => home.open.platform.wake.topic(topicId)));
            await untilPublished(home, messages);
          }),
        );
      },
      async floor() {
        const task = { kind: 'advance', inputs, topics, lanes } as const;
        const [took = Number.NaN] = await meters.floor.measure(inputs, () => floor.perform(task));
        return (inputs * 1000) / took;
      },
      close: () => floor.close(),
    };
  },
};

/** Writes the messages before their tickets exist and waits for their events, so that these notify no worker early. */
export async function writeBeforehand(home: BenchHome, messages: WrittenMessage[]): Promise<void> {
  await inLanes(messages, ({ key, bytes }) =>
    home.open.platform.store.put(key, bytes, { contentType: 'application/json' }),
  );
  const { storeEvents } = tables;
  const keys = messages.map(({ key }) => key);
  await eventually(async () => {
    const [found] = await home.open.platform.database
      .select({ received: count() })
      .from(storeEvents)
      .where(inArray(storeEvents.objectKey, keys));
    if (found?.received !== keys.length) throw new Error('events are still on their way');
  }, 60_000);
}

async function untilPublished(home: BenchHome, messages: WrittenMessage[]): Promise<void> {
  const { database } = home.open.platform;
  const { ledgerEntries, outbox } = tables;
  const keys = messages.map(({ key }) => key);
  await eventually(async () => {
    const [waiting] = await database.select({ rows: count() }).from(outbox);
    if (waiting?.rows !== 0) throw new Error(`${waiting?.rows} objects wait to be published`);
    const [accepted] = await database
      .select({ rows: count() })
      .from(ledgerEntries)
      .where(and(inArray(ledgerEntries.objectKey, keys), eq(ledgerEntries.outcome, 'accepted')));
    if (accepted?.rows !== keys.length) throw new Error(`${accepted?.rows} of ${keys.length} are accepted`);
  }, 120_000);
}

async function inLanes<Item>(items: Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
