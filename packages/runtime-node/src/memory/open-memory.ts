import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { MemoryStore } from '@agent-home/agent-runtime';
import type { Settings } from '@agent-home/agent-runtime/definition';
import type { PinnedMemory } from '@agent-home/agent-runtime/run-log';
import { chooseEmbeddingModel, findModels } from '../setup/choose-model.ts';
import { addToSettings } from '../setup/settings-lines.ts';
import { SetupError } from '../setup/setup-error.ts';
import type { Vault } from '../vault/vault.ts';
import { openDefaultMemory } from './default-memory-store.ts';
import { createEmbedder, type Embedder } from './embeddings.ts';
import { exampleAddresses } from './example-addresses.ts';
import { FileMemoryStore, type MemoryLog } from './file-memory-store.ts';
import { PostgresMemoryStore } from './postgres-memory-store.ts';
import { RedisMemoryStore } from './redis-memory-store.ts';
import { VectorMemoryStore } from './vector-memory-store.ts';

export interface MemoryPlace {
  /** Root folder of the stored memory. */
  root: string;
  /** Namespace that separates agents with the same name. */
  space: string;
}

/**
 * Returns the namespace of a project's agents. Two projects may have agents with the same name and must not read each other's memory,
 * even in a shared Redis or PostgreSQL.
 */
export function memorySpace(project: string, scope: 'project' | 'global'): string {
  if (scope === 'global') return 'global';
  return `project-${createHash('sha256').update(realpathSync(project)).digest('hex').slice(0, 32)}`;
}

export interface OpenMemory {
  store: MemoryStore;
  close(): Promise<void>;
}

/**
 * Opens the store that a run has pinned. Reports missing settings now, not during the run; calls no server yet. Without `search` no
 * embedding model is needed: texts are only listed and changed.
 * @throws SetupError `memory_not_configured`, `model_not_configured`, or an error of a secret
 */
export async function openMemory(
  settings: Settings,
  pinned: Pick<PinnedMemory, 'backend' | 'index_name' | 'embedding_model'>,
  { root, space }: MemoryPlace,
  { vault, log, search = true }: { vault: Vault; log: MemoryLog; search?: boolean },
): Promise<OpenMemory> {
  if (pinned.backend === 'redis') return openRedis(settings, space, { vault, log });
  if (pinned.backend === 'pgvector') {
    const { url, most } = await getPostgres(settings, vault);
    const embedder = search ? { embedder: await openEmbedder(settings, pinned, vault) } : {};
    const store = new PostgresMemoryStore({ url, space, log, ...most, ...embedder });
    return { store, close: () => store.close() };
  }
  if (pinned.backend === 'sqlite') return openDefaultMemory(join(root, space), log);
  const files = new FileMemoryStore(join(root, space), log);
  const close = async () => undefined;
  if (pinned.backend === 'filesystem' || (pinned.backend === 'vector_store' && !search))
    return { store: files, close };
  const index = pinned.index_name === undefined ? {} : { index: pinned.index_name };
  const embedder = await openEmbedder(settings, pinned, vault);
  return { store: new VectorMemoryStore(files, { ...index, embedder, log }), close };
}

/** Finds the embedding model and reads its key once, so that a missing one is reported before the run. */
async function openEmbedder(
  settings: Settings,
  { embedding_model }: Pick<PinnedMemory, 'embedding_model'>,
  vault: Vault,
): Promise<Embedder> {
  const model = chooseEmbeddingModel(settings, embedding_model);
  const find = findModels(settings, vault);
  await find(model.provider, model.name, model.settingsKey);
  return createEmbedder(model, find);
}

async function openRedis(
  { memory: { redis } }: Settings,
  space: string,
  { vault, log }: { vault: Vault; log: MemoryLog },
): Promise<OpenMemory> {
  if (!redis)
    throw new SetupError(
      'memory_not_configured',
      `the address of Redis is missing: ${addToSettings(exampleAddresses.redis)}`,
    );
  const url = await getAddress(vault, redis.url, { isUserSecret: true });
  const most = redis.entries === undefined ? {} : { most: redis.entries };
  const store = new RedisMemoryStore({ url, space, log, ...most });
  return { store, close: () => store.close() };
}

async function getPostgres(
  { memory: { postgres } }: Settings,
  vault: Vault,
): Promise<{ url: string; most: { most?: number } }> {
  if (!postgres)
    throw new SetupError(
      'memory_not_configured',
      `the address of PostgreSQL is missing: ${addToSettings(exampleAddresses.pgvector)}`,
    );
  const url = await getAddress(vault, postgres.url, { isUserSecret: false });
  return { url, most: postgres.entries === undefined ? {} : { most: postgres.entries } };
}

/**
 * Returns the address itself, or reads it from the vault. Registers its password alone as a secret too, because a server may print it
 * without the address around it. In an address of Redis, a user without a password may be the password.
 */
async function getAddress(
  vault: Vault,
  url: string,
  { isUserSecret }: { isUserSecret: boolean },
): Promise<string> {
  if (!url.startsWith('vault://')) return url;
  const address = await vault.value(url);
  const { username = '', password = '' } = URL.parse(address) ?? {};
  for (const part of [password, decodeForm(password)]) if (part !== '') vault.secrets.add(url, part);
  if (isUserSecret && username !== '' && password === '') vault.secrets.add(url, username);
  return address;
}

function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
