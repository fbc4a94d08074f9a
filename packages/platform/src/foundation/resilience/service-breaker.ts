import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
} from 'cockatiel';
import type { Metrics } from '../metrics/metrics.ts';

export interface BreakerOptions {
  /** Number of consecutive failures that open the breaker, which then makes no calls. */
  failures: number;
  /** Time that it stays open before one call tries again. */
  seconds: number;
}

/** Circuit breaker for a service that does not respond: callers fail at once, and one call at a time tests the service. */
export class ServiceBreaker {
  readonly #policy: CircuitBreakerPolicy;

  constructor(
    service: string,
    metrics: Metrics,
    options: BreakerOptions,
    isFailure: (error: Error) => boolean,
  ) {
    this.#policy = circuitBreaker(handleWhen(isFailure), {
      halfOpenAfter: options.seconds * 1000,
      breaker: new ConsecutiveBreaker(options.failures),
    });
    metrics.breakerOpen.set({ service }, 0);
    this.#policy.onStateChange((state) =>
      metrics.breakerOpen.set({ service }, state === CircuitState.Closed ? 0 : 1),
    );
    this.#policy.onBreak(() => metrics.breakerOpened.inc({ service }));
  }

  get isClosed(): boolean {
    return this.#policy.state === CircuitState.Closed;
  }

  /** Runs `work`, or, while the breaker is open, throws the error that `heldBack` creates. */
  async run<Result>(work: () => Promise<Result>, heldBack: () => Error): Promise<Result> {
    try {
      return await this.#policy.execute(work);
    } catch (error) {
      throw error instanceof BrokenCircuitError ? heldBack() : error;
    }
  }
}
