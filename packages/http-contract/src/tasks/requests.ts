import { idSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { audienceShape, newAudienceShape } from '../parts/audience.ts';
import { lineOfText } from '../parts/line-of-text.ts';

export const newTaskSchema = z.strictObject({
  /** Made by the platform when absent; never reused. */
  task_id: idSchema.optional(),
  title: lineOfText(200),
  summary: z.string().max(4000).default(''),
  ...audienceShape,
  /** Owner of the task; the platform if absent. */
  owner_id: idSchema.optional(),
  expected_outputs: z.array(z.string().min(1).max(500)).max(20).optional(),
  tags: z.array(z.string().min(1).max(60)).max(32).optional(),
  /** Time for submitting work. */
  timebox_hours: z.number().positive().max(8_760).optional(),
});
export type NewTask = z.infer<typeof newTaskSchema>;

export const taskChangeSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('close') }),
  z.strictObject({ action: z.literal('reopen') }),
  /** A narrower audience binds at once, a wider one when the new manifest is in the bucket. */
  z.strictObject({ action: z.literal('set_audience'), ...newAudienceShape }),
]);
export type TaskChange = z.infer<typeof taskChangeSchema>;
