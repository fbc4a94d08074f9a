import type { AgentStore } from '@agent-home/object-store/agent';
import { objectKey } from '@agent-home/protocol';
import type { BenchHome } from '../home/bench-home.ts';
import { startFloorWorker } from '../home/floor-worker.ts';
import { giveTickets, MessageWriter } from '../home/written-messages.ts';
import { type Bench, median } from '../measure.ts';

const withinMs = 15_000;

/**
 * Sends one message at a time into an idle home: the store's event, the API, the queue, the worker, its read, its transaction and
 * its puts. The clock runs from the end of the agent's put to the end of the state's.
 */
export const putToState: Bench = {
  name: 'put_to_state',
  unit: 'ms (p50)',
  floorName: 'by hand in a row: commit an event, one get, commit one transaction, two puts',
  target: { atMost: 1.4 },
  pairs: { full: 9, short: 2 },
  async open(context) {
    const home = await context.home();
    const floor = await startFloorWorker(home);
    await floor.perform({ kind: 'open_rows', topics: 1 });
    const meters = { value: home.homeMeter(), floor: floor.meter };
    const { store } = home.open.platform;
    const writer = new MessageWriter();
    const puts = context.short ? 5 : 20;
    const topicId = home.topicIds.at(-1) ?? '';
    const agent = home.agents.at(-1);
    if (!agent) throw new Error('there is no agent');
    return {
      meters,
      async value() {
        const messages = Array.from({ length: puts }, () => writer.write(topicId, agent));
        await giveTickets(home, messages);
        return meters.value.measure(puts, async () => {
          const durations: number[] = [];
          for (const message of messages) durations.push(await putAndWait(home, message));
          return median(durations);
        });
      },
      async floor() {
        const messages = Array.from({ length: puts }, () => writer.write('by-hand', agent));
        for (const { key, bytes } of messages)
          await store.put(key, bytes, { contentType: 'application/json' });
        const keys = messages.map(({ key }) => key);
        return median(await meters.floor.measure(puts, () => floor.perform({ kind: 'by_hand', keys })));
      },
      close: () => floor.close(),
    };
  },
};

/** Returns the milliseconds from the end of a message's put to the end of the put of the state with its verdict. */
export async function putAndWait(
  home: BenchHome,
  message: { key: string; topicId: string; bytes: Uint8Array },
  store: Pick<AgentStore, 'put'> = home.open.platform.store,
): Promise<number> {
  const stateKey = objectKey('topic_state', { topic_id: message.topicId });
  // The notification of the previous state may still arrive.
  const begun = process.hrtime.bigint();
  let stop = () => {};
  const arrived = new Promise<bigint>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no state within ${withinMs} ms`)), withinMs);
    stop = home.onStatePut(({ key, at }) => {
      if (key !== stateKey || BigInt(at) < begun) return;
      clearTimeout(timer);
      resolve(BigInt(at));
    });
  });
  try {
    await store.put(message.key, message.bytes, { contentType: 'application/json' });
    const started = process.hrtime.bigint();
    return milliseconds(started, await arrived);
  } finally {
    stop();
  }
}

function milliseconds(from: bigint, to: bigint): number {
  return Number(to - from) / 1e6;
}
