import type { FeedItem } from '../feed/iterate-events.ts';
import type { AgentHome } from '../home/agent-home.ts';
import type { Received, Reply } from './small-api.ts';

interface Stored {
  event_id: string;
  event_type: string;
  topic_id?: string;
  payload?: Record<string, unknown>;
}

/** Creates a feed that keeps every event until it is consumed and continues from a cursor, as the home does. */
export function feedServer(...types: string[]) {
  const events: Stored[] = types.map((event_type, index) => ({ event_id: String(index + 1), event_type }));
  let last = events.length;
  let consumesWithReads = true;
  let behind: { missed_from: string; missed_until: string; cursor: string } | undefined;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  return {
    events,
    /** Drops all events, as if they had expired. */
    drop() {
      events.length = 0;
      const moment = '2026-03-01T12:00:00.000Z';
      behind = { missed_from: moment, missed_until: moment, cursor: '0' };
    },
    /** Behaves like a home of a release in which reads did not consume events. */
    consumeByCallsOnly() {
      consumesWithReads = false;
    },
    isBehind: () => behind !== undefined,
    add(event_type: string, about: Pick<Stored, 'topic_id' | 'payload'> = {}) {
      events.push({ event_id: String(++last), event_type, ...about });
      wake();
    },
    async answer(received: Received): Promise<Reply | undefined> {
      if (received.path === '/v1/feed/ack') {
        const { event_ids, cursor } = JSON.parse(received.body) as { event_ids: string[]; cursor?: string };
        if (cursor !== undefined) behind = undefined;
        for (const id of event_ids) {
          const index = events.findIndex((event) => event.event_id === id);
          if (index >= 0) events.splice(index, 1);
        }
        return { body: { acknowledged: event_ids.length } };
      }
      if (!received.path.startsWith('/v1/feed?')) return undefined;
      const ack = new URL(received.path, 'http://home').searchParams.get('ack') ?? undefined;
      if (ack !== undefined && consumesWithReads)
        for (const event of events.filter(({ event_id: id }) => Number(id) <= Number(ack)))
          events.splice(events.indexOf(event), 1);
      const consumed = consumesWithReads ? { consumed: ack ?? null } : {};
      const after = new URL(received.path, 'http://home').searchParams.get('after');
      const news = () => events.filter(({ event_id }) => Number(event_id) > Number(after ?? 0));
      const gone = after === null && behind ? { behind } : {};
      if (news().length === 0 && !('behind' in gone))
        await new Promise<void>((resolve) => waiting.add(resolve));
      return { body: { events: news().map(full), cursor: String(last), ...consumed, ...gone } };
    },
  };
}

const full = (event: Stored) => ({
  topic_id: 't1',
  object_key: null,
  occurred_at: '2026-03-01T12:00:00.000Z',
  payload: {},
  ...event,
});

export async function take(home: AgentHome, count: number): Promise<string[]> {
  const taken: FeedItem[] = [];
  for await (const event of home.feed()) {
    taken.push(event);
    if (taken.length === count) break;
  }
  return taken.map((event) => event.event_id);
}

export const left = (server: { events: Stored[] }) => server.events.map((event) => event.event_id);
