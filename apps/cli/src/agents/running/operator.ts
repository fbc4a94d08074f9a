import type { Settings } from '@agent-home/agent-runtime/definition';
import type { RunSetup } from '@agent-home/runtime-node';
import { AgentCommandError } from '../../errors/command-errors.ts';

/**
 * Returns the operator's automatic approvals, and the timeout of others.
 * @param livesIn `home` for a resident, whose approvers may be in its home
 * @throws AgentCommandError `not_supported`
 */
export function getOperator(
  { approvals, private: privateFields }: Pick<Settings, 'approvals' | 'private'>,
  livesIn?: 'home',
): RunSetup['operator'] {
  const { autoApprove, unlock, expiresAfterMs, by } = approvals;
  // The setting delegates decisions to the home, so the local user must not decide.
  if (by === 'home' && livesIn !== 'home')
    throw new AgentCommandError(
      'not_supported',
      'approvals.by: home is for residents: use another value, or agent-home live',
    );
  return {
    autoApprove,
    unlocked: unlock,
    approvalExpiresMs: expiresAfterMs,
    ...(by === 'home' ? { approvalsBy: 'home' } : {}),
    ...(privateFields.length === 0 ? {} : { privateFields }),
  };
}
