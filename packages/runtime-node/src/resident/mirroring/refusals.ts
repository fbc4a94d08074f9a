import { ApiError } from '@agent-home/sdk';

/** Consequence of a refused batch. */
export type Refusal =
  /** The sender has lost its place: it reads the next number. */
  | 'lost_place'
  /** The home will never take this run. */
  | 'final'
  /** The run waits for space. */
  | 'no_space'
  /** The home takes no batch of any run at present. */
  | 'away'
  /** The home has no mirror. */
  | 'unsupported';

const refusals: Readonly<Record<string, Refusal>> = {
  run_records_missing: 'lost_place',
  run_history_conflict: 'final',
  run_record_invalid: 'final',
  run_too_old: 'final',
  invalid_input: 'final',
  invalid_request: 'final',
  body_too_large: 'final',
  run_quota_exceeded: 'no_space',
  route_not_found: 'unsupported',
};

/** Returns the consequence of an error: any other than a refusal of the home may pass. */
export function findRefusal(error: unknown): Refusal {
  return (error instanceof ApiError ? refusals[error.code] : undefined) ?? 'away';
}
