import { z } from 'zod';
import { refusal } from '../answers/explain-error.ts';
import { inTopic } from '../topics/in-topic.ts';
import { id, maxPayloadBytes, payload } from './fields.ts';
import { homeTool } from './tool.ts';
import { verdictAnswer } from './verdict-answer.ts';

const schema = z.strictObject({
  topic_id: id,
  type: z.string().regex(/^[a-z_]{1,60}$/),
  payload: payload.optional(),
});

export const request = homeTool({
  name: 'request',
  description:
    'Send a request of the topic’s mode (queue_join, turn_done, leave, pass_to, role_claim, role_done, slot_claim …). enter and read list the possible ones.',
  schema,
  readOnly: false,
  async run(home, { topic_id: topicId, type, payload: body }, { signal }) {
    if (Buffer.byteLength(JSON.stringify(body ?? {})) > maxPayloadBytes)
      return refusal('invalid_arguments', `payload has more than ${maxPayloadBytes} bytes: shorten it`);
    return inTopic(home, topicId, async (topic) =>
      verdictAnswer(topic, await topic.request(type, body, { signal, throwOnRejection: false })),
    );
  },
});
