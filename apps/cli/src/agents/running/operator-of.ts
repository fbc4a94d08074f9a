import type { Settings } from '@agent-home/agent-runtime/definition';
import type { RunOrder } from '@agent-home/runtime-node';
import { AgentCommandError } from '../../errors/command-errors.ts';

/**
 * What the operator lets pass unasked, and how long people may take to answer.
 * @throws AgentCommandError `not_supported`
 */
export function operatorOf({ approvals }: Pick<Settings, 'approvals'>): RunOrder['operator'] {
  const { autoApprove, unlock, expiresAfterMs, by } = approvals;
  // Whoever wants the people of the home to decide does not want whoever sits here to.
  if (by === 'home')
    throw new AgentCommandError('not_supported', 'approvals.by: home is nothing that anything acts on yet');
  return { autoApprove, unlocked: unlock, approvalExpiresMs: expiresAfterMs };
}
