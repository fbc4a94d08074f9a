import type { RunSummary } from '@agent-home/agent-runtime';
import { shownText } from '@agent-home/protocol';
import { RunCommandError } from '../../errors/command-errors.ts';
import { openRuns, type RunsFlags, withPlainErrors } from './open-runs.ts';

const wholeId = /^run_[0-9a-z]{25}$/;
/** Maximum number of runs that an error lists. */
const listed = 5;

/**
 * Returns the id of the run that a user names: by its id, a unique beginning of it, its number in `runs list`, or `latest`. A name
 * of no run is returned as it is, so that the command reports it.
 * @throws RunCommandError `ambiguous_run`, `no_runs`
 */
export async function findRunId(
  named: string,
  flags: RunsFlags,
  environment: Record<string, string | undefined> = process.env,
): Promise<string> {
  if (wholeId.test(named)) return named;
  return withPlainErrors(async () => matchRun(named, await openRuns(environment, flags).list()));
}

/** Returns the runs that have numbers and may be the latest: all but delegated ones. */
export function namedRuns<Run extends Pick<RunSummary, 'parent'>>(runs: readonly Run[]): Run[] {
  return runs.filter(({ parent }) => parent === undefined);
}

/**
 * Returns the numbers of runs by their ids. They count from the oldest run of the folder, so that they stay when a run begins.
 * @param runs newest first
 */
export function numberRuns(runs: readonly Pick<RunSummary, 'runId' | 'parent'>[]): Map<string, number> {
  const order = namedRuns(runs).toReversed();
  return new Map(order.map(({ runId }, index) => [runId, index + 1]));
}

/** @param runs newest first */
export function matchRun(
  named: string,
  runs: readonly Pick<RunSummary, 'runId' | 'agent' | 'parent'>[],
): string {
  if (runs.some(({ runId }) => runId === named)) return named;
  if (named === 'latest') {
    const [newest] = namedRuns(runs);
    if (newest) return newest.runId;
    throw new RunCommandError('no_runs', 'no run exists: start one with agent-home agents run NAME');
  }
  const numbered = /^[1-9]\d{0,5}$/.test(named) ? namedRuns(runs).at(-Number(named)) : undefined;
  if (numbered) return numbered.runId;
  const found = runs.filter(({ runId }) => runId.startsWith(named) || runId.startsWith(`run_${named}`));
  const [only, ...others] = found;
  if (only === undefined || named === '') return named;
  if (others.length === 0) return only.runId;
  const ids = found.slice(0, listed).map(({ runId }) => shownText(runId));
  const more = found.length > listed ? `, and ${found.length - listed} more` : '';
  throw new RunCommandError(
    'ambiguous_run',
    `${found.length} runs begin with ${shownText(named)}: write more of the id (${ids.join(', ')}${more})`,
  );
}

/** Returns the number of characters by which all of these ids differ, at least 13. */
export function prefixLength(ids: readonly string[]): number {
  const sorted = ids.toSorted();
  const common = sorted.map((id, index) => {
    const next = sorted[index + 1] ?? '';
    let length = 0;
    while (length < id.length && id[length] === next[length]) length += 1;
    return length + 1;
  });
  return Math.max(13, ...common);
}
