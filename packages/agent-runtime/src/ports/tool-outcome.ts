import type { CallOutcome } from '../run-log/index.ts';

/**
 * What a tool call came to, one form for all providers (S4-10, S1-49) and the one that stands in the log. `error.code` is for
 * callers to branch on, `error.message` for the model, with a way out. `tainted` says that words of others are in it: what
 * follows is decided with that in mind. `metadata` is what views may show beside the content.
 */
export type ToolOutcome = CallOutcome;

/** The most bytes of text an outcome carries to the log and the model; what is longer is cut, and says so. */
export const maximumOutcomeBytes = 256 * 1024;
