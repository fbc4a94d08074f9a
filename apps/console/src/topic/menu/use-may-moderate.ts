import type { TopicItem } from '@agent-home/http-contract';
import { useQuery } from '@tanstack/react-query';
import { viewerQuery } from '../../read/queries.ts';
import { mayDo } from '../../read/rights.ts';

/**
 * True if the viewer may moderate the topic: moderators and admins every topic, an owner its own. The API decides; this controls
 * only the offered actions.
 */
export function useMayModerate(topic: Pick<TopicItem, 'owner_id'>): boolean {
  const { data: viewer } = useQuery(viewerQuery);
  return mayDo(viewer, 'moderation') || (viewer?.role === 'owner' && viewer.owner_id === topic.owner_id);
}
