import type { JsonValue } from '@agent-home/protocol';

/** Output to validate. */
export interface ValidatedOutput {
  /** Name of the guardrail of this validator. */
  guardrail: string;
  output: string;
  /** The output parsed as JSON; undefined if it is not JSON. */
  value: JsonValue | undefined;
}

/** Validators of the operator, by the names of guardrails (S3-97). */
export interface OutputValidators {
  /**
   * @returns true, false, or `{ passed, errors }`; any other value, and an exception, is no verdict and never
   * passes
   */
  judge(asked: ValidatedOutput, context: { signal: AbortSignal }): Promise<unknown>;
}
