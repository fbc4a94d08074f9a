import { objectKey } from '@agent-home/protocol';
import { makeTopics } from '../home/bench-agents.ts';
import type { BenchHome } from '../home/bench-home.ts';
import { giveTickets, hintTickets, MessageWriter, type WrittenMessage } from '../home/written-messages.ts';
import type { Bench } from '../measure.ts';
import { writeBeforehand } from './events-applied.ts';

/** Processes one input in each of many topics that are all notified at once, compared with a single topic, input after input. */
export const advanceTopics: Bench = {
  name: 'advance_topics',
  unit: 'ms an input',
  floorName: 'one topic alone, input after input',
  target: { atMost: 1.2 },
  pairs: { full: 5, short: 1 },
  async open(context) {
    const home = await context.home();
    const writer = new MessageWriter();
    const [author] = home.agents;
    if (!author) throw new Error('there is no agent');
    const topicIds = await makeTopics(home.open, 'many', context.short ? 40 : 1_000);
    const [alone = ''] = await makeTopics(home.open, 'alone', 1);
    const meters = { value: home.homeMeter(), floor: home.homeMeter() };
    return {
      meters,
      async value() {
        const messages = topicIds.map((topicId) => writer.write(topicId, author));
        await prepare(home, messages);
        return meters.value.measure(messages.length, () =>
          millisecondsPerInput(messages.length, () => advance(home, messages)),
        );
      },
      async floor() {
        const messages = Array.from({ length: context.short ? 10 : 100 }, () => writer.write(alone, author));
        await prepare(home, messages);
        return meters.floor.measure(messages.length, () =>
          millisecondsPerInput(messages.length, async () => {
            for (const message of messages) await advance(home, [message]);
          }),
        );
      },
      close: async () => {},
    };
  },
};

async function prepare(home: BenchHome, messages: WrittenMessage[]): Promise<void> {
  await writeBeforehand(home, messages);
  await giveTickets(home, messages);
}

/** Measures from the wake-ups until every topic's new state has arrived in the bucket. */
async function advance(home: BenchHome, messages: WrittenMessage[]): Promise<void> {
  const missing = new Set(messages.map(({ topicId }) => objectKey('topic_state', { topic_id: topicId })));
  let stop = () => {};
  const arrived = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${missing.size} states are missing`)), 120_000);
    stop = home.onStatePut(({ key }) => {
      missing.delete(key);
      if (missing.size > 0) return;
      clearTimeout(timer);
      resolve();
    });
  });
  try {
    await hintTickets(home, messages);
    await Promise.all(messages.map(({ topicId }) => home.open.platform.wake.topic(topicId)));
    await arrived;
  } finally {
    stop();
  }
}

async function millisecondsPerInput(inputs: number, work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / inputs;
}
