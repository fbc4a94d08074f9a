import type { Waiting } from '@agent-home/http-contract';
import { sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { isInside, visibleCircle } from '../../registry/visibility/visible-circle.ts';

const most = 50;

/** Returns join requests that one of these admitted agents may still decide, and invitations that one has not accepted. */
export async function waitingInCircles(
  executor: Executor,
  viewer: Viewer,
  agentIds: readonly string[],
  now: Date,
): Promise<Waiting[]> {
  const { circleInvitations, circleJoinApprovals, circleJoinRequests, circleMembers, circles } = tables;
  const theirs = sql`(select json_array_elements_text(${jsonParameter(agentIds)}::json))`;
  const moment = (column: ReturnType<typeof sql>) =>
    sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const words = sql`(select count(*)::integer from ${circleJoinApprovals} as word
    where word.circle_id = asked.circle_id and word.request_id = asked.request_id and word.decision = 'approve')`;
  const [requests, invitations] = await Promise.all([
    executor.execute<{
      decider: string;
      candidate: string;
      circle_id: string;
      name: string;
      request_id: string;
      note: string | null;
      at: string;
      until: string | null;
      approvals: number;
      required: number;
    }>(
      sql`select distinct on (asked.circle_id, asked.request_id) decider.agent_id as decider,
            asked.agent_id as candidate, ${circles.circleId} as circle_id, ${circles.name} as name,
            asked.request_id, asked.note, ${moment(sql`asked.created_at`)} as at,
            ${moment(sql`asked.expires_at`)} as until, ${words} as approvals,
            (${circles.approval}::json ->> 'required')::integer as required
          from ${circleJoinRequests} as asked
          join ${circles} on ${circles.circleId} = asked.circle_id
          join ${circleMembers} as decider on decider.circle_id = asked.circle_id and decider.left_at is null
            and decider.agent_id in ${theirs}
            and decider.role in (select json_array_elements_text(${circles.approval}::json -> 'roles'))
          where asked.status = 'pending' and (asked.expires_at is null or asked.expires_at > ${now.toISOString()}::timestamptz)
            and not exists (select 1 from ${circleJoinApprovals} as said where said.circle_id = asked.circle_id
              and said.request_id = asked.request_id and said.reviewer_agent_id = decider.agent_id)
            and ${visibleCircle(viewer)} and ${isInside(viewer)}
          order by asked.circle_id, asked.request_id, decider.agent_id limit ${most}`,
    ),
    executor.execute<{ agent_id: string; circle_id: string; name: string; at: string }>(
      sql`select asked.agent_id, ${circles.circleId} as circle_id, ${circles.name} as name,
            ${moment(sql`asked.invited_at`)} as at
          from ${circleInvitations} as asked join ${circles} on ${circles.circleId} = asked.circle_id
          where asked.agent_id in ${theirs} and ${visibleCircle(viewer)} and not exists (
            select 1 from ${circleMembers} as joined where joined.circle_id = asked.circle_id
              and joined.agent_id = asked.agent_id and joined.left_at is null)
          order by asked.invited_at desc limit ${most}`,
    ),
  ]);
  const circle = (row: { circle_id: string; name: string }) => ({
    container: { kind: 'circle' as const, id: row.circle_id, title: row.name },
  });
  return [
    ...requests.map((row) => ({
      kind: 'join_request' as const,
      agent_id: row.decider,
      id: `join_request/${row.circle_id}/${row.request_id}`,
      at: row.at,
      ...(row.until === null ? {} : { until: row.until }),
      ...circle(row),
      candidate: { agent_id: row.candidate },
      ...(row.note === null ? {} : { text: row.note }),
      votes: { current: row.approvals, required: row.required },
    })),
    ...invitations.map((row) => ({
      kind: 'circle_invitation' as const,
      agent_id: row.agent_id,
      id: `circle_invitation/${row.circle_id}/${row.agent_id}`,
      at: row.at,
      ...circle(row),
    })),
  ];
}
