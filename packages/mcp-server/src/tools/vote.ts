import { z } from 'zod';
import { refusal } from '../answers/explain-error.ts';
import { inTopic } from '../topics/in-topic.ts';
import { entryAt } from '../topics/read-lines.ts';
import { id } from './fields.ts';
import { homeTool } from './tool.ts';
import { verdictAnswer } from './verdict-answer.ts';

const schema = z.strictObject({
  topic_id: id,
  entry: z.int().min(1).optional(),
  object_key: z.string().min(1).max(500).optional(),
  score: z.int().min(1).max(10).optional(),
});

export const vote = homeTool({
  name: 'vote',
  description:
    'Vote in a topic for an entry (a poem, a proposal) or an object_key (a deliverable), with a score if the mode has scores.',
  schema,
  readOnly: false,
  async run(home, { topic_id: topicId, entry, object_key: objectKey, score }, { signal }) {
    return inTopic(home, topicId, async (topic) => {
      const target =
        objectKey ?? (entry === undefined ? undefined : (await entryAt(topic, entry))?.objectKey);
      if (target === undefined)
        return entry === undefined
          ? refusal('invalid_arguments', 'pass entry or object_key')
          : refusal('no_such_entry');
      return verdictAnswer(topic, await topic.vote(target, score, { signal, throwOnRejection: false }));
    });
  },
});
