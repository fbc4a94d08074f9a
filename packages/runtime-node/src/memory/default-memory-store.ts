import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { MemoryStore } from '@agent-home/agent-runtime';
import { logKey } from '../state/log-key.ts';
import { FileMemoryStore, type MemoryLog } from './file-memory-store.ts';
import { findSqlite, type Sqlite } from './sqlite.ts';
import { memoryFileName, SqliteMemoryStore } from './sqlite-memory-store.ts';

/** Opens the memory of the backend `sqlite`. Without `node:sqlite` it is a `FileMemoryStore` on the same folder. */
export function openDefaultMemory(
  folder: string,
  log: MemoryLog,
  { sqlite = findSqlite(), key = logKey }: { sqlite?: Sqlite | undefined | 'none'; key?: () => Buffer } = {},
): { store: MemoryStore; close(): Promise<void> } {
  if (sqlite !== undefined && sqlite !== 'none') {
    const store = new SqliteMemoryStore(folder, { sqlite, key, log });
    return { store, close: () => store.close() };
  }
  const path = join(folder, memoryFileName);
  if (existsSync(path))
    log('this version of Node cannot read the memory: use Node 22.13 or later', { file: path });
  return { store: new FileMemoryStore(folder, log), close: async () => undefined };
}
