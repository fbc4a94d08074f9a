/** A response that no provider that keeps to its protocol sends. */
export class NonsenseAnswerError extends Error {
  override readonly name = 'NonsenseAnswerError';
}
