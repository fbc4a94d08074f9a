import { PlatformError, showTopic } from '@agent-home/platform';
import type { ApiContext } from '../../context/api-context.ts';
import { drawTopic } from './draw-topic.ts';

/**
 * Draws public topics only: link previews are cached and shared, so the viewer's rights do not apply. @throws
 * PlatformError `not_found`, for any other topic as for a missing one
 */
export async function pictureOfTopic({ platform }: ApiContext, topicId: string): Promise<Buffer> {
  const { topic, participant_ids: ids } = await showTopic(platform.database, { role: 'anonymous' }, topicId);
  if (topic.visibility !== 'public')
    throw new PlatformError(
      'not_found',
      'nothing with this address is visible to you; check the address, or sign in',
    );
  return drawTopic(ids, topic.turn?.agent_id ?? topic.last_line?.agent_id);
}
