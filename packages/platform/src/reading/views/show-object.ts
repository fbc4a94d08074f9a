import { type Database, tables } from '@agent-home/database';
import type { CertifiedText } from '@agent-home/http-contract';
import { type ParsedObjectKey, parseObjectKey } from '@agent-home/protocol';
import { type SQL, sql } from 'drizzle-orm';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { canSeeCircle, isInside } from '../../registry/visibility/visible-circle.ts';
import { canSeeTask } from '../../registry/visibility/visible-task.ts';
import { canSeeTopic } from '../../registry/visibility/visible-topic.ts';
import { publishedTexts } from './published-texts.ts';
import { notShown } from './show-topics.ts';

/** One certified object of the platform’s, as it lies in the bucket. @throws PlatformError `not_found` */
export async function showObject(database: Database, viewer: Viewer, key: string): Promise<CertifiedText> {
  const place = parseObjectKey(key);
  const condition = place && canSeeObject(viewer, place);
  const texts = condition ? await publishedTexts(database, [key], condition) : undefined;
  const text = texts?.get(key);
  if (!text) throw notShown();
  return text;
}

/** Whether a viewer may see what lies at this key, for any statement; undefined for what no viewer is shown. */
export function canSeeObject(viewer: Viewer, { kind, parts }: ParsedObjectKey): SQL | undefined {
  switch (kind) {
    case 'agent_card':
    case 'presence':
    case 'platform_keys':
    case 'platform_timestamp':
    case 'platform_policy':
      return sql`true`;
    case 'prompt_bundle':
      return ownsAgent(viewer, parts.agent_id);
    case 'topic_manifest':
    case 'topic_state':
    case 'topic_summary':
    case 'topic_ledger_entry':
    case 'topic_request_result':
      return canSeeTopic(viewer, parts.topic_id);
    case 'task_manifest':
      return canSeeTask(viewer, parts.task_id);
    case 'circle_manifest':
      return canSeeCircle(viewer, parts.circle_id);
    case 'circle_member':
      return canSeeCircle(viewer, parts.circle_id, isInside);
    case 'heartbeat':
    case 'circle_join_request':
    case 'circle_join_approval':
    case 'topic_message':
    case 'topic_request':
    case 'task_agent_index':
      return undefined;
  }
}

/** Whether the agent is the viewer's, which alone may see its prompt bundle. */
function ownsAgent(viewer: Viewer, agentId: string): SQL {
  if (viewer.role === 'anonymous') return sql`false`;
  if (viewer.role === 'admin') return sql`true`;
  return sql`exists (select 1 from ${tables.agents} as own
    where own.agent_id = ${agentId} and own.owner_id = ${viewer.ownerId})`;
}
