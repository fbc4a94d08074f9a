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
import { createEmbedder } from './embeddings.ts';
import { FileMemoryStore, type MemoryLog } from './file-memory-store.ts';
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
 * even in a shared Redis.
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
 * Opens the store that a run has pinned. Reports missing settings now, not during the run; calls no server yet.
 * @throws SetupError `memory_not_configured`, `model_not_configured`, or an error of a secret
 */
export async function openMemory(
  settings: Settings,
  pinned: Pick<PinnedMemory, 'backend' | 'index_name' | 'embedding_model'>,
  { root, space }: MemoryPlace,
  { vault, log }: { vault: Vault; log: MemoryLog },
): Promise<OpenMemory> {
  if (pinned.backend === 'redis') return openRedis(settings, space, { vault, log });
  if (pinned.backend === 'sqlite') return openDefaultMemory(join(root, space), log);
  const files = new FileMemoryStore(join(root, space), log);
  const close = async () => undefined;
  if (pinned.backend === 'filesystem') return { store: files, close };
  const model = chooseEmbeddingModel(settings, pinned.embedding_model);
  const find = findModels(settings, vault);
  await find(model.provider, model.name, model.settingsKey);
  const index = pinned.index_name === undefined ? {} : { index: pinned.index_name };
  const embedder = createEmbedder(model, find);
  return { store: new VectorMemoryStore(files, { ...index, embedder, log }), close };
}

async function openRedis(
  { memory: { redis } }: Settings,
  space: string,
  { vault, log }: { vault: Vault; log: MemoryLog },
): Promise<OpenMemory> {
  if (!redis)
    throw new SetupError(
      'memory_not_configured',
      `the address of Redis is missing: ${addToSettings({ memory: { redis: { url: 'redis://127.0.0.1:6379' } } })}`,
    );
  const url = redis.url.startsWith('vault://') ? await getAddress(vault, redis.url) : redis.url;
  const most = redis.entries === undefined ? {} : { most: redis.entries };
  const store = new RedisMemoryStore({ url, space, log, ...most });
  return { store, close: () => store.close() };
}

/** Registers the password alone as a secret too, because a server may print it without the address around it. */
async function getAddress(vault: Vault, handle: string): Promise<string> {
  const address = await vault.value(handle);
  const { username = '', password = '' } = URL.parse(address) ?? {};
  for (const part of [password, decodeForm(password)]) if (part !== '') vault.secrets.add(handle, part);
  if (username !== '' && password === '') vault.secrets.add(handle, username);
  return address;
}

function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
