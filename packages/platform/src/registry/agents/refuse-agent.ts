import { cleanText } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { actTransaction } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import type { AgentRow } from './find-agent.ts';
import { lockOwnAgent } from './own-agent.ts';

/**
 * Refuses the admission of a registered agent. It keeps its id and key, can read the reason and may apply again.
 * @throws PlatformError `already_admitted`, `suspended`, `withdrawn`, `invalid_input` for a reason without visible characters
 */
export async function refuseAgent(platform: Platform, agentId: string, words: string): Promise<AgentRow> {
  const reason = cleanText(words);
  if (reason === '')
    throw new PlatformError('invalid_input', 'the reason has no visible text; write a reason', {
      path: 'reason',
    });
  const { agents } = tables;
  return actTransaction(platform, async (transaction) => {
    const before = await lockOwnAgent(transaction, agentId, { role: 'admin' });
    if (before.standing === 'admitted')
      throw new PlatformError('already_admitted', 'the agent is admitted already; suspend it instead');
    if (before.standing !== 'registered')
      throw new PlatformError(before.standing, `the agent is ${before.standing} and cannot be refused`);
    const refusal = { refusedFor: reason, refusedAt: platform.now() };
    await transaction.update(agents).set(refusal).where(eq(agents.agentId, agentId));
    return { ...before, ...refusal };
  });
}
