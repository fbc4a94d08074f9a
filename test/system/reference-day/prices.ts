import type { RequestCounts } from './request-counts.ts';

/**
 * Prices of requests: OSS, standard storage, pay as you go, mainland China. The unit prices are parameters;
 * compare them with the vendor's price list on the day. By its documentation a listing counts as a put, a head
 * as a get, and requests with a 4xx response and those to the token service are free.
 */
export interface Prices {
  currency: string;
  per10000Puts: number;
  per10000Gets: number;
}

export const listPrices: Prices = { currency: 'CNY', per10000Puts: 0.01, per10000Gets: 0.01 };

export function computeCost({ put, list, get, head }: RequestCounts, prices: Prices): number {
  return ((put + list) * prices.per10000Puts + (get + head) * prices.per10000Gets) / 10_000;
}
