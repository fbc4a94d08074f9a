import type { ModelSettings } from '@agent-home/agent-runtime/definition';
import { z } from 'zod';
import prices from './model-prices.json' with { type: 'json' };

type Price = NonNullable<ModelSettings['price']>;

/** Price of a public list, as a proposal: runs use the prices of the settings only. */
export interface ListedPrice {
  price: Price;
  /** Day on which the list was read. */
  date: string;
  source: string;
}

const amount = z.number().min(0);
const listSchema = z.strictObject({
  date: z.iso.date(),
  currency: z.literal('USD'),
  source: z.url(),
  note: z.string(),
  models: z.array(
    z.strictObject({
      model: z.string(),
      input: amount,
      output: amount,
      cacheRead: amount.optional(),
      cacheWrite: amount.optional(),
    }),
  ),
});

/** Providers whose own prices the list has. Other servers of the same models have others. */
const listedProviders: ReadonlySet<string> = new Set(['openai', 'anthropic', 'google']);

/** Returns the price of a model that the list has, with or without the date in its name; undefined otherwise. */
export function listedPrice(
  { provider, url, package: module }: Pick<ModelSettings, 'provider' | 'url' | 'package'>,
  name: string,
): ListedPrice | undefined {
  if (!listedProviders.has(provider) || url !== undefined || module !== undefined) return undefined;
  const { models, date, source } = listSchema.parse(prices);
  const undated = name.replace(/-\d{8}$|-\d{4}-\d{2}-\d{2}$|-latest$/, '');
  const found = models.find(({ model }) => model === undated);
  if (found === undefined) return undefined;
  const { model: _, ...price } = found;
  return { price, date, source };
}

/** Returns a price as `--price` takes it. */
export function writePrice({ input, output, cacheRead, cacheWrite }: Price): string {
  const cached = cacheRead === undefined && cacheWrite === undefined ? [] : [cacheRead ?? input];
  return [input, output, ...cached, ...(cacheWrite === undefined ? [] : [cacheWrite])].join('/');
}
