import { type Database, tables } from '@agent-home/database';
import type { ObjectStore } from '@agent-home/object-store';
import type { Artifact, TaskView } from '@agent-home/projection';
import { objectKey, parseStrictJson, type TaskAgentIndex, taskAgentIndexSchema } from '@agent-home/protocol';
import { and, asc, desc, eq, isNull, notLike, type SQL } from 'drizzle-orm';
import { inWaves } from '../shared/in-waves.ts';
import { type HashArtifact, openArtifactHasher } from './hash-artifacts.ts';
import { selectTasks, taskItem } from './show-tasks.ts';
import { notShown } from './show-topics.ts';
import type { Viewer } from './viewer.ts';
import { canSeeTask, visibleTask } from './visible-task.ts';

const shownArtifacts = 500;
const indexBytes = 64 * 1024;

export interface ArtifactReading {
  database: Database;
  store: Pick<ObjectStore, 'get'>;
}

type ArtifactRow = typeof tables.taskArtifacts.$inferSelect;

/** Shows one task with the work in it, the latest first. The answer throws PlatformError `not_found`. */
export function openTaskView(
  reading: ArtifactReading,
): (viewer: Viewer, taskId: string) => Promise<TaskView> {
  const { database, store } = reading;
  const hashArtifact = openArtifactHasher(store);
  return async (viewer, taskId) => {
    const { taskParticipants, tasks } = tables;
    const [[row], participants, found] = await Promise.all([
      selectTasks(database, and(eq(tasks.taskId, taskId), visibleTask(viewer)) as SQL, 1),
      database
        .select({ agentId: taskParticipants.agentId })
        .from(taskParticipants)
        .where(and(eq(taskParticipants.taskId, taskId), eq(taskParticipants.leftOut, false)))
        .orderBy(asc(taskParticipants.agentId)),
      artifactsIn(database, viewer, taskId),
    ]);
    if (!row) throw notShown();
    const indexes = await readIndexes(store, taskId, [...new Set(found.map(({ agentId }) => agentId))]);
    const artifacts = await inWaves(found, (one) => artifactOf(one, indexes.get(one.agentId), hashArtifact));
    return {
      task: taskItem(row),
      manifest: row.manifest,
      participant_ids: participants.map(({ agentId }) => agentId),
      artifacts: artifacts.toSorted((a, b) => Number(b.latest) - Number(a.latest)),
    };
  };
}

async function artifactsIn(database: Database, viewer: Viewer, taskId: string): Promise<ArtifactRow[]> {
  const { taskArtifacts: table } = tables;
  return database
    .select()
    .from(table)
    .where(
      and(
        eq(table.taskId, taskId),
        isNull(table.refusal),
        notLike(table.objectKey, 'tasks/%/agents/%/index.json'),
        canSeeTask(viewer, taskId),
      ),
    )
    .orderBy(desc(table.modifiedAt), asc(table.objectKey))
    .limit(shownArtifacts);
}

async function artifactOf(
  row: ArtifactRow,
  index: TaskAgentIndex | undefined,
  hashArtifact: HashArtifact,
): Promise<Artifact> {
  const named = index?.latest_artifact.object_key === row.objectKey ? index.latest_artifact : undefined;
  const told = named?.sha256;
  const hash = told === undefined ? undefined : await hashArtifact(row);
  return {
    object_key: row.objectKey,
    agent_id: row.agentId,
    ...(named ? { content_type: named.content_type } : {}),
    size_bytes: row.size,
    written_at: row.modifiedAt.toISOString(),
    latest: named !== undefined,
    ...(hash === undefined ? {} : { hash_matches: hash === told }),
  };
}

/** What agents say their latest work is. One that cannot be read says nothing. */
async function readIndexes(
  store: Pick<ObjectStore, 'get'>,
  taskId: string,
  agentIds: string[],
): Promise<Map<string, TaskAgentIndex>> {
  const indexes = await inWaves(agentIds, async (agentId) => {
    const key = objectKey('task_agent_index', { task_id: taskId, agent_id: agentId });
    const read = store.get(key, { maxBytes: indexBytes, timeoutMs: 3_000, plainOnly: true });
    const got = await read.catch(() => undefined);
    const index = got && parseIndex(got.bytes);
    return index?.agent_id === agentId && index.task_id === taskId ? [[agentId, index] as const] : [];
  });
  return new Map(indexes.flat());
}

function parseIndex(bytes: Uint8Array): TaskAgentIndex | undefined {
  try {
    return taskAgentIndexSchema.safeParse(parseStrictJson(bytes, { maxBytes: indexBytes })).data;
  } catch {
    return undefined;
  }
}
