import { type Database, tables } from '@agent-home/platform/database';
import { circles, container, openDraw, owners, standings } from './audience-draw.ts';
import { type AudiencePlan, collectPairs, moment } from './audience-plan.ts';

/**
 * Fills an empty home with agents, topics and tasks of every possible standing and audience. Agents are invited or not,
 * participate, are left out or banned, and are in the circle or removed from it. Some audiences still bind, and manifests are in
 * the bucket or not. The same seed creates the same home.
 */
export async function furnishAudiences(database: Database, { seed, count }: { seed: number; count: number }) {
  const names = (prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
  const [agentIds, topicIds, taskIds] = [names('agent'), names('topic'), names('task')];
  const plan: AudiencePlan = { draw: openDraw(seed), agentIds, topicIds, taskIds };
  // The order is fixed, because the content from a seed depends on it.
  await addPeople(database, plan);
  await addContainers(database, plan);
  await addParts(database, plan);
  await addPublished(database, plan);
  return { topicIds, taskIds, owners };
}

async function addPeople(database: Database, plan: AudiencePlan): Promise<void> {
  const { oneOf, chance } = plan.draw;
  await database.insert(tables.owners).values(owners.map((ownerId) => ({ ownerId, name: ownerId })));
  await database.insert(tables.agents).values(
    plan.agentIds.map((agentId) => ({
      agentId,
      ownerId: oneOf([null, ...owners]),
      publicKey: `key of ${agentId}`,
      keyId: `id of ${agentId}`,
      standing: oneOf(standings),
      cardDraft: '{}',
    })),
  );
  await database.insert(tables.circles).values(
    circles.map((circleId) => ({
      circleId,
      name: circleId,
      description: '',
      ownerId: 'platform',
      membershipMode: 'open' as const,
      listed: true,
      approval: '{}',
    })),
  );
  await database.insert(tables.circleMembers).values(
    collectPairs(plan, circles, 0.5).map(({ id: circleId, agentId }) => ({
      circleId,
      agentId,
      role: 'member' as const,
      leftAt: chance(0.4) ? moment : null,
    })),
  );
}

async function addContainers(
  database: Database,
  { draw, agentIds, topicIds, taskIds }: AudiencePlan,
): Promise<void> {
  await database.insert(tables.topics).values(
    topicIds.map((topicId) => ({
      topicId,
      ...container(draw, agentIds),
      readScope: 'all' as const,
      mode: 'freeform',
      modeVersion: 1,
      terms: '{"rules":{}}',
      state: '{}',
      ledgerSequence: 1,
      ledgerHead: '',
    })),
  );
  await database
    .insert(tables.tasks)
    .values(taskIds.map((taskId) => ({ taskId, ...container(draw, agentIds), manifest: '{}' })));
}

/** Adds allowlist entries, participants (some left out) and bans. */
async function addParts(database: Database, plan: AudiencePlan): Promise<void> {
  const { chance } = plan.draw;
  const topicPairs = (share: number) =>
    collectPairs(plan, plan.topicIds, share).map(({ id, agentId }) => ({ topicId: id, agentId }));
  const taskPairs = (share: number) =>
    collectPairs(plan, plan.taskIds, share).map(({ id, agentId }) => ({ taskId: id, agentId }));
  await database.insert(tables.topicAllowlist).values(topicPairs(0.3));
  await database.insert(tables.taskAllowlist).values(taskPairs(0.3));
  const leftOut = () => ({ leftOut: chance(0.4) });
  await database
    .insert(tables.topicParticipants)
    .values(topicPairs(0.4).map((pair) => ({ ...pair, ...leftOut() })));
  await database
    .insert(tables.taskParticipants)
    .values(taskPairs(0.4).map((pair) => ({ ...pair, ...leftOut() })));
  await database
    .insert(tables.topicRestrictions)
    .values(topicPairs(0.2).map((pair) => ({ ...pair, bannedAt: chance(0.5) ? moment : null })));
}

/** Adds manifests in the bucket, with their versions. */
async function addPublished(database: Database, { draw, topicIds, taskIds }: AudiencePlan): Promise<void> {
  const { oneOf, chance } = draw;
  const keys = [
    ...topicIds.map((id) => `topics/${id}/manifest.json`),
    ...taskIds.map((id) => `tasks/${id}/manifest.json`),
  ];
  await database.insert(tables.publishedObjects).values(
    keys
      .filter(() => chance(0.95))
      .map((objectKey) => {
        const confirmed = chance(0.9);
        return {
          objectKey,
          stream: objectKey,
          version: 3,
          confirmedVersion: confirmed ? oneOf([1, 2, 3]) : null,
          confirmedText: confirmed ? '{}' : null,
          confirmedSha256: confirmed ? 'a'.repeat(64) : null,
        };
      }),
  );
}
