/** Money for a million tokens. */
export interface ModelPrice {
  input: number;
  output: number;
}

export interface Tokens {
  input: number;
  output: number;
}

export interface AnswerBudget {
  limits: {
    /** Generated tokens. */
    maxTokens: number;
    /** Prompt and generated tokens. */
    maxTotalTokens?: number | undefined;
    maxCost?: number | undefined;
  };
  /** Undefined where nobody knows it. */
  price: ModelPrice | undefined;
  /** What the run has used, and what it may have used without anybody hearing of it. */
  spent: Tokens;
  /** Cost of those tokens, where models of several prices used them; absent: `spent` at `price`. */
  spentCost?: number;
  /** Estimated, of the question. */
  inputTokens: number;
  /** What the model would be given, were there no limits. */
  mostOutput: number;
  /** A model that may answer with less is not asked. */
  leastOutput: number;
}

export type Reserved =
  | { maxOutputTokens: number; cost?: number }
  | { code: 'too_many_tokens' | 'too_expensive'; maxOutputTokens: number };

const million = 1_000_000;

/**
 * How much a model may answer so that neither tokens nor money are passed, whatever it chooses to say: the most that the
 * call can come to is set aside before it is made.
 */
export function reserveAnswer(budget: AnswerBudget): Reserved {
  const { limits, price, spent, inputTokens, mostOutput, leastOutput } = budget;
  const { maxTokens, maxTotalTokens = Number.POSITIVE_INFINITY } = limits;
  const left = Math.min(maxTokens - spent.output, maxTotalTokens - spent.input - spent.output - inputTokens);
  const byTokens = Math.min(mostOutput, left);
  if (byTokens < leastOutput) return { code: 'too_many_tokens', maxOutputTokens: byTokens };
  const maxOutputTokens = Math.min(byTokens, affordable(budget));
  // Without a price nobody can say what is not passed.
  if (maxOutputTokens < leastOutput) return { code: 'too_expensive', maxOutputTokens };
  if (price === undefined) return { maxOutputTokens };
  return { maxOutputTokens, cost: costOf(price, { input: inputTokens, output: maxOutputTokens }) };
}

function affordable({ limits: { maxCost }, price, spent, spentCost, inputTokens }: AnswerBudget): number {
  if (maxCost === undefined) return Number.POSITIVE_INFINITY;
  if (price === undefined) return 0;
  const before = spentCost === undefined ? spent : { input: 0, output: 0 };
  const input = before.input + inputTokens;
  const cost = (output: number) =>
    (spentCost ?? 0) + costOf(price, { input, output: before.output + output });
  const fits = (output: number) => cost(output) <= maxCost;
  if (!fits(0)) return 0;
  if (price.output === 0) return Number.POSITIVE_INFINITY;
  const left = maxCost - cost(0);
  const output = Math.floor((left * million) / price.output);
  // The last digit of a sum of fractions is nobody's: one less is surely not too much.
  return fits(output) ? output : output - 1;
}

export function costOf(price: ModelPrice, { input, output }: Tokens): number {
  return (input * price.input + output * price.output) / million;
}
