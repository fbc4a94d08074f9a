import type { CallOutcome } from '../run-log/index.ts';

/**
 * Result of a tool call, in one form for all providers (S4-10, S1-49) and for the log. Callers branch on
 * `error.code`; `error.message` is for the model and names a remedy. `tainted` is true if the result has text
 * of others, which later decisions consider. Views may show `metadata` next to the content.
 */
export type ToolOutcome = CallOutcome;

/** The most bytes of text an outcome carries to the log and the model; what is longer is cut, and says so. */
export const maximumOutcomeBytes = 256 * 1024;
