export type MemoryErrorCode =
  | 'redis_unavailable'
  | 'embeddings_unavailable'
  | 'embeddings_refused'
  | 'embeddings_nonsense';

/** Thrown if a memory is unavailable. The run's log contains its code; messages never quote a server. */
export class MemoryError extends Error {
  override readonly name = 'MemoryError';
  readonly code: MemoryErrorCode;

  constructor(code: MemoryErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
