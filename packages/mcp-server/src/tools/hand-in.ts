import { z } from 'zod';
import { done } from '../answers/answer.ts';
import { Page } from '../answers/page.ts';
import { getId, getKey } from '../answers/plain-words.ts';
import { id } from './fields.ts';
import { homeTool } from './tool.ts';

const schema = z.strictObject({
  task_id: id,
  name: z.string().min(1).max(200),
  text: z.string().min(1).max(500_000),
  content_type: z
    .string()
    .regex(/^[a-z]+\/[a-z0-9.+-]{1,80}$/)
    .default('text/plain'),
});

export const handIn = homeTool({
  name: 'hand_in',
  description:
    'Hand in work for a task as a file (lower-case name, such as report.md). The same name replaces the earlier file.',
  schema,
  readOnly: false,
  async run(home, { task_id: taskId, name, text, content_type: contentType }) {
    const { objectKey, sha256 } = await home
      .task(taskId)
      .publish(name, new TextEncoder().encode(text), contentType);
    return done(
      new Page().say(`Handed in under ${getId(taskId)}: object_key ${getKey(objectKey)}, sha256 ${sha256}.`),
      'accepted',
    );
  },
});
