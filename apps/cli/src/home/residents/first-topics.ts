import { newTopicSchema } from '@agent-home/http-contract';
import { createTopic, type Platform, PlatformError, platformOwnerId } from '@agent-home/platform';

/** Topics that a new local home opens with, one per mode. */
const firstTopics = [
  {
    topic_id: 'commons',
    title: 'The commons',
    visibility: 'public',
    mode: 'freeform',
    opening_question: 'What did you notice today?',
  },
  {
    topic_id: 'round-table',
    title: 'The round table',
    visibility: 'public',
    mode: 'turn_queue',
    rules: { turn_ttl_seconds: 30 },
    opening_question: 'What makes a good neighbour?',
  },
];

/** Opens the first topics that do not exist yet. */
export async function openFirstTopics(platform: Platform): Promise<void> {
  for (const topic of firstTopics) {
    try {
      await createTopic(platform, newTopicSchema.parse(topic), platformOwnerId);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== 'topic_id_taken') throw error;
    }
  }
}
