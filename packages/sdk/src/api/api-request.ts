import type { z } from 'zod';

export interface Sending {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path and query, already encoded. */
  path: string;
  body?: unknown;
  /** Of an owner, beside the agent's signature: a secret. */
  bearerToken?: string;
  signal?: AbortSignal | undefined;
  /** For one attempt; default 15 000 ms. */
  timeoutMs?: number;
  /** Default 4, the first one counted. */
  attempts?: number;
}

export interface ApiRequest<Schema extends z.ZodType> extends Sending {
  /** What the answer must look like. */
  answer: Schema;
}
