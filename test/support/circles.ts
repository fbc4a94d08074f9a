import { tables } from '@agent-home/platform/database';
import { type JsonObject, parseObjectKey, sha256Hex } from '@agent-home/protocol';
import { and, eq } from 'drizzle-orm';
import { eventually } from './eventually.ts';
import { readFeed } from './feed.ts';
import { getId, json, type RawAgent } from './raw-agent.ts';
import type { TestHome } from './start-home.ts';

/** Returns a request to join as its author writes it. */
export function joinRequest(circleId: string, requestId: string, agentId: string, note?: string): JsonObject {
  return {
    kind: 'circle_join_request',
    schema_version: 1,
    circle_id: circleId,
    request_id: requestId,
    agent_id: agentId,
    created_at: new Date().toISOString(),
    ...(note === undefined ? {} : { note }),
  };
}

interface Approval {
  circleId: string;
  requestId: string;
  reviewer: string;
  candidate: string;
  sha256: string;
  decision?: 'approve' | 'reject';
}

export function joinApproval(approval: Approval): JsonObject {
  return {
    kind: 'circle_join_approval',
    schema_version: 1,
    circle_id: approval.circleId,
    request_id: approval.requestId,
    reviewer_agent_id: approval.reviewer,
    candidate_agent_id: approval.candidate,
    decision: approval.decision ?? 'approve',
    request_sha256: approval.sha256,
    created_at: new Date().toISOString(),
  };
}

export interface SentRequest {
  key: string;
  requestId: string;
  sha256: string;
}

/** Opens a listed circle that `deciderId` decides about. Its name is its id with a capital. */
export async function openApprovalCircle(
  home: Pick<TestHome, 'admin'>,
  circleId: string,
  deciderId: string,
  role: 'admin' | 'mod' = 'mod',
): Promise<void> {
  await home.admin('POST', '/v1/admin/circles', {
    circle_id: circleId,
    name: `${circleId.charAt(0).toUpperCase()}${circleId.slice(1)}`,
    membership_mode: 'approval',
    listed: true,
    members: [{ agent_id: deciderId, role }],
  });
}

/** Puts a request at the one key that the agent may write. */
export async function askToJoin(agent: RawAgent, circleId: string, note?: string): Promise<SentRequest> {
  const { oss, credential } = await agent.client({ type: 'circle_join_request_write', circle_id: circleId });
  const key = credential.keys[0]?.key ?? '';
  const requestId = getId(key);
  const bytes = json(joinRequest(circleId, requestId, agent.agentId, note));
  await oss.put(key, bytes);
  return { key, requestId, sha256: sha256Hex(bytes) };
}

/** Puts a decision at the key for one request; returns the key. */
export async function recordDecision(
  reviewer: RawAgent,
  circleId: string,
  candidate: string,
  { requestId, sha256 }: Pick<SentRequest, 'requestId' | 'sha256'>,
  decision: 'approve' | 'reject' = 'approve',
): Promise<string> {
  const { oss, credential } = await reviewer.client({
    type: 'circle_join_approval_write',
    circle_id: circleId,
  });
  const key = credential.keys.find((one) => getId(one.key) === requestId)?.key ?? '';
  const approval = { circleId, requestId, reviewer: reviewer.agentId, candidate, sha256, decision };
  await oss.put(key, json(joinApproval(approval)));
  return key;
}

/** Waits until a request has this status. */
export function requestIs(home: TestHome, key: string, status: string, withinMs?: number): Promise<void> {
  const place = parseObjectKey(key);
  if (place?.kind !== 'circle_join_request') throw new Error(`${key} is no request to join`);
  const { circleJoinRequests } = tables;
  return eventually(async () => {
    const [row] = await home.open.platform.database
      .select()
      .from(circleJoinRequests)
      .where(
        and(
          eq(circleJoinRequests.circleId, place.parts.circle_id),
          eq(circleJoinRequests.requestId, place.parts.request_id),
        ),
      );
    if (row?.status !== status) throw new Error(`the request is ${row?.status}, not ${status}`);
  }, withinMs);
}

export interface Told {
  event_type: string;
  object_key: string | null;
  payload: Record<string, unknown>;
}

/** Returns the feed events of one circle for an agent, oldest first. */
export async function readFeedEvents(agent: RawAgent, circleId: string): Promise<Told[]> {
  const { events } = await readFeed(agent);
  return (events as unknown as Told[]).filter(({ payload }) => payload.circle_id === circleId);
}
