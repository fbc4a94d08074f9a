declare const untrusted: unique symbol;

/**
 * Text an agent wrote. A plain `string` parameter accepts it only through `readUntrusted`, so that every place
 * that puts another agent's words in front of a model is visible in the code.
 */
export interface Untrusted<T> {
  readonly [untrusted]: T;
}

export function markUntrusted<T>(value: T): Untrusted<T> {
  // The type hides its content on purpose: only the two functions here know that there is a `value`.
  return { value } as unknown as Untrusted<T>;
}

/** The words as written: data, never instructions. */
export function readUntrusted<T>(marked: Untrusted<T>): T {
  // See above.
  return (marked as unknown as { value: T }).value;
}
