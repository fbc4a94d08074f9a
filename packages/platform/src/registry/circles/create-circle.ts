import type { NewCircle } from '@agent-home/http-contract';
import { canonicalJson } from '@agent-home/protocol';
import { type Executor, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { recordAct } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { randomId } from '../../foundation/text/random-id.ts';
import { appendFeed } from '../../publication/feed/append-feed.ts';
import { circleStream, enqueueObjects } from '../../publication/outbox/enqueue-object.ts';
import { requireAgents } from '../agents/require-agents.ts';
import { requireOwnerOrPlatform } from '../tokens/require-owner.ts';
import { approvalWith, type CircleRow, defaultApproval, manifestBody, manifestKey } from './circle-policy.ts';
import { memberObject } from './membership.ts';

/** Creates a circle with its first members in one transaction. The manifest is published before the memberships. */
export async function createCircle(
  platform: Platform,
  request: NewCircle,
  ownerId: string,
): Promise<{ circle_id: string; policy_version: number }> {
  const circleId = request.circle_id ?? randomId('circle', platform.randomBytes);
  const now = platform.now();
  const members = new Map(request.members.map(({ agent_id, role }) => [agent_id, role]));
  await platform.database.transaction(async (executor) => {
    await requireAgents(executor, [...members.keys()], 'members');
    await requireOwnerOrPlatform(executor, request.owner_id ?? ownerId);
    const [circle] = await executor
      .insert(tables.circles)
      .values({
        circleId,
        name: request.name,
        description: request.description,
        ownerId: request.owner_id ?? ownerId,
        membershipMode: request.membership_mode,
        listed: request.listed,
        approval: canonicalJson({ ...approvalWith(defaultApproval, request.approval) }),
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning();
    if (!circle)
      throw new PlatformError('circle_id_taken', 'another circle has this id; use another id', {
        path: 'circle_id',
      });
    await insertMembers(executor, circle, members, now);
    await recordAct(executor, platform, `circles/${circleId}`);
  });
  await platform.wake.stream(circleStream(circleId));
  return { circle_id: circleId, policy_version: 1 };
}

async function insertMembers(
  executor: Executor,
  circle: CircleRow,
  members: Map<string, 'member' | 'mod' | 'admin'>,
  now: Date,
): Promise<void> {
  const { circleId } = circle;
  const rows = [...members].map(([agentId, role]) => ({ circleId, agentId, role, joinedAt: now }));
  const inserted =
    rows.length === 0 ? [] : await executor.insert(tables.circleMembers).values(rows).returning();
  await enqueueObjects(executor, [
    { stream: circleStream(circleId), objectKey: manifestKey(circleId), body: manifestBody(circle) },
    ...inserted.map(memberObject),
  ]);
  await appendFeed(
    executor,
    rows.map(({ agentId, role }) => ({
      agentId,
      eventType: 'circle.joined',
      objectKey: manifestKey(circleId),
      occurredAt: now,
      payload: { circle_id: circleId, role },
    })),
  );
}
