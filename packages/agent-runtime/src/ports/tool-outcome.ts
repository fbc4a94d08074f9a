import type { CallOutcome } from '../run-log/index.ts';

/**
 * Result of a tool call, in one form for all providers (S4-10, S1-49) and for the log. Callers branch on `error.code`;
 * `error.message` is for the model and contains a remedy. `tainted` is true if the result contains text of others, which later
 * decisions consider. Views may show `metadata` next to the content.
 */
export type ToolOutcome = CallOutcome;

/** Maximum bytes of text in an outcome; longer text is cut, with a note. */
export const maximumOutcomeBytes = 256 * 1024;
