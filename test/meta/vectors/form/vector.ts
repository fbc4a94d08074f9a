import type { JsonValue } from '@agent-home/protocol';

/** Result of a correct implementation for an input: `ok` or a code, and the output if there is one. */
export interface Outcome {
  expected: string;
  output?: JsonValue;
}

/** One input with its one correct result, as in `vectors/*.json`. */
export interface VectorCase<Input = JsonValue> extends Outcome {
  name: string;
  input: Input;
}

/** Cases of one part of the protocol, and this project's implementation of that part. */
export interface VectorKind<Input = JsonValue> {
  kind: string;
  /** Description for implementers in other languages: input, output and codes. */
  description: string;
  /**
   * Inputs with results written by hand. A missing `output` is computed by this implementation when the file is created, and stays
   * fixed in the file.
   */
  cases(): VectorCase<Input>[];
  judge(input: Input): Outcome | Promise<Outcome>;
}

/** Erases the input type for the list of kinds. Safe because a file is only read by the kind that wrote it. */
export function anyKind<Input>(kind: VectorKind<Input>): VectorKind {
  return kind as unknown as VectorKind;
}

/** Returns the outcome of an action that returns a value or throws an error with a `code`. Any other error is a bug. */
export async function getOutcome(
  action: () => JsonValue | undefined | Promise<JsonValue | undefined>,
): Promise<Outcome> {
  try {
    const output = await action();
    return output === undefined ? { expected: 'ok' } : { expected: 'ok', output };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (typeof code !== 'string') throw error;
    return { expected: code };
  }
}
