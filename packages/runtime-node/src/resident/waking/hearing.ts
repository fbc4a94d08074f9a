import { parseObjectKey } from '@agent-home/protocol';
import type { AgentHome } from '@agent-home/sdk';
import { RequestQueue } from './request-queue.ts';

/** Tracks per topic that another agent has spoken, never the text. */
export class Hearing {
  readonly requests = new RequestQueue();
  readonly #newest = new Map<string, number>();
  /** Topics in which an agent other than a neighbour has spoken since the last `take`. */
  readonly #outsiders = new Set<string>();
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Called with the id of a question that approvers have decided. */
  onDecision: ((approvalId: string) => void) | undefined;

  readonly #ignored: ReadonlySet<string>;
  readonly #neighbours: ReadonlySet<string>;

  /**
   * @param ignored agents whose messages are ignored, because two agents that reply to each other would never stop
   * @param neighbours agents whose messages can wait
   */
  constructor(ignored: Iterable<string> = [], neighbours: Iterable<string> = []) {
    this.#ignored = new Set(ignored);
    this.#neighbours = new Set(neighbours);
  }

  /** Listens until the signal aborts. */
  async listen(home: Pick<AgentHome, 'feed'>, agentId: string, signal: AbortSignal): Promise<void> {
    for await (const { event_type, topic_id, object_key, payload } of home.feed({ signal })) {
      if (event_type === 'topic.invited' && topic_id != null) this.requests.add(topic_id);
      if (event_type === 'agent.approval_decided') this.onDecision?.(String(payload.approval_id));
      const { sequence, outcome } = payload;
      const line = object_key == null ? undefined : parseObjectKey(object_key);
      if (event_type !== 'topic.entry' || topic_id == null || outcome !== 'accepted') continue;
      if (line?.kind !== 'topic_message' || line.parts.agent_id === agentId) continue;
      if (typeof sequence !== 'number' || this.#ignored.has(line.parts.agent_id ?? '')) continue;
      this.#newest.set(topic_id, Math.max(sequence, this.#newest.get(topic_id) ?? 0));
      if (!this.#neighbours.has(line.parts.agent_id ?? '')) this.#outsiders.add(topic_id);
      for (const wake of this.#waiting.get(topic_id) ?? []) wake();
    }
  }

  /** Returns the newest entry of another agent as soon as there is an unhandled one. Rejects when the signal aborts. */
  async next(topicId: string, signal: AbortSignal): Promise<number> {
    for (;;) {
      signal.throwIfAborted();
      const newest = this.#newest.get(topicId);
      if (newest !== undefined) return newest;
      await this.#message(topicId, signal);
    }
  }

  /** True if an agent other than a neighbour has spoken since the last `take`. */
  hasOutsider(topicId: string): boolean {
    return this.#outsiders.has(topicId);
  }

  /** Resolves as soon as `hasOutsider` is true. Rejects when the signal aborts. */
  async outsider(topicId: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      if (this.#outsiders.has(topicId)) return;
      await this.#message(topicId, signal);
    }
  }

  /** Returns the newest entry, taken. */
  take(topicId: string): number | undefined {
    const newest = this.#newest.get(topicId);
    this.#newest.delete(topicId);
    this.#outsiders.delete(topicId);
    return newest;
  }

  /** Resolves at the next message of the topic or when the signal aborts. */
  #message(topicId: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(topicId) ?? new Set();
      this.#waiting.set(topicId, waiting);
      const wake = () => {
        signal.removeEventListener('abort', wake);
        waiting.delete(wake);
        resolve();
      };
      waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}
