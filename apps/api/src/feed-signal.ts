import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseConnection } from '@agent-home/database';
import { feedChannel } from '@agent-home/platform';
import type { FeedSignal } from './api-context.ts';

/** A notification can be lost with its connection: a waiting poll looks again by itself after this long. */
const lookAgainMs = 5_000;

/** Wakes waiting polls by PostgreSQL notifications, so that it works however many processes there are. */
export async function openFeedSignal(connection: DatabaseConnection): Promise<FeedSignal> {
  const emitter = new EventEmitter().setMaxListeners(0);
  await connection.listen(feedChannel, (agentId) => emitter.emit(eventOf(agentId)));
  return {
    async wait(agentId, signal) {
      const woken = new AbortController();
      const wake = () => woken.abort();
      emitter.once(eventOf(agentId), wake);
      try {
        await delay(lookAgainMs, undefined, { signal: AbortSignal.any([signal, woken.signal]) });
      } catch {
        // Aborted: woken, or the poll has ended.
      } finally {
        emitter.off(eventOf(agentId), wake);
      }
    },
  };
}

/** An agent may be called `error`, which an emitter takes for one. */
function eventOf(agentId: string): string {
  return `agent ${agentId}`;
}
