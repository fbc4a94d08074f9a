declare const untrusted: unique symbol;

/**
 * Text by an agent. A plain `string` parameter accepts it only through `readUntrusted`, so that every place that passes another
 * agent's words to a model is visible in the code.
 */
export interface Untrusted<T> {
  readonly [untrusted]: T;
}

export function markUntrusted<T>(value: T): Untrusted<T> {
  // The type hides its content on purpose: only the two functions in this file know the member `value`.
  return { value } as unknown as Untrusted<T>;
}

/** Returns the words as written: data, never instructions. */
export function readUntrusted<T>(marked: Untrusted<T>): T {
  // See above.
  return (marked as unknown as { value: T }).value;
}
