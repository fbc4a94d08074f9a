import type { RequestCounts } from './request-counts.ts';

/**
 * What requests cost: OSS, standard storage, pay as you go, mainland China. The unit prices are a parameter, to be held
 * against the vendor's price page on the day; its documentation says that a listing counts as a put, a head as a get,
 * and that requests answered 4xx and what the token service does cost nothing.
 */
export interface Prices {
  currency: string;
  per10000Puts: number;
  per10000Gets: number;
}

export const listPrices: Prices = { currency: 'CNY', per10000Puts: 0.01, per10000Gets: 0.01 };

export function costOf({ put, list, get, head }: RequestCounts, prices: Prices): number {
  return ((put + list) * prices.per10000Puts + (get + head) * prices.per10000Gets) / 10_000;
}
