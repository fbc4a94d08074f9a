import { PlatformError, showTopic } from '@agent-home/platform';
import type { ApiContext } from '../../context/api-context.ts';
import { drawTopic } from './draw-topic.ts';

/**
 * Of what everybody may see, whoever asks: a picture goes where the one who fetched it has no say. @throws PlatformError
 * `not_found`, of any other topic as of one that is not there
 */
export async function pictureOfTopic({ platform }: ApiContext, topicId: string): Promise<Buffer> {
  const { topic, participant_ids: ids } = await showTopic(platform.database, { role: 'anonymous' }, topicId);
  if (topic.visibility !== 'public')
    throw new PlatformError('not_found', 'there is nothing here that you may see');
  return drawTopic(ids, topic.turn?.agent_id ?? topic.last_line?.agent_id);
}
