/** An error in words of our own, written for a person: nothing that a driver or a parser quoted is in it. */
export abstract class PlainError extends Error {
  /** Closed, for each class. */
  abstract readonly code: string;
}
