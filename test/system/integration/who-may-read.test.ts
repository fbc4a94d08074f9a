import { maySee } from '@agent-home/access';
import { connectDatabase, type Database, tables } from '@agent-home/platform/database';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quotaSettingsSchema } from '../../../packages/platform/src/foundation/settings/config.ts';
import { createAccessReader } from '../../../packages/platform/src/registry/access/access-reader.ts';
import { loadTopicsForAgent } from '../../../packages/platform/src/registry/access/load-access-facts.ts';
import type { AgentRow } from '../../../packages/platform/src/registry/agents/find-agent.ts';
import {
  createTaskFinder,
  loadTasksForAgent,
} from '../../../packages/platform/src/registry/tasks/load-tasks.ts';
import { confirmedVersion } from '../../../packages/platform/src/registry/visibility/binding-audiences.ts';
import type { Viewer } from '../../../packages/platform/src/registry/visibility/viewer.ts';
import {
  type Container,
  mayRead,
} from '../../../packages/platform/src/registry/visibility/visible-container.ts';
import { taskColumns, visibleTask } from '../../../packages/platform/src/registry/visibility/visible-task.ts';
import {
  topicColumns,
  visibleTopic,
} from '../../../packages/platform/src/registry/visibility/visible-topic.ts';
import { freshDatabase, type TestDatabase } from '../../support/fresh-database.ts';
import { furnishAudiences } from '../../support/furnish-audiences.ts';

/** Number of agents, of topics and of tasks; each agent with each topic and each task is a situation: 10,368 of them. */
const count = 72;
let fresh: TestDatabase;
let connection: ReturnType<typeof connectDatabase>;
let database: Database;
let agents: AgentRow[];
let furnished: Awaited<ReturnType<typeof furnishAudiences>>;
/** Readable pairs by the rule in TypeScript, as `container agent`. */
const readable = new Set<string>();

beforeAll(async () => {
  fresh = await freshDatabase();
  connection = connectDatabase(fresh.url);
  database = connection.database;
  furnished = await furnishAudiences(database, { seed: 20_261_123, count });
  agents = await database.select().from(tables.agents);
  const platform = { database, now: () => new Date(), config: { quotas: quotaSettingsSchema.parse({}) } };
  const reader = createAccessReader(platform);
  const findTask = createTaskFinder(platform as Parameters<typeof createTaskFinder>[0]);
  for (const agent of agents) {
    const who = { owner_id: agent.ownerId };
    for (const [topicId, { facts }] of await loadTopicsForAgent(reader, agent, furnished.topicIds))
      if (maySee(facts, who) && facts.restriction !== 'banned') readable.add(`${topicId} ${agent.agentId}`);
    for (const [taskId, { facts }] of await loadTasksForAgent(findTask, reader, agent, furnished.taskIds))
      if (maySee(facts, who)) readable.add(`${taskId} ${agent.agentId}`);
  }
});
afterAll(async () => {
  await connection?.close();
  await fresh?.drop();
});

const kinds: {
  name: string;
  ids: () => string[];
  from: SQL;
  id: SQL;
  columns: Container;
  visible: (viewer: Viewer) => SQL;
}[] = [
  {
    name: 'topics',
    ids: () => furnished.topicIds,
    columns: topicColumns(),
    visible: visibleTopic,
    from: sql`${tables.topics}`,
    id: sql`${tables.topics.topicId}`,
  },
  {
    name: 'tasks',
    ids: () => furnished.taskIds,
    columns: taskColumns(),
    visible: visibleTask,
    from: sql`${tables.tasks}`,
    id: sql`${tables.tasks.taskId}`,
  },
];

test('TypeScript and SQL agree on readers in ten thousand situations', async () => {
  let situations = 0;
  const differences: string[] = [];
  for (const { from, id, columns, ids } of kinds) {
    const asking = { agentId: sql`asking.agent_id`, ownerId: sql`asking.owner_id` };
    const rows = await database.execute<{ container: string; agent: string; may: boolean | null }>(
      sql`select ${id} as container, asking.agent_id as agent,
            ${mayRead(columns, asking)} and ${confirmedVersion(columns.manifestKey)} is not null as may
          from ${from} cross join ${tables.agents} as asking`,
    );
    expect(rows.length).toBe(ids().length * agents.length);
    situations += rows.length;
    for (const { container, agent, may } of rows)
      if ((may === true) !== readable.has(`${container} ${agent}`))
        differences.push(`${agent} and ${container}: SQL says ${may}`);
  }
  expect(differences).toEqual([]);
  expect(situations).toBeGreaterThan(10_000);
  // Both results must be frequent, so that a rule that always allows or always denies would fail.
  expect(readable.size / situations).toBeGreaterThan(0.15);
  expect(readable.size / situations).toBeLessThan(0.85);
});

test('a person sees public topics and those of own agents', async () => {
  for (const { from, id, columns, visible } of kinds) {
    const rows = await database.execute<{ id: string; owner_id: string; published: boolean; open: boolean }>(
      sql`select ${id} as id, ${columns.ownerId} as owner_id, ${confirmedVersion(columns.manifestKey)} is not null as published,
            coalesce(${visible({ role: 'anonymous' })}, false) as open from ${from}`,
    );
    for (const ownerId of furnished.owners) {
      const theirs = agents.filter((agent) => agent.ownerId === ownerId && agent.standing === 'admitted');
      const expected = rows.filter(
        (row) =>
          row.published &&
          (row.open ||
            row.owner_id === ownerId ||
            theirs.some(({ agentId }) => readable.has(`${row.id} ${agentId}`))),
      );
      const seen = await database.execute<{ id: string }>(
        sql`select ${id} as id from ${from} where ${visible({ role: 'owner', ownerId })}`,
      );
      expect(seen.map((row) => row.id).sort()).toEqual(expected.map((row) => row.id).sort());
    }
    const all = await database.execute<{ id: string }>(
      sql`select ${id} as id from ${from} where ${visible({ role: 'admin' })}`,
    );
    expect(all.length).toBe(rows.filter(({ published }) => published).length);
    // Every admitted agent without a ban may read open content, so an anonymous viewer never sees more.
    for (const row of rows.filter(({ open }) => open))
      for (const { agentId } of agents)
        if (!(await isBanned(row.id, agentId))) expect(readable).toContain(`${row.id} ${agentId}`);
  }
});

async function isBanned(topicId: string, agentId: string): Promise<boolean> {
  const { topicRestrictions } = tables;
  const rows = await database
    .select()
    .from(topicRestrictions)
    .where(
      sql`${topicRestrictions.topicId} = ${topicId} and ${topicRestrictions.agentId} = ${agentId} and banned_at is not null`,
    );
  return rows.length > 0;
}
