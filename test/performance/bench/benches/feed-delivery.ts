import { Agent } from 'node:http';
import { prepareFeedRequest, readPage } from '../home/feed-request.ts';
import { growFeeds } from '../home/feed-rows.ts';
import { startFloorWorker } from '../home/floor-worker.ts';
import { type Bench, ratePerSecond } from '../measure.ts';

const connections = 16;
const pageSize = 200;
/** Number of agents in a sample, different ones each time, because their signatures must not expire meanwhile. */
const atOnce = 2_000;

/**
 * Delivers a full page of the followed topics to every agent, over HTTP with signed requests. Visibility is checked for each
 * event's topic, and names are resolved for the reader only. Both sides parse the response and count its events.
 */
export const feedDelivery: Bench = {
  name: 'feed_delivery',
  unit: 'events/s',
  floorName: 'the same rows by plain SQL, a query an agent, as many connections',
  target: { atLeast: 0.6 },
  pairs: { full: 5, short: 1 },
  async open(context) {
    const home = await context.home();
    const size = context.short
      ? { agents: 400, topics: 40, topicsOfAgent: 4, entries: 60 }
      : { agents: 10_000, topics: 1_000, topicsOfAgent: 4, entries: 60 };
    const readers = await growFeeds(home, size);
    const floor = await startFloorWorker(home);
    const meters = { value: home.homeMeter(), floor: floor.meter };
    const pages = Math.min(readers.length, atOnce);
    const events = pages * pageSize;
    let turn = 0;
    const nextReaders = () => {
      const start = (turn++ * atOnce) % readers.length;
      return readers.slice(start, start + atOnce);
    };
    return {
      meters,
      async value() {
        const agent = new Agent({ keepAlive: true, maxSockets: connections });
        // Signed before the measurement, because signing is the agents' work.
        const asked = nextReaders().map((reader) => prepareFeedRequest(home.url, reader, pageSize));
        try {
          return await meters.value.measure(pages, () =>
            ratePerSecond(events, () =>
              everyOne(asked, async (one) => {
                requireFull((await readPage(one, agent)).length);
              }),
            ),
          );
        } finally {
          agent.destroy();
        }
      },
      async floor() {
        const agentIds = nextReaders().map(({ agentId }) => agentId);
        const task = { kind: 'feed', agentIds, pageSize, lanes: connections } as const;
        const [took = Number.NaN] = await meters.floor.measure(pages, () => floor.perform(task));
        return (events * 1000) / took;
      },
      close: () => floor.close(),
    };
  },
};

function requireFull(found: number): void {
  if (found !== pageSize) throw new Error(`${found} events where ${pageSize} wait`);
}

async function everyOne<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: connections }, lane));
}
