export type MemoryErrorCode =
  | 'redis_unavailable'
  | 'embeddings_unavailable'
  | 'embeddings_refused'
  | 'embeddings_nonsense';

/** Why a memory cannot be used now. Its code stands in the log of the run; what servers said is in no message. */
export class MemoryError extends Error {
  override readonly name = 'MemoryError';
  readonly code: MemoryErrorCode;

  constructor(code: MemoryErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
