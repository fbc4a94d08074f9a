import type { SettingsFile } from '@agent-home/agent-runtime/definition';
import type { InlineSecrets } from './inline-secrets.ts';
import type { ModelOptions } from './model-options.ts';

/** Long-term memory of an agent without a file: its model stores, recalls and forgets entries by tools. */
export interface MemoryOptions {
  /** Default: `sqlite`, a file in the state folder of the project. */
  backend?: 'sqlite' | 'filesystem' | 'redis' | 'vector_store' | 'pgvector';
  /** Sessions that share the memory; default: all sessions of the agent. */
  scope?: 'agent' | 'session';
  /** Largest number of entries of one recall, 1 to 100; default 5. */
  limit?: number;
  /** Address for `redis`; default: that of the settings. Its password is removed from logs, results and errors. */
  redisUrl?: string;
  /** Address for `pgvector`, in the same way: `postgres://user:password@host:port/database`. */
  postgresUrl?: string;
  /** Model for `vector_store` and `pgvector` that makes embeddings: its address, or the key of a model in the settings. */
  embeddings?: ModelOptions | string;
}

/** Returns the member `memory` of the front matter; empty if the agent has none. */
export function describeMemory(
  memory: boolean | MemoryOptions,
  sessionKeys: readonly string[],
): { memory?: object } {
  if (memory === false && sessionKeys.length === 0) return {};
  const { backend = 'sqlite', scope, limit, embeddings } = memory === true || !memory ? {} : memory;
  const model = typeof embeddings === 'object' ? embeddings.model : embeddings;
  const config = {
    ...(scope === undefined ? {} : { scope }),
    ...(limit === undefined ? {} : { limit }),
    ...(model === undefined ? {} : { embedding_model: model }),
  };
  return {
    memory: {
      ...(sessionKeys.length === 0 ? {} : { session: sessionKeys }),
      ...(memory === false ? {} : { long_term: { backend, config } }),
    },
  };
}

/** Returns the settings that a memory adds: the address of its server, and the model of its embeddings. */
export function memorySettings(
  memory: boolean | MemoryOptions,
  secrets: InlineSecrets,
): Pick<SettingsFile, 'memory' | 'models'> {
  if (typeof memory === 'boolean') return {};
  const { redisUrl, postgresUrl, embeddings } = memory;
  const servers = {
    ...(redisUrl === undefined ? {} : { redis: { url: secrets.add(redisUrl) } }),
    ...(postgresUrl === undefined ? {} : { postgres: { url: secrets.add(postgresUrl) } }),
  };
  return {
    ...(Object.keys(servers).length === 0 ? {} : { memory: servers }),
    ...(typeof embeddings === 'object' ? { models: secrets.modelEntry(embeddings) } : {}),
  };
}
