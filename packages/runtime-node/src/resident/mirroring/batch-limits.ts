/** Limits of one batch, within those of the home (`POST /v1/runs/{run_id}/records`). */
export const runBatchLimits = {
  records: 200,
  /** Records and values, as JSON. */
  bytes: 1_500_000,
  valueBytes: 1_000_000,
} as const;
