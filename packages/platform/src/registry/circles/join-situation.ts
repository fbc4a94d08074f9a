import { joinRequestDenial } from '@agent-home/access';
import type { CircleRole } from '@agent-home/http-contract';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import { type CircleRow, getApproval } from './circle-policy.ts';
import type { Candidate, JoinSituation, Vote } from './decide-join.ts';

export type JoinRequestRow = typeof tables.circleJoinRequests.$inferSelect;

/** Locks a circle's row; all decisions in a circle are made under this lock. */
export async function lockCircle(executor: Executor, circleId: string): Promise<CircleRow | undefined> {
  const { circles } = tables;
  const [circle] = await executor.select().from(circles).where(eq(circles.circleId, circleId)).for('update');
  return circle;
}

/** Returns the members that may decide about requests and are admitted to the home at this moment. */
export async function loadDeciders(executor: Executor, circle: CircleRow): Promise<Map<string, CircleRole>> {
  const { agents, circleMembers } = tables;
  const roles = jsonParameter(getApproval(circle).roles);
  const rows = await executor
    .select({ agentId: circleMembers.agentId, role: circleMembers.role })
    .from(circleMembers)
    .innerJoin(agents, eq(agents.agentId, circleMembers.agentId))
    .where(
      and(
        eq(circleMembers.circleId, circle.circleId),
        isNull(circleMembers.leftAt),
        eq(agents.standing, 'admitted'),
        sql`${circleMembers.role} in (select json_array_elements_text(${roles}::json))`,
      ),
    );
  return new Map(rows.map(({ agentId, role }) => [agentId, role]));
}

/** Reads, under the circle's lock, the facts that a decision about one request depends on. */
export async function loadSituation(
  executor: Executor,
  circle: CircleRow,
  request: JoinRequestRow,
  deciders: ReadonlyMap<string, CircleRole>,
): Promise<JoinSituation> {
  const { required, roles } = getApproval(circle);
  const [candidate, votes] = await Promise.all([
    loadCandidate(executor, circle, request.agentId),
    loadVotes(executor, request),
  ]);
  const { status, requestSha256: sha256, expiresAt } = request;
  return {
    policy: { membershipMode: circle.membershipMode, required, roles },
    candidate,
    request: { status, sha256, expiresAt },
    votes,
    members: deciders,
  };
}

async function loadCandidate(executor: Executor, circle: CircleRow, agentId: string): Promise<Candidate> {
  const { agents, circleInvitations, circleMembers } = tables;
  const { circleId } = circle;
  const [row] = await executor
    .select({
      standing: agents.standing,
      role: circleMembers.role,
      leftAt: circleMembers.leftAt,
      departure: circleMembers.departure,
      invited: circleInvitations.agentId,
    })
    .from(agents)
    .leftJoin(
      circleMembers,
      and(eq(circleMembers.agentId, agents.agentId), eq(circleMembers.circleId, circleId)),
    )
    .leftJoin(
      circleInvitations,
      and(eq(circleInvitations.agentId, agents.agentId), eq(circleInvitations.circleId, circleId)),
    )
    .where(eq(agents.agentId, agentId));
  const isMember = row?.role != null && row.leftAt === null;
  const invited = row?.invited != null;
  const denial = joinRequestDenial({
    circle_id: circleId,
    listed: circle.listed,
    membership_mode: circle.membershipMode,
    decider_roles: [],
    role: isMember ? (row.role ?? undefined) : undefined,
    invited,
    removed: row?.departure === 'removed',
  });
  return { agentId, admitted: row?.standing === 'admitted', isMember, invited, denied: denial?.denied };
}

async function loadVotes(executor: Executor, { circleId, requestId }: JoinRequestRow): Promise<Vote[]> {
  const { circleJoinApprovals } = tables;
  return executor
    .select({ reviewer: circleJoinApprovals.reviewerAgentId, decision: circleJoinApprovals.decision })
    .from(circleJoinApprovals)
    .where(and(eq(circleJoinApprovals.circleId, circleId), eq(circleJoinApprovals.requestId, requestId)));
}

/** Returns the candidate's request that waits for its object or its decision; there is at most one. */
export async function openRequest(
  executor: Executor,
  circleId: string,
  agentId: string,
): Promise<JoinRequestRow | undefined> {
  const { circleJoinRequests } = tables;
  const [row] = await executor
    .select()
    .from(circleJoinRequests)
    .where(
      and(
        eq(circleJoinRequests.circleId, circleId),
        eq(circleJoinRequests.agentId, agentId),
        inArray(circleJoinRequests.status, ['reserved', 'pending']),
      ),
    );
  return row;
}
