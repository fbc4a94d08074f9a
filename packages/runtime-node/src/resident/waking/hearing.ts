import { parseObjectKey } from '@agent-home/protocol';
import type { AgentHome } from '@agent-home/sdk';
import { RequestQueue } from './request-queue.ts';

/** What a resident has heard of by its feed, a topic at a time: that somebody spoke, never what was said. */
export class Hearing {
  readonly requests = new RequestQueue();
  readonly #newest = new Map<string, number>();
  readonly #waiting = new Map<string, () => void>();

  readonly #ignored: ReadonlySet<string>;

  /** @param ignored agents whose messages are not heard: two agents that react to each other alone never end */
  constructor(ignored: Iterable<string> = []) {
    this.#ignored = new Set(ignored);
  }

  /** Listens until the signal aborts. */
  async listen(home: Pick<AgentHome, 'feed'>, agentId: string, signal: AbortSignal): Promise<void> {
    for await (const { event_type, topic_id, object_key, payload } of home.feed({ signal })) {
      if (event_type === 'topic.invited' && topic_id != null) this.requests.add(topic_id);
      const { sequence, outcome } = payload;
      const line = object_key == null ? undefined : parseObjectKey(object_key);
      if (event_type !== 'topic.entry' || topic_id == null || outcome !== 'accepted') continue;
      if (line?.kind !== 'topic_message' || line.parts.agent_id === agentId) continue;
      if (typeof sequence !== 'number' || this.#ignored.has(line.parts.agent_id ?? '')) continue;
      this.#newest.set(topic_id, Math.max(sequence, this.#newest.get(topic_id) ?? 0));
      this.#waiting.get(topic_id)?.();
    }
  }

  /** The newest entry of another, as soon as there is one that was not taken. Rejects when the signal aborts. */
  async next(topicId: string, signal: AbortSignal): Promise<number> {
    for (;;) {
      signal.throwIfAborted();
      const newest = this.#newest.get(topicId);
      if (newest !== undefined) return newest;
      await new Promise<void>((resolve) => {
        const wake = () => {
          signal.removeEventListener('abort', wake);
          this.#waiting.delete(topicId);
          resolve();
        };
        this.#waiting.set(topicId, wake);
        signal.addEventListener('abort', wake);
      });
    }
  }

  /** The newest that is there, taken. */
  take(topicId: string): number | undefined {
    const newest = this.#newest.get(topicId);
    this.#newest.delete(topicId);
    return newest;
  }
}
