import type { JsonValue } from '@agent-home/protocol';

/** What a validator is shown. */
export interface ValidatedOutput {
  /** Whose validator is asked. */
  guardrail: string;
  output: string;
  /** The same as JSON; undefined where it is none. */
  value: JsonValue | undefined;
}

/** Validators of the operator, by the names of guardrails (S3-97). */
export interface OutputValidators {
  /** @returns true, false, or `{ passed, errors }`; whatever else it gives, and throwing, is no judgement, and never passes */
  judge(asked: ValidatedOutput, context: { signal: AbortSignal }): Promise<unknown>;
}
