import { type Database, tables } from '@agent-home/database';
import { visibilities } from '@agent-home/protocol';
import { seededRandom } from './seeded-random.ts';

const owners = ['olga', 'otto', 'oda'] as const;
const circles = ['poets', 'painters', 'players'] as const;
const standings = ['registered', 'admitted', 'admitted', 'admitted', 'suspended', 'withdrawn'] as const;

/** What a seed draws from: every choice about an audience is one of these. */
function openDraw(seed: number) {
  const random = seededRandom(seed);
  const oneOf = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;
  const chance = (share: number) => random() < share;
  const agentsOf = (agentIds: string[], share: number) => agentIds.filter(() => chance(share));
  return { oneOf, chance, agentsOf };
}
type Draw = ReturnType<typeof openDraw>;

/** Audiences before the present one, of which those up to `confirmed` bind no longer. */
function formerAudiences({ oneOf, chance, agentsOf }: Draw, agentIds: string[]): string | null {
  if (chance(0.5)) return null;
  const former = Array.from({ length: oneOf([1, 1, 2]) }, () => {
    const visibility = oneOf(visibilities);
    return {
      visibility,
      ...(visibility === 'circle' ? { circle_id: oneOf(circles) } : {}),
      ...(visibility === 'invite' ? { allowlist_agent_ids: agentsOf(agentIds, 0.5) } : {}),
      until_version: oneOf([1, 2, 3]),
    };
  });
  return JSON.stringify(former);
}

function container(draw: Draw, agentIds: string[]) {
  const visibility = draw.oneOf(visibilities);
  return {
    title: 'What to plant',
    visibility,
    ownerId: draw.oneOf(['platform', ...owners]),
    circleId: visibility === 'circle' ? draw.oneOf(circles) : null,
    formerAudiences: formerAudiences(draw, agentIds),
    status: 'open' as const,
  };
}

/**
 * Fills an empty home with agents, topics and tasks of every standing and audience there can be: on the list or not,
 * taking part, left out, banned, in the circle, out of it again, with audiences that still bind, in the bucket or not.
 * The same seed makes the same home.
 */
export async function furnishAudiences(database: Database, { seed, count }: { seed: number; count: number }) {
  const draw = openDraw(seed);
  const { oneOf, chance, agentsOf } = draw;
  const names = (prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
  const [agentIds, topicIds, taskIds] = [names('agent'), names('topic'), names('task')];
  const pairs = (ids: string[], share: number) =>
    ids.flatMap((id) => agentsOf(agentIds, share).map((agentId) => ({ id, agentId })));
  const moment = new Date('2026-01-01T00:00:00Z');

  await database.insert(tables.owners).values(owners.map((ownerId) => ({ ownerId, name: ownerId })));
  await database.insert(tables.agents).values(
    agentIds.map((agentId) => ({
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
      ...{ circleId, name: circleId, description: '', ownerId: 'platform', membershipMode: 'open' as const },
      ...{ listed: true, approval: '{}' },
    })),
  );
  await database.insert(tables.circleMembers).values(
    pairs([...circles], 0.5).map(({ id: circleId, agentId }) => ({
      ...{ circleId, agentId, role: 'member' as const, leftAt: chance(0.4) ? moment : null },
    })),
  );
  await database.insert(tables.topics).values(
    topicIds.map((topicId) => ({
      ...{
        topicId,
        ...container(draw, agentIds),
        readScope: 'all' as const,
        mode: 'freeform',
        modeVersion: 1,
      },
      ...{ terms: '{"rules":{}}', state: '{}', ledgerSequence: 1, ledgerHead: '' },
    })),
  );
  await database
    .insert(tables.tasks)
    .values(taskIds.map((taskId) => ({ taskId, ...container(draw, agentIds), manifest: '{}' })));
  const topicPairs = (share: number) =>
    pairs(topicIds, share).map(({ id, agentId }) => ({ topicId: id, agentId }));
  const taskPairs = (share: number) =>
    pairs(taskIds, share).map(({ id, agentId }) => ({ taskId: id, agentId }));
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
          ...{
            objectKey,
            stream: objectKey,
            version: 3,
            confirmedVersion: confirmed ? oneOf([1, 2, 3]) : null,
          },
          ...{ confirmedText: confirmed ? '{}' : null, confirmedSha256: confirmed ? 'a'.repeat(64) : null },
        };
      }),
  );
  return { topicIds, taskIds, owners };
}
