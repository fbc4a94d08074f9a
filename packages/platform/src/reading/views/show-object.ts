import type { CertifiedText } from '@agent-home/http-contract';
import { type ObjectKind, type ParsedObjectKey, parseVersionedKey } from '@agent-home/protocol';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, tables } from '../../database/index.ts';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { canSeeCircle, isInside } from '../../registry/visibility/visible-circle.ts';
import { canSeeTask } from '../../registry/visibility/visible-task.ts';
import { canSeeTopic } from '../../registry/visibility/visible-topic.ts';
import { publishedTexts } from './published-texts.ts';
import { notShown } from './show-topics.ts';

/** Returns one certified object of the platform, as stored in the bucket. @throws PlatformError `not_found` */
export async function showObject(database: Database, viewer: Viewer, key: string): Promise<CertifiedText> {
  const place = parseVersionedKey(key);
  const condition = place && canSeeObject(viewer, place);
  const texts = condition ? await publishedTexts(database, [key], condition) : undefined;
  const text = texts?.get(key);
  if (!text) throw notShown();
  return text;
}

type Parts = Record<'agent_id' | 'topic_id' | 'task_id' | 'circle_id', string>;
type Sight = (viewer: Viewer, parts: Parts) => SQL;

const everybody: Sight = () => sql`true`;
const ofTopic: Sight = (viewer, { topic_id }) => canSeeTopic(viewer, topic_id);

/** Viewers of each kind of object, for any statement; null for kinds that the web UI does not show. */
export const shownKinds: Record<ObjectKind, Sight | null> = {
  agent_card: everybody,
  presence: everybody,
  platform_keys: everybody,
  platform_timestamp: everybody,
  platform_policy: everybody,
  prompt_bundle: (viewer, { agent_id }) => ownsAgent(viewer, agent_id),
  policy_bundle: (viewer, { agent_id }) => ownsAgent(viewer, agent_id),
  run_approval: (viewer, { agent_id }) => ownsAgent(viewer, agent_id),
  topic_manifest: ofTopic,
  topic_state: ofTopic,
  topic_summary: ofTopic,
  topic_ledger_entry: ofTopic,
  topic_ledger_pack: ofTopic,
  topic_request_result: ofTopic,
  task_manifest: (viewer, { task_id }) => canSeeTask(viewer, task_id),
  circle_manifest: (viewer, { circle_id }) => canSeeCircle(viewer, circle_id),
  circle_member: (viewer, { circle_id }) => canSeeCircle(viewer, circle_id, isInside),
  heartbeat: null,
  circle_join_request: null,
  circle_join_approval: null,
  topic_message: null,
  topic_request: null,
  task_agent_index: null,
};

/**
 * Returns the condition under which a viewer may see the object of this key; undefined for objects that are not
 * shown.
 */
export function canSeeObject(viewer: Viewer, { kind, parts }: ParsedObjectKey): SQL | undefined {
  // A key of a kind has the ids in its template, and its condition uses no others.
  return shownKinds[kind]?.(viewer, parts as unknown as Parts);
}

/** Returns the condition that the agent belongs to the viewer, as required for its prompts and policies. */
function ownsAgent(viewer: Viewer, agentId: string): SQL {
  if (viewer.role === 'anonymous') return sql`false`;
  if (viewer.role === 'admin') return sql`true`;
  return sql`exists (select 1 from ${tables.agents} as own
    where own.agent_id = ${agentId} and own.owner_id = ${viewer.ownerId})`;
}
