import type { JsonObject, JsonValue } from '@agent-home/protocol';
import type { RunRecord } from '../record/run-record.ts';

/** Numbers of a span (S0-79). */
export interface SpanMetrics {
  promptTokens?: number;
  completionTokens?: number;
  totalTokens?: number;
  /** Money, in the unit of the model's price. */
  cost?: number;
}

export interface Prices {
  /** Computes the cost of one call; undefined without a price, or if the definition switches `costTracking` off. */
  readonly computeCost: (input: number, output: number) => number | undefined;
}

/** Token count that a price refers to. */
const million = 1_000_000;

/** True unless `observability.costTracking` of the definition is false. */
function tracksCosts({ data }: RunRecord): boolean {
  return member(member(data.definition, 'observability'), 'costTracking') !== false;
}

/** Pinned price of the model of the active agent, from the run's or the leg's settings. */
export class SpanPrices implements Prices {
  readonly #isTracked: boolean;
  #price: JsonValue | undefined;

  constructor(first: RunRecord) {
    this.#isTracked = tracksCosts(first);
  }

  take({ type, data }: RunRecord): void {
    if (type === 'run.started') this.#price = member(data.model, 'price');
    if (type === 'run.leg_started') this.#price = member(member(data.pinned, 'model'), 'price');
  }

  readonly computeCost = (inputTokens: number, outputTokens: number): number | undefined => {
    const [input, output] = [member(this.#price, 'input'), member(this.#price, 'output')];
    if (!this.#isTracked || typeof input !== 'number' || typeof output !== 'number') return undefined;
    return (inputTokens * input + outputTokens * output) / million;
  };
}

/** Adds the cost of one call if its model has a price and the definition tracks costs. */
export function withCost(metrics: SpanMetrics, { computeCost }: Prices): SpanMetrics {
  const { promptTokens, completionTokens } = metrics;
  if (promptTokens === undefined || completionTokens === undefined) return metrics;
  const cost = computeCost(promptTokens, completionTokens);
  return cost === undefined ? metrics : { ...metrics, cost };
}

/** Returns the tokens and the cost of a whole run. */
export function metricsOfRun(first: RunRecord, usage: JsonObject | undefined): SpanMetrics {
  const isTracked = tracksCosts(first) && typeof usage?.cost === 'number';
  return { ...getUsage(usage), ...(isTracked ? { cost: Number(usage.cost) } : {}) };
}

/** Returns the token usage for a span. */
export function getUsage(usage: JsonObject | undefined): SpanMetrics {
  const [prompt, completion] = [usage?.input_tokens, usage?.output_tokens];
  if (typeof prompt !== 'number' || typeof completion !== 'number') return {};
  return { promptTokens: prompt, completionTokens: completion, totalTokens: prompt + completion };
}

function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return typeof value === 'object' && value !== null && name in value
    ? (value as Record<string, JsonValue>)[name]
    : undefined;
}
