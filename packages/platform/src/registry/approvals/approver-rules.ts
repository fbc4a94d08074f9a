import type { ApproverRules } from '@agent-home/http-contract';
import { eq } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { actTransaction } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { type Actor, lockOwnAgent, requireOwnAgent } from '../agents/own-agent.ts';

/** Returns the rules of an agent about its approvers. @throws PlatformError `unknown_agent` */
export async function showApproverRules(
  { database }: Pick<Platform, 'database'>,
  agentId: string,
  actor: Actor,
): Promise<ApproverRules> {
  await requireOwnAgent(database, agentId, actor);
  return rulesFor(database, agentId);
}

/** Sets the rules of an agent. @throws PlatformError `unknown_agent`; `forbidden` for an admin if the agent has an owner */
export async function changeApproverRules(
  platform: Platform,
  agentId: string,
  rules: ApproverRules,
  actor: Actor,
): Promise<ApproverRules> {
  await actTransaction(platform, async (transaction) => {
    const agent = await lockOwnAgent(transaction, agentId, actor);
    if (actor.role === 'admin' && agent.ownerId !== null)
      throw new PlatformError('forbidden', 'only the owner of the agent may change its approvers');
    const columns = { adminsMayDecide: rules.admins_may_decide, twoForHighRisk: rules.two_for_high_risk };
    await transaction
      .insert(tables.approvalRules)
      .values({ agentId, ...columns })
      .onConflictDoUpdate({ target: tables.approvalRules.agentId, set: columns });
  });
  return rules;
}

export async function rulesFor(executor: Executor, agentId: string): Promise<ApproverRules> {
  const { approvalRules } = tables;
  const [row] = await executor.select().from(approvalRules).where(eq(approvalRules.agentId, agentId));
  return {
    admins_may_decide: row?.adminsMayDecide ?? false,
    two_for_high_risk: row?.twoForHighRisk ?? false,
  };
}
