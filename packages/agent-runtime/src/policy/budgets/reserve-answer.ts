/** Price of a million tokens. */
export interface ModelPrice {
  input: number;
  output: number;
  /** Input tokens that a prompt cache holds already, and those that it stores; default: `input`. */
  cache_read?: number;
  cache_write?: number;
}

export interface Tokens {
  /** All input tokens, those of a prompt cache included. */
  input: number;
  output: number;
  cacheRead?: number;
  cacheWrite?: number;
}

export interface AnswerBudget {
  limits: {
    /** Generated tokens. */
    maxTokens: number;
    /** Prompt and generated tokens. */
    maxTotalTokens?: number | undefined;
    maxCost?: number | undefined;
  };
  /** Undefined if the price is unknown. */
  price: ModelPrice | undefined;
  /** Tokens used so far, and tokens that may have been used without a report. */
  spent: Tokens;
  /** Cost of those tokens if models with different prices used them; default: `spent` at `price`. */
  spentCost?: number;
  /** Estimated input tokens of the request. */
  inputTokens: number;
  /** Output tokens that the model would get without limits. */
  mostOutput: number;
  /** A model that could respond with fewer tokens than this is not called. */
  leastOutput: number;
}

export type Reserved =
  | { maxOutputTokens: number; cost?: number }
  | { code: 'too_many_tokens' | 'too_expensive'; maxOutputTokens: number };

const million = 1_000_000;

/**
 * Returns the output tokens that a model may use so that no response exceeds the token or money limit. The highest possible cost is
 * reserved before the call.
 */
export function reserveAnswer(budget: AnswerBudget): Reserved {
  const { limits, price, spent, inputTokens, mostOutput, leastOutput } = budget;
  const { maxTokens, maxTotalTokens = Number.POSITIVE_INFINITY } = limits;
  const left = Math.min(maxTokens - spent.output, maxTotalTokens - spent.input - spent.output - inputTokens);
  const byTokens = Math.min(mostOutput, left);
  if (byTokens < leastOutput) return { code: 'too_many_tokens', maxOutputTokens: byTokens };
  const maxOutputTokens = Math.min(byTokens, affordable(budget));
  // Without a price the money limit cannot be checked.
  if (maxOutputTokens < leastOutput) return { code: 'too_expensive', maxOutputTokens };
  if (price === undefined) return { maxOutputTokens };
  return { maxOutputTokens, cost: computeCost(price, { input: inputTokens, output: maxOutputTokens }) };
}

function affordable({ limits: { maxCost }, price, spent, spentCost, inputTokens }: AnswerBudget): number {
  if (maxCost === undefined) return Number.POSITIVE_INFINITY;
  if (price === undefined) return 0;
  const before = spentCost === undefined ? spent : { input: 0, output: 0 };
  const input = before.input + inputTokens;
  const cost = (output: number) =>
    (spentCost ?? 0) + computeCost(price, { input, output: before.output + output });
  const fits = (output: number) => cost(output) <= maxCost;
  if (!fits(0)) return 0;
  if (price.output === 0) return Number.POSITIVE_INFINITY;
  const left = maxCost - cost(0);
  const output = Math.floor((left * million) / price.output);
  // The last digit of a sum of fractions is unreliable, so one token less is within the limit for certain.
  return fits(output) ? output : output - 1;
}

export function computeCost(
  price: ModelPrice,
  { input, output, cacheRead = 0, cacheWrite = 0 }: Tokens,
): number {
  const { cache_read: read = price.input, cache_write: write = price.input } = price;
  const uncached = Math.max(0, input - cacheRead - cacheWrite);
  return (uncached * price.input + cacheRead * read + cacheWrite * write + output * price.output) / million;
}
