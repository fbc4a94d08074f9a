import { type KairoEvent, kairoEvent, type RunRecord } from '@agent-home/agent-runtime/run-log';
import { patternMatcher } from './event-pattern.ts';

export type Handler = (event: KairoEvent) => unknown;

/**
 * Listeners of runs. Handlers get frozen events after the log has them; an error or delay in a handler changes
 * nothing (S4-37).
 */
export class EventBus {
  readonly #subscriptions = new Set<{ matches: (type: string) => boolean; handler: Handler }>();

  /**
   * @param pattern segments between dots; `*` is one of them, a last `**` all that follow
   * @returns ends the subscription: nothing comes after, what was published already not either
   */
  on(pattern: string, handler: Handler): () => void {
    const subscription = { matches: patternMatcher(pattern), handler };
    this.#subscriptions.add(subscription);
    return () => this.#subscriptions.delete(subscription);
  }

  /** @param records with all their values in them */
  publish(records: readonly RunRecord[]): void {
    if (this.#subscriptions.size === 0) return;
    for (const record of records) {
      const event = deepFreeze(structuredClone(kairoEvent(record)));
      for (const subscription of [...this.#subscriptions]) {
        if (!subscription.matches(event.type)) continue;
        // Ordered, and without delaying the run.
        queueMicrotask(() => {
          if (!this.#subscriptions.has(subscription)) return;
          try {
            Promise.resolve(subscription.handler(event)).catch(() => undefined);
          } catch {
            // The handler's own affair.
          }
        });
      }
    }
  }
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}
