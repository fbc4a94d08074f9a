import type { RecordData } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { mark } from '../../terminal/colours.ts';
import { preview } from '../../terminal/untrusted-text.ts';

/** Remedies by error code; other codes come from the store. */
const ways: Readonly<Record<string, string>> = {
  not_configured: 'configure memory in the settings',
  model_not_configured: 'set an embedding model in models of the settings and in memory of the agent',
  timeout: 'check whether its server is slow or down',
  redis_unavailable: 'check whether the server of memory.redis.url runs',
  postgres_unavailable: 'check whether the server of memory.postgres.url runs',
  postgres_refused: 'check the user, password, database and privileges of memory.postgres.url',
  pgvector_missing: 'install pgvector on its server and run CREATE EXTENSION vector as administrator',
  embeddings_unavailable: 'check whether the endpoint of the embedding model runs',
  embeddings_refused: 'check the name and the key of the embedding model',
  embeddings_nonsense: 'check whether the configured model is an embedding model',
  memory_busy: 'another process held the memory file; the next run tries again',
  memory_disk_full: 'the disk is full: free some space',
  memory_file_corrupted: 'restore memory.sqlite from a backup or move it away',
  memory_file_foreign: 'move memory.sqlite away, or update agent-home if a newer version wrote it',
  memory_file_unusable: 'check the owner and the kind of memory.sqlite in the memory folder',
  enospc: 'the disk is full: free some space',
  eacces: 'check the owner of the memory folder',
  eexist: 'remove the file in the place of the memory folder',
  enotdir: 'remove the file in the place of the memory folder',
};

/** Reports in one line that a run continues without its memory. */
export function describeUnavailable({
  operation,
  code,
  message,
}: RecordData<'memory.unavailable'>): string[] {
  const what = operation === 'recall' ? 'nothing is recalled' : 'the interaction is not stored';
  const way = Object.hasOwn(ways, code) ? `; ${ways[code]}` : '';
  return [
    `    ${mark('!')} memory is unavailable, ${what}: ${preview(message, 200)} [${shownText(code)}]${way}`,
  ];
}

/** Most keys in the line of a recall. */
const shownKeys = 3;

/** Returns one line with the number of recalled entries and their first keys. */
export function describeRecalled({ entries }: RecordData<'memory.recalled'>): string[] {
  if (entries.length === 0) return [];
  const keys = entries.flatMap(({ key }) => (key === undefined ? [] : [preview(key, 30)]));
  const more = keys.length > shownKeys ? ', …' : '';
  const named = keys.length === 0 ? '' : `: ${keys.slice(0, shownKeys).join(', ')}${more}`;
  return [`  recalled ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'} of its memory${named}`];
}
