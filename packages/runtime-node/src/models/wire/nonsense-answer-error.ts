/** Thrown for a response that violates the provider's protocol. */
export class NonsenseAnswerError extends Error {
  override readonly name = 'NonsenseAnswerError';
}
