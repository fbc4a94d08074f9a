import { type Check, type CheckName, type Checks, checkNames } from './types.ts';

/** Status of a message's badge. `partly`: nothing is wrong, and not everything can be checked. */
export type ProofStatus = 'checking' | 'verified' | 'partly' | 'failed';

interface ProofSummary {
  status: ProofStatus;
  /** The check that decides the status where it is not `verified`, with its cause. */
  check?: CheckName;
  code?: string;
}

/** One failed check is a failed line; one that waits leaves it open; one that cannot be made is said. */
export function summarize(checks: Checks | undefined): ProofSummary {
  if (!checks) return { status: 'checking' };
  const first = (wanted: Check['state']) => checkNames.find((name) => checks[name].state === wanted);
  const failed = first('fails');
  if (failed) return getSummary('failed', failed, checks);
  if (first('waiting')) return { status: 'checking' };
  const open = first('not_possible');
  return open ? getSummary('partly', open, checks) : { status: 'verified' };
}

function getSummary(status: ProofStatus, check: CheckName, checks: Checks): ProofSummary {
  const { code } = checks[check];
  return { status, check, ...(code === undefined ? {} : { code }) };
}
