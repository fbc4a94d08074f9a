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
  /** Computes the cost of one response; undefined without a price, or if the definition switches `costTracking` off. */
  readonly computeCost: (answered: JsonObject) => number | undefined;
}

/** Token count that a price refers to. */
const million = 1_000_000;

/** True unless `observability.costTracking` of the definition is false. */
function tracksCosts({ data }: RunRecord): boolean {
  return member(member(data.definition, 'observability'), 'costTracking') !== false;
}

/** Pinned prices of the models of the active agent, from the run's or the leg's settings. */
export class SpanPrices implements Prices {
  readonly #isTracked: boolean;
  #model: JsonValue | undefined;

  constructor(first: RunRecord) {
    this.#isTracked = tracksCosts(first);
  }

  take({ type, data }: RunRecord): void {
    if (type === 'run.started') this.#model = data.model;
    if (type === 'run.leg_started') this.#model = member(data.pinned, 'model');
  }

  readonly computeCost = ({ usage, settings_key: key }: JsonObject): number | undefined => {
    const used = key ?? member(this.#model, 'settings_key');
    const own = typeof used === 'string' ? member(member(this.#model, 'prices'), used) : undefined;
    const price = own ?? member(this.#model, 'price');
    const [input, output] = [numberIn(price, 'input'), numberIn(price, 'output')];
    if (!this.#isTracked || input === undefined || output === undefined) return undefined;
    const count = (name: string) => numberIn(usage, name) ?? 0;
    const read = count('cache_read_input_tokens');
    const written = count('cache_write_input_tokens');
    const cached =
      read * (numberIn(price, 'cache_read') ?? input) + written * (numberIn(price, 'cache_write') ?? input);
    const rest = count('input_tokens') - read - written;
    return (rest * input + cached + count('output_tokens') * output) / million;
  };
}

/** Returns the tokens of one response, with their cost if its model has a price and the definition tracks costs. */
export function metricsOfAnswer(answered: JsonObject | undefined, { computeCost }: Prices): SpanMetrics {
  const usage = member(answered, 'usage');
  const metrics = getUsage(isObject(usage) ? usage : undefined);
  if (answered === undefined || metrics.promptTokens === undefined) return metrics;
  const cost = computeCost(answered);
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

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function numberIn(value: JsonValue | undefined, name: string): number | undefined {
  const found = member(value, name);
  return typeof found === 'number' ? found : undefined;
}

function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return typeof value === 'object' && value !== null && name in value
    ? (value as Record<string, JsonValue>)[name]
    : undefined;
}
