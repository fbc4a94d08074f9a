import type { Artifact, TaskView } from '@agent-home/http-contract';
import { objectKey, type TaskAgentIndex } from '@agent-home/protocol';
import { and, asc, desc, eq, isNull, notLike, type SQL, sql } from 'drizzle-orm';
import pMap from 'p-map';
import { type Database, jsonParameter, tables } from '../../database/index.ts';
import { storeConcurrency } from '../../foundation/concurrency/store-concurrency.ts';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { canSeeTask, visibleTask } from '../../registry/visibility/visible-task.ts';
import type { ArtifactReader } from './read-artifacts.ts';
import { selectTasks, taskItem } from './show-tasks.ts';
import { notShown } from './show-topics.ts';

const shownArtifacts = 500;
/** Maximum number of authors whose index is read from the store for one view: a task may have as many as the home has agents. */
const askedAuthors = 50;

export interface ArtifactReading {
  database: Database;
  artifacts: ArtifactReader;
}

type ArtifactRow = typeof tables.taskArtifacts.$inferSelect;

/** Creates a function that shows one task with its work, latest first. The function throws PlatformError `not_found`. */
export function createTaskView(
  reading: ArtifactReading,
): (viewer: Viewer, taskId: string) => Promise<TaskView> {
  const { database, artifacts: reader } = reading;
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
    const authors = [...new Set(found.map(({ agentId }) => agentId))].slice(0, askedAuthors);
    const indexes = await readIndexes(reading, viewer, taskId, authors);
    const artifacts = await pMap(
      found,
      (one) => loadArtifact(one, indexes.get(one.agentId), reader),
      storeConcurrency,
    );
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

async function loadArtifact(
  row: ArtifactRow,
  index: TaskAgentIndex | undefined,
  reader: ArtifactReader,
): Promise<Artifact> {
  const named = index?.latest_artifact.object_key === row.objectKey ? index.latest_artifact : undefined;
  const told = named?.sha256;
  const hash = told === undefined ? undefined : await reader.hash(row);
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

/** Reads the authors' indexes about their latest work, for a limited number of authors. */
async function readIndexes(
  { database, artifacts }: ArtifactReading,
  viewer: Viewer,
  taskId: string,
  agentIds: string[],
): Promise<Map<string, TaskAgentIndex>> {
  const { taskArtifacts: table } = tables;
  const keys = agentIds.map((agentId) =>
    objectKey('task_agent_index', { task_id: taskId, agent_id: agentId }),
  );
  const found = await database
    .select({ objectKey: table.objectKey, etag: table.etag, size: table.size, agentId: table.agentId })
    .from(table)
    .where(
      and(
        eq(table.taskId, taskId),
        isNull(table.refusal),
        sql`${table.objectKey} in (select json_array_elements_text(${jsonParameter(keys)}::json))`,
        canSeeTask(viewer, taskId),
      ),
    );
  const indexes = await pMap(
    found,
    async (row) => {
      const index = await artifacts.index(row);
      const isOwn = index?.agent_id === row.agentId && index.task_id === taskId;
      return isOwn ? [[row.agentId, index] as const] : [];
    },
    storeConcurrency,
  );
  return new Map(indexes.flat());
}
