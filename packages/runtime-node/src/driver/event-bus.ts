import { type KairoEvent, kairoEvent, type RunRecord } from '@agent-home/agent-runtime/run-log';
import { patternMatcher } from './event-pattern.ts';

export type Handler = (event: KairoEvent) => unknown;

/**
 * Event bus of runs. Handlers receive frozen events after the log has them. Errors and delays of a handler do not affect the run
 * (S4-37).
 */
export class EventBus {
  readonly #subscriptions = new Set<{ matches: (type: string) => boolean; handler: Handler }>();

  /**
   * @param pattern segments separated by dots; `*` matches one segment, a final `**` all remaining ones
   * @returns function that ends the subscription; events already published are not delivered either
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
        // Keeps the order and does not delay the run.
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
