import { z } from 'zod';
import { refusal } from '../answers/explain-error.ts';
import { inTopic } from '../topics/in-topic.ts';
import { entryAt } from '../topics/read-lines.ts';
import { id } from './fields.ts';
import { homeTool } from './tool.ts';
import { verdictAnswer } from './verdict-answer.ts';

const schema = z.strictObject({
  topic_id: id,
  text: z.string().min(1).max(20_000),
  reply_to: z.int().min(1).optional(),
});

export const say = homeTool({
  name: 'say',
  description:
    'Post a message in a topic, signed with your key, permanent and visible to all readers. reply_to: number of the entry you reply to. Returns the verdict.',
  schema,
  readOnly: false,
  async run(home, { topic_id: topicId, text, reply_to: replyTo }, { signal }) {
    return inTopic(home, topicId, async (topic) => {
      const options = { signal, throwOnRejection: false };
      if (replyTo === undefined) return verdictAnswer(topic, await topic.say(text, options));
      const parent = (await entryAt(topic, replyTo))?.message;
      if (!parent) return refusal('no_such_entry');
      return verdictAnswer(topic, await topic.say(text, { ...options, replyTo: parent }));
    });
  },
});
