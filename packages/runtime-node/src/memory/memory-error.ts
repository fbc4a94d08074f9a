export type MemoryErrorCode =
  | 'redis_unavailable'
  | 'postgres_unavailable'
  | 'postgres_refused'
  | 'pgvector_missing'
  | 'embeddings_unavailable'
  | 'embeddings_refused'
  | 'embeddings_nonsense'
  | 'memory_busy'
  | 'memory_disk_full'
  | 'memory_file_corrupted'
  | 'memory_file_foreign'
  | 'memory_file_unusable';

/** Thrown if a memory is unavailable. The run's log contains its code; messages never quote a server. */
export class MemoryError extends Error {
  override readonly name = 'MemoryError';
  readonly code: MemoryErrorCode;

  constructor(code: MemoryErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
