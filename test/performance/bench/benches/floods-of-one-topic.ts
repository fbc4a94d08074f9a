import { setTimeout as delay } from 'node:timers/promises';
import { tables } from '@agent-home/platform/database';
import { and, count, eq, isNull } from 'drizzle-orm';
import { eventually } from '../../../support/eventually.ts';
import { makeTopics } from '../home/bench-agents.ts';
import type { BenchHome } from '../home/bench-home.ts';
import { giveTickets, hintTickets, MessageWriter, type WrittenMessage } from '../home/written-messages.ts';
import { type Bench, median } from '../measure.ts';
import { writeBeforehand } from './events-applied.ts';
import { putAndWait } from './put-to-state.ts';

/** Pause between the puts of the slow writer: a tenth of the rate that the worker judges alone. */
const pauseMs = 40;

/**
 * Writes a message into each of many topics, one every `pauseMs`, while thousands of inputs wait in another topic that was notified
 * just before. Compared with a calm home. Each is timed from the end of its put to its state in the bucket.
 */
export const floodsOfOneTopic: Bench = {
  name: 'floods_of_one_topic',
  unit: 'ms (p50)',
  floorName: 'the same messages in a calm home',
  target: { atMost: 1.5 },
  pairs: { full: 5, short: 1 },
  async open({ home: openHome, short }) {
    const home = await openHome();
    const writer = new MessageWriter();
    const [author] = home.agents;
    if (!author) throw new Error('there is no agent');
    const others = await makeTopics(home.open, 'beside', short ? 10 : 200);
    const [flooded = ''] = await makeTopics(home.open, 'flooded', 1);
    const meters = { value: home.homeMeter(), floor: home.homeMeter() };
    const written = async () => {
      const messages = others.map((topicId) => writer.write(topicId, author));
      await giveTickets(home, messages);
      return messages;
    };
    return {
      meters,
      async value() {
        const flood = Array.from({ length: short ? 200 : 2_000 }, () => writer.write(flooded, author));
        await writeBeforehand(home, flood);
        await giveTickets(home, flood);
        const messages = await written();
        return meters.value.measure(messages.length + flood.length, async () => {
          await hintTickets(home, flood);
          await home.open.platform.wake.topic(flooded);
          const latency = await trickle(home, messages);
          if (!short && (await waitingIn(home, flooded)) === 0)
            throw new Error('the flood was over too soon');
          await eventually(async () => {
            const waiting = await waitingIn(home, flooded);
            if (waiting > 0) throw new Error(`${waiting} inputs wait`);
          }, 120_000);
          return latency;
        });
      },
      async floor() {
        const messages = await written();
        return meters.floor.measure(messages.length, () => trickle(home, messages));
      },
      close: async () => {},
    };
  },
};

async function trickle(home: BenchHome, messages: WrittenMessage[]): Promise<number> {
  const latencies: Promise<number>[] = [];
  for (const message of messages) {
    latencies.push(putAndWait(home, message));
    await delay(pauseMs);
  }
  return median(await Promise.all(latencies));
}

async function waitingIn(home: BenchHome, topicId: string): Promise<number> {
  const { tickets } = tables;
  const [row] = await home.open.platform.database
    .select({ rows: count() })
    .from(tickets)
    .where(and(eq(tickets.topicId, topicId), isNull(tickets.closedAt)));
  return row?.rows ?? 0;
}
