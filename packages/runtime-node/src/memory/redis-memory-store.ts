import { isInScope, type MemoryScope, type MemoryStore } from '@agent-home/agent-runtime';
import type { MemoryEntry } from '@agent-home/agent-runtime/run-log';
import { sha256Hex } from '@agent-home/protocol';
import type { Redis } from 'ioredis';
import type { MemoryLog } from './file-memory-store.ts';
import { MemoryError } from './memory-error.ts';
import { rankEntries } from './rank-entries.ts';
import { mostEntries, newestFirst, readEntry } from './read-entry.ts';

/** Shorter than the run's timeout for memory, so that Redis is reported as unavailable. */
const connectTimeoutMs = 2_000;
const commandTimeoutMs = 2_500;

const idPattern = /^[0-9a-f]{64}$/;

/** Atomic: stores the entry and its time, and removes the oldest entries above the limit. */
const memorizeScript = `
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
local extra = redis.call('ZCARD', KEYS[2]) - tonumber(ARGV[4])
if extra > 0 then
  for _, id in ipairs(redis.call('ZRANGE', KEYS[2], 0, extra - 1)) do
    redis.call('HDEL', KEYS[1], id)
    redis.call('ZREM', KEYS[2], id)
  end
end
return redis.status_reply('OK')`;

export interface RedisMemoryOptions {
  /** May contain a password, so it is never part of an error or a log. */
  url: string;
  /** Namespace of the agents, because two projects may have an agent of the same name. */
  space?: string;
  /** Maximum entries per agent; the oldest are deleted. */
  most?: number;
  log?: MemoryLog;
}

/** Stores a hash of entries and the order of their times for each agent, below keys that no outsider chooses. */
export class RedisMemoryStore implements MemoryStore {
  readonly #url: string;
  readonly #space: string;
  readonly #most: number;
  readonly #log: MemoryLog;
  #client: Promise<Redis> | undefined;

  constructor({ url, space = '', most = mostEntries, log = () => undefined }: RedisMemoryOptions) {
    this.#url = url;
    this.#space = space;
    this.#most = most;
    this.#log = log;
  }

  async recall(
    query: string,
    scope: MemoryScope & { limit: number; signal: AbortSignal },
  ): Promise<MemoryEntry[]> {
    scope.signal.throwIfAborted();
    const entries = await this.list(scope.agent);
    scope.signal.throwIfAborted();
    return rankEntries(
      query,
      entries.filter((entry) => isInScope(entry, scope)),
      scope.limit,
    );
  }

  async memorize(entry: MemoryEntry, { signal }: { signal: AbortSignal }): Promise<void> {
    signal.throwIfAborted();
    const { entries, times } = this.#keys(entry.agent);
    const time = Date.parse(entry.time) || 0;
    await this.#ask((redis) =>
      redis.eval(memorizeScript, 2, entries, times, entry.id, JSON.stringify(entry), time, this.#most),
    );
  }

  async list(agent: string): Promise<MemoryEntry[]> {
    const { entries, times } = this.#keys(agent);
    return this.#ask(async (redis) => {
      const ids = await redis.zrevrange(times, 0, this.#most - 1);
      if (ids.length === 0) return [];
      const texts = await redis.hmget(entries, ...ids);
      const found = ids.flatMap((id, index) => {
        const entry = readEntry(texts[index], agent);
        if (entry?.id === id) return [entry];
        this.#log('a memory entry is damaged and was passed by', { id: id.slice(0, 64) });
        return [];
      });
      return newestFirst(found);
    });
  }

  async show(agent: string, id: string): Promise<MemoryEntry | undefined> {
    if (!idPattern.test(id)) return undefined;
    const text = await this.#ask((redis) => redis.hget(this.#keys(agent).entries, id));
    const entry = readEntry(text, agent);
    return entry?.id === id ? entry : undefined;
  }

  async forget(agent: string, id: string): Promise<boolean> {
    if (!idPattern.test(id)) return false;
    const { entries, times } = this.#keys(agent);
    return this.#ask(async (redis) => {
      await redis.zrem(times, id);
      return (await redis.hdel(entries, id)) > 0;
    });
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    (await client?.catch(() => undefined))?.disconnect();
  }

  #keys(agent: string): { entries: string; times: string } {
    const owner = sha256Hex(new TextEncoder().encode(JSON.stringify([this.#space, agent])));
    // Braces keep both in one slot of a cluster.
    const name = `agent-home:memory:{${owner}}`;
    return { entries: `${name}:entries`, times: `${name}:times` };
  }

  /** Runs a command. After a broken connection, the next command connects again; there are no background reconnects. */
  async #ask<Result>(act: (redis: Redis) => Promise<Result>): Promise<Result> {
    this.#client ??= this.#connect();
    const client = this.#client;
    try {
      return await act(await client);
    } catch (error) {
      if (this.#client === client) await this.close();
      // The driver's message may contain the address with its password.
      const said = error instanceof Error ? /^[A-Z]{2,20}(?= )/.exec(error.message)?.[0] : undefined;
      throw new MemoryError(
        'redis_unavailable',
        `Redis did not respond${said ? `: ${said}` : ''}; check memory.redis.url in the settings`,
      );
    }
  }

  async #connect(): Promise<Redis> {
    const { Redis } = await import('ioredis');
    const redis = new Redis(this.#url, {
      lazyConnect: true,
      connectTimeout: connectTimeoutMs,
      commandTimeout: commandTimeoutMs,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    });
    // Without a listener an error would end the process; the caller's promise reports it.
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      return redis;
    } catch (error) {
      redis.disconnect();
      throw error;
    }
  }
}
