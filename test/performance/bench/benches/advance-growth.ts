import { advanceTopic } from '@agent-home/platform';
import type { BenchHome } from '../home/bench-home.ts';
import { smallHome, startTwoHomes } from '../home/two-homes.ts';
import { giveTickets, hintTickets, MessageWriter } from '../home/written-messages.ts';
import type { Bench } from '../measure.ts';
import { writeBeforehand } from './events-applied.ts';

const topicsAtOnce = 20;

/**
 * Processes one input of one topic in a home full of others, from the check of its ticket to its state in the
 * bucket.
 */
export const advanceGrowth: Bench = {
  name: 'advance_growth',
  unit: 'ms, 95th percentile',
  floorName: smallHome,
  target: { atMost: 1.2 },
  pairs: { full: 5, short: 1 },
  async open({ short }) {
    const rounds = short ? 3 : 20;
    const { grown, modest, close } = await startTwoHomes(short);
    const writer = new MessageWriter();
    return {
      value: () => computePercentile(grown.home, writer, rounds),
      floor: () => computePercentile(modest.home, writer, rounds),
      close,
    };
  },
};

/** Runs in this process and sequentially, to measure the work of an advance without its waiting. */
async function computePercentile(home: BenchHome, writer: MessageWriter, rounds: number): Promise<number> {
  const latencies = await advanceLatencies(home, writer, rounds);
  latencies.sort((one, other) => one - other);
  return latencies[Math.floor(latencies.length * 0.95)] ?? Number.NaN;
}

export async function advanceLatencies(
  home: BenchHome,
  writer: MessageWriter,
  rounds: number,
): Promise<number[]> {
  const latencies: number[] = [];
  const { platform } = home.open;
  const topicIds = home.topicIds.slice(0, topicsAtOnce);
  for (let round = 0; round < rounds; round++) {
    const author = home.agents[round % home.agents.length];
    if (!author) throw new Error('there is no agent');
    const messages = topicIds.map((topicId) => writer.write(topicId, author));
    await writeBeforehand(home, messages);
    await giveTickets(home, messages);
    for (const message of messages) {
      await hintTickets(home, [message]);
      const started = performance.now();
      await advanceTopic(platform, message.topicId);
      latencies.push(performance.now() - started);
    }
  }
  return latencies;
}
