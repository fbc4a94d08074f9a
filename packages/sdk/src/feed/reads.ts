import { feedEndpoints, pathTo } from '@agent-home/http-contract';
import { ApiError } from '../errors/api-error.ts';

interface Read {
  waitSeconds: number;
  limit: number;
  /** Position at which the read continues. */
  cursor: string | undefined;
  /** True if this read consumes everything up to its position. */
  consumes: boolean;
}

export function pathOfRead({ waitSeconds, limit, cursor, consumes }: Read): string {
  const query = { wait: waitSeconds, limit, after: cursor, ack: consumes ? cursor : undefined };
  return pathTo(feedEndpoints.read, { query });
}

export function isUnknownCursor(error: unknown, path: 'after' | 'ack' | 'cursor'): boolean {
  return error instanceof ApiError && error.code === 'invalid_request' && error.path === path;
}
