/** Compiled commands each have a class of this name (`scripts/compile.ts`): `instanceof` would not know theirs. */
const mark = Symbol.for('agent-home.plain-error');

export interface PlainErrorOptions extends ErrorOptions {
  isPrinted?: boolean;
}

/** An error in words of our own, written for a person: nothing that a driver or a parser quoted is in it. */
export abstract class PlainError extends Error {
  readonly [mark] = true;
  /** Closed, for each class. */
  abstract readonly code: string;
  /** What the command ends with: 1 where it failed, 2 where it was asked for something that cannot be (S3-215). */
  readonly exitCode: 1 | 2 = 1;
  /** Whether the command printed all the same what it was asked for, with what is wrong in it. */
  readonly isPrinted: boolean;

  constructor(message: string, { isPrinted = false, ...options }: PlainErrorOptions = {}) {
    super(message, options);
    this.isPrinted = isPrinted;
  }
}

export function isPlainError(error: unknown): error is PlainError {
  return error instanceof Error && mark in error;
}
