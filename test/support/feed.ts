import { sql } from 'drizzle-orm';
import { eventually } from './eventually.ts';
import type { RawAgent } from './raw-agent.ts';
import type { TestHome } from './start-home.ts';

export interface FeedEvent {
  event_id: string;
  event_type: string;
  topic_id: string | null;
  object_key: string | null;
  payload: Record<string, unknown>;
}

export interface FeedPage {
  events: FeedEvent[];
  cursor: string;
  more: boolean;
  behind?: { missed_from: string; missed_until: string; cursor: string };
}

/** Reads the feed once all committed events are visible; transactions of other tests on this server delay it. */
export async function readFeed(agent: RawAgent, query = '?limit=200'): Promise<FeedPage> {
  await settled(agent.home);
  return (await agent.call('GET', `/v1/feed${query}`)).body as unknown as FeedPage;
}

function settled({ open }: TestHome): Promise<void> {
  return eventually(async () => {
    const [row] = await open.platform.database.execute<{ waiting: string }>(
      sql`select count(*) as waiting from feed_events
          where transaction >= pg_snapshot_xmin(pg_current_snapshot())`,
    );
    if (row?.waiting !== '0') throw new Error(`${row?.waiting} events wait for older transactions`);
  });
}
