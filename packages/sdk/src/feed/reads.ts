import { ApiError } from '../errors/api-error.ts';

interface Read {
  waitSeconds: number;
  limit: number;
  /** To read on from. */
  cursor: string | undefined;
  /** Whether everything up to there is consumed by this read. */
  consumes: boolean;
}

export function pathOfRead({ waitSeconds, limit, cursor, consumes }: Read): string {
  const query = new URLSearchParams({ wait: String(waitSeconds), limit: String(limit) });
  if (cursor !== undefined) query.set('after', cursor);
  if (cursor !== undefined && consumes) query.set('ack', cursor);
  return `/v1/feed?${query}`;
}

export function isUnknownCursor(error: unknown, path: 'after' | 'ack' | 'cursor'): boolean {
  return error instanceof ApiError && error.code === 'invalid_request' && error.path === path;
}
