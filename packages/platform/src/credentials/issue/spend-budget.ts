import type { CompiledPolicy } from '@agent-home/access';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import type { AgentRow } from '../../registry/agents/find-agent.ts';
import { isTurnWrite, type TokenBudget } from './token-budget.ts';

const refusals = {
  home: 'more credentials are asked for than the token service gives',
  share: 'this agent, or its owner, has had its share of the token service for now; use what you hold',
};

/**
 * Answers what gives it back, where nothing comes of the request.
 *
 * @throws PlatformError `rate_limited` where the token service's limit, or this agent's share, has no room for it
 */
export function spend(
  platform: Platform,
  budget: TokenBudget,
  { agentId, ownerId }: AgentRow,
  policies: CompiledPolicy[],
): () => void {
  const isWrite = policies.some((policy) => isTurnWrite(policy.class));
  const taken = { agentId, ownerId, calls: policies.length, isWrite };
  const refusal = budget.take(taken);
  if (!refusal) return () => budget.giveBack(taken);
  const { reason, retryAfterSeconds } = refusal;
  platform.metrics.budgetRefusals.inc({ class: isWrite ? 'write' : 'read' });
  throw new PlatformError('rate_limited', refusals[reason], { retryAfterSeconds });
}
