import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import postgres from 'postgres';
import { signRequest } from '../../../packages/sdk/src/api/sign-request.ts';
import { type FeedReader, growFeeds } from '../home/feed-rows.ts';
import { type Bench, ratePerSecond } from '../measure.ts';

const connections = 16;
const pageSize = 200;
/** So many agents a sample, others each time: their signatures must not grow old meanwhile. */
const atOnce = 2_000;
const surroundings = { now: Date.now, randomBytes: (length: number) => new Uint8Array(randomBytes(length)) };

/**
 * A full page for every agent, over HTTP and signed, of the topics that it follows: visibility asked for each event's
 * topic, named for the reader alone. Both sides parse what they get and count the events in it.
 */
export const feedDelivery: Bench = {
  name: 'feed_delivery',
  unit: 'events/s',
  floorName: 'the same rows by plain SQL, a query an agent, as many connections',
  target: { atLeast: 0.5 },
  pairs: { full: 5, short: 1 },
  async open(context) {
    const home = await context.home();
    const size = context.short
      ? { agents: 400, topics: 40, topicsOfAgent: 4, entries: 60 }
      : { agents: 10_000, topics: 1_000, topicsOfAgent: 4, entries: 60 };
    const readers = await growFeeds(home, size);
    const client = postgres(home.databaseUrl, { max: connections, fetch_types: false });
    const events = Math.min(readers.length, atOnce) * pageSize;
    let turn = 0;
    const nextReaders = () => {
      const start = (turn++ * atOnce) % readers.length;
      return readers.slice(start, start + atOnce);
    };
    return {
      async value() {
        const agent = new Agent({ keepAlive: true, maxSockets: connections });
        // Signed before the clock starts: what that takes is the agents' own.
        const asked = nextReaders().map((reader) => signed(home.url, reader));
        try {
          return await ratePerSecond(events, () =>
            everyOne(asked, async (one) => {
              const page = JSON.parse(await get(agent, one)) as { events: unknown[] };
              requireFull(page.events.length);
            }),
          );
        } finally {
          agent.destroy();
        }
      },
      floor: () =>
        ratePerSecond(events, () =>
          everyOne(nextReaders(), async ({ agentId }) => {
            const rows = await client`
              select event.id, event.event_type, event.topic_id, event.object_key, event.occurred_at, event.payload
              from feed_events as event join topic_participants as known using (topic_id)
              where known.agent_id = ${agentId} and event.agent_id is null
              order by event.transaction, event.id limit ${pageSize}`;
            for (const row of rows) JSON.parse(String(row.payload));
            requireFull(rows.length);
          }),
        ),
      close: () => client.end({ timeout: 5 }),
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

interface SignedRequest {
  target: URL;
  headers: Record<string, string>;
}

function signed(url: string, { signer }: FeedReader): SignedRequest {
  const target = new URL(`/v1/feed?limit=${pageSize}`, url);
  const headers = signRequest({ method: 'GET', url: target, body: Buffer.alloc(0) }, signer, surroundings);
  return { target, headers };
}

function get(agent: Agent, { target, headers }: SignedRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(target, { agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        if (response.statusCode === 200) resolve(Buffer.concat(chunks).toString());
        else reject(new Error(`the feed answered ${response.statusCode}`));
      });
    });
    sent.once('error', reject);
    sent.end();
  });
}
