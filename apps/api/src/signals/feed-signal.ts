import { EventEmitter } from 'node:events';
import type { DatabaseConnection } from '@agent-home/database';
import { feedChannel } from '@agent-home/platform';

/** Tells that something may be there. Spurious and missing calls are both harmless. */
export interface FeedSignal {
  /** Calls `wake` for the agent itself and for what it follows, as `topic/…` or `task/…`, until the answer is called. */
  subscribe(to: { agentId: string; followed: string[] }, wake: () => void): () => void;
}

/** Wakes waiting polls by PostgreSQL notifications, so that it works however many processes there are. */
export async function openFeedSignal(connection: DatabaseConnection): Promise<FeedSignal> {
  const emitter = new EventEmitter().setMaxListeners(0);
  await connection.listen(feedChannel, (heardBy) => emitter.emit(eventOf(heardBy)));
  return {
    subscribe({ agentId, followed }, wake) {
      const events = [agentId, ...followed].map(eventOf);
      for (const event of events) emitter.on(event, wake);
      return () => {
        for (const event of events) emitter.off(event, wake);
      };
    },
  };
}

/** An agent may be called `error`, which an emitter takes for one. */
function eventOf(heardBy: string): string {
  return `heard by ${heardBy}`;
}
