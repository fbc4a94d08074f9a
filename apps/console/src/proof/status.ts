import { type Check, type CheckName, type Checks, checkNames } from './types.ts';

/** Status of a message's badge. `partly`: no check failed, but some cannot be made. */
export type ProofStatus = 'checking' | 'verified' | 'partly' | 'failed';

interface ProofSummary {
  status: ProofStatus;
  /** Check that decides the status if it is not `verified`, with its cause. */
  check?: CheckName;
  code?: string;
}

/** One failed check fails the message, a pending check leaves it open, and an impossible check is reported. */
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
