import {
  type ApprovalList,
  type ApproverRules,
  type approvalQuerySchema,
  approvalRequestSchema,
  type ShownApproval,
} from '@agent-home/http-contract';
import { and, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, tables } from '../../database/index.ts';
import { getPage, momentSchema, nameSchema, placeOf } from '../../foundation/text/cursor.ts';
import type { Actor } from '../agents/own-agent.ts';
import { deciderSchema } from './decider.ts';
import { stateAt } from './request-approval.ts';

type Row = typeof tables.runApprovals.$inferSelect;

const placeSchema = z.tuple([momentSchema, nameSchema, nameSchema]);

/** True if this actor may decide on calls of the agent. `lockOwnAgent` has refused the owners of other agents. */
export function mayDecide(
  actor: Actor,
  { ownerId }: { ownerId: string | null },
  rules: ApproverRules,
): boolean {
  return actor.role === 'owner' || ownerId === null || rules.admins_may_decide;
}

export function showApproval(row: Row, { now, isDecider }: { now: Date; isDecider: boolean }): ShownApproval {
  const request = approvalRequestSchema.parse(JSON.parse(row.request));
  const state = stateAt(row, now);
  const deciders = z.array(deciderSchema).parse(JSON.parse(row.deciders));
  return {
    ...request,
    agent_id: row.agentId,
    state,
    requested_at: row.requestedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    needed: row.needed,
    decided_by: deciders.map(({ role, id, at }) => ({ role, id, at })),
    ...(row.allow === null ? {} : { allow: row.allow }),
    reason: row.reason,
    ...(row.decidedAt === null ? {} : { decided_at: row.decidedAt.toISOString() }),
    may_decide: isDecider && state === 'pending',
  };
}

/** Lists questions of runs, newest first: of an owner's agents, or of all agents. */
export async function listApprovals(
  database: Database,
  query: z.infer<typeof approvalQuerySchema>,
  { actor, mayModerate, now }: { actor: Actor; mayModerate: boolean; now: Date },
): Promise<ApprovalList> {
  const { runApprovals, agents, approvalRules } = tables;
  const after = placeOf(placeSchema, query.cursor);
  const rows = await database
    .select({
      row: runApprovals,
      ownerId: agents.ownerId,
      adminsMayDecide: approvalRules.adminsMayDecide,
    })
    .from(runApprovals)
    .innerJoin(agents, eq(agents.agentId, runApprovals.agentId))
    .leftJoin(approvalRules, eq(approvalRules.agentId, runApprovals.agentId))
    .where(
      and(
        actor.role === 'owner' ? eq(agents.ownerId, actor.ownerId) : undefined,
        query.agent_id === undefined ? undefined : eq(runApprovals.agentId, query.agent_id),
        hasState(query.state, now),
        after &&
          sql`(${runApprovals.requestedAt}, ${runApprovals.agentId}, ${runApprovals.approvalId})
            < (${after[0]}::timestamptz, ${after[1]}, ${after[2]})`,
      ),
    )
    .orderBy(desc(runApprovals.requestedAt), desc(runApprovals.agentId), desc(runApprovals.approvalId))
    .limit(query.limit + 1);
  const { shown, ...next } = getPage(rows, query.limit, ({ row }) => [
    row.requestedAt.toISOString(),
    row.agentId,
    row.approvalId,
  ]);
  const items = shown.map(({ row, ownerId, adminsMayDecide }) => {
    const rules = { admins_may_decide: adminsMayDecide ?? false, two_for_high_risk: false };
    const isDecider = (actor.role === 'owner' || mayModerate) && mayDecide(actor, { ownerId }, rules);
    return showApproval(row, { now, isDecider });
  });
  return { items, ...next };
}

function hasState(state: ShownApproval['state'] | undefined, now: Date): SQL | undefined {
  const { runApprovals } = tables;
  if (state === undefined) return undefined;
  if (state === 'expired') return and(eq(runApprovals.state, 'pending'), lte(runApprovals.expiresAt, now));
  if (state === 'pending') return and(eq(runApprovals.state, 'pending'), gt(runApprovals.expiresAt, now));
  return eq(runApprovals.state, state);
}
