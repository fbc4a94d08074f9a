import type { RunsFlags } from '../../runs/open-runs.ts';

/** Argument of commands about one run. */
export const run = { summary: 'id, a unique beginning of it, number in runs list, or latest' };

/** Returns the id of a run that a user names. */
export async function getRunId(named: string, flags: RunsFlags): Promise<string> {
  return (await import('../../runs/find-run-id.ts')).findRunId(named, flags);
}
