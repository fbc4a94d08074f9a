import type { VectorBytes } from '../form/bytes.ts';

/** Request as received by a home, and the facts that the home knows. */
export interface RequestInput {
  method: string;
  /** Path and query as they were sent. */
  target: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: VectorBytes;
  authorities: string[];
  public_keys: string[];
  now: string;
}
