import type { RecordData } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { mark } from '../../terminal/colours.ts';
import { preview } from '../../terminal/untrusted-text.ts';

/** Remedies by error code; other codes come from the store. */
const ways: Readonly<Record<string, string>> = {
  not_configured: 'the settings’ memory says where it is',
  model_not_configured: 'name an embedding model in the settings’ models, and in the agent’s memory',
  timeout: 'is its server slow, or away?',
  redis_unavailable: 'is the server of memory.redis.url up?',
  embeddings_unavailable: 'is the embedding model’s endpoint up?',
  embeddings_refused: 'does the embedding model’s endpoint know the model, and the key?',
  embeddings_nonsense: 'is it an embedding model that the settings name?',
  enospc: 'the disk is full',
  eacces: 'who owns the memory folder?',
  eexist: 'something else stands where the memory folder should be',
  enotdir: 'something else stands where the memory folder should be',
};

/** Reports in one line that a run continues without its memory. */
export function describeUnavailable({
  operation,
  code,
  message,
}: RecordData<'memory.unavailable'>): string[] {
  const what = operation === 'recall' ? 'nothing is recalled' : 'this is not kept';
  const way = Object.hasOwn(ways, code) ? `; ${ways[code]}` : '';
  return [
    `    ${mark('!')} memory is unavailable, ${what}: ${preview(message, 200)} [${shownText(code)}]${way}`,
  ];
}
