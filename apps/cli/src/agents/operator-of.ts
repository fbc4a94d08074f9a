import type { Settings } from '@agent-home/definition';
import type { RunOrder } from '@agent-home/runtime-node';

/** What the operator lets pass unasked, and how long people may take to answer. */
export function operatorOf({ approvals }: Pick<Settings, 'approvals'>): RunOrder['operator'] {
  const { autoApprove, unlock, expiresAfterMs } = approvals;
  return { autoApprove, unlocked: unlock, approvalExpiresMs: expiresAfterMs };
}
