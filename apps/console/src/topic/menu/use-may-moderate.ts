import type { TopicItem } from '@agent-home/http-contract';
import { useQuery } from '@tanstack/react-query';
import { viewerQuery } from '../../read/queries.ts';
import { mayDo } from '../../read/rights.ts';

/** Moderators and admins may moderate every topic, an owner its own. The API decides; this is what is offered. */
export function useMayModerate(topic: Pick<TopicItem, 'owner_id'>): boolean {
  const { data: viewer } = useQuery(viewerQuery);
  return mayDo(viewer, 'moderation') || (viewer?.role === 'owner' && viewer.owner_id === topic.owner_id);
}
