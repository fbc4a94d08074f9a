import type { RunInput, RunState } from '@agent-home/agent-runtime';
import type { PinnedBundle } from '@agent-home/agent-runtime/run-log';

/** Certified policies of a run's identity as known now: the newest verified ones, or the reason why none could be verified. */
export type LatestBundle = { bundle: PinnedBundle | undefined } | { stale: string };

/** Port to the home that certifies the policies of a resident. */
export interface PolicyBundles {
  /** Returns without delay, except for a short read every few seconds. Never throws. */
  latest(): Promise<LatestBundle>;
}

/** Returns the input that brings a run to the latest bundle; undefined if it has it, or if it has no identity of its own. */
export function bundleInput(
  { first, bound, ended }: RunState,
  latest: LatestBundle,
  time: string,
): RunInput | undefined {
  if (ended || !first.identity || first.parent) return undefined;
  const stale = findFault(bound?.bundle.version, latest);
  if (stale !== undefined)
    return bound && !bound.isStale
      ? { type: 'policy.bundle_stale', time, data: { reason: stale } }
      : undefined;
  if ('stale' in latest || !latest.bundle) return undefined;
  const { bundle } = latest;
  const isNews = bound === undefined || bound.isStale || bundle.version > bound.bundle.version;
  return isNews ? { type: 'policy.bundle_updated', time, data: bundle } : undefined;
}

/** A home that shows less than the log of the run has lost, or withholds, the newer bundle. */
function findFault(version: number | undefined, latest: LatestBundle): string | undefined {
  if ('stale' in latest) return latest.stale;
  if (version === undefined || (latest.bundle?.version ?? 0) >= version) return undefined;
  return `the home names an older version than ${version}`;
}
