import { setTimeout as delay } from 'node:timers/promises';
import { getStream } from '../plan/streams.ts';
import type { AgentClient } from './agent-client.ts';
import type { Attention } from './attention.ts';
import { clientError } from './client-error.ts';

/** Reads its feed and consumes it: by cursor, one by one, in part, reading on, or not at all. */
export async function readWhileLiving(
  client: AgentClient,
  attention: Attention,
  seed: number,
  signal: AbortSignal,
): Promise<void> {
  const random = getStream(seed, `feed of ${client.agentId}`);
  while (!signal.aborted) {
    const [way, part] = [random(), random()];
    try {
      const page = await client.readFeed(1);
      const ids = page.events.map(({ event_id: id }) => id);
      for (const { event_type: type, topic_id: topicId } of page.events)
        if (type === 'topic.turn_started' && topicId) attention.call(topicId);
      if (ids.length === 0) continue;
      if (way < 0.5) await client.acknowledge(ids, page.cursor);
      else if (way < 0.65) await client.acknowledge(ids);
      else if (way < 0.8) await client.acknowledge(ids.filter((_, index) => (index + part * 10) % 2 < 1));
      else if (way < 0.9) {
        const next = await client.readFeed(0, page.cursor);
        // The second cursor consumes the first page as well.
        await client.acknowledge([...ids, ...next.events.map(({ event_id: id }) => id)], next.cursor);
      } else await delay(100);
    } catch (error) {
      if (clientError(error)) throw error;
      await delay(150);
    }
  }
}

/** Reads and consumes all remaining events within a time limit. */
export async function readToTheEnd(client: AgentClient, withinMs: number): Promise<void> {
  let quiet = 0;
  for (const end = Date.now() + withinMs; Date.now() < end; ) {
    const page = await client.readFeed(0);
    if (page.events.length === 0) {
      // A pending operation of the home may hold events back until it ends.
      quiet += 1;
      if (quiet === 3) return;
      await delay(300);
      continue;
    }
    await client.acknowledge(
      page.events.map(({ event_id: id }) => id),
      page.cursor,
    );
  }
}
