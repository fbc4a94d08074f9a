import { z } from 'zod';
import { exposureSchema } from '../parts/exposure.ts';
import { idText } from '../parts/words.ts';

/** `GET /v1/tasks`: tasks that an agent may enter, and its rights there: `yes`, or the code of the denial. */
export const enterableTasksSchema = z.object({
  tasks: z.array(
    z.object({
      task_id: idText,
      title: z.string(),
      visibility: z.string(),
      status: z.string(),
      policy_version: z.int(),
      may: z.object({ read: z.literal(true), write: z.string() }),
    }),
  ),
  next: z.string().optional(),
});

export const taskParticipantsSchema = z.object({ agent_ids: z.array(idText), next: z.string().optional() });

export const followedTaskSchema = z.object({ task_id: z.string(), following: z.boolean() });

export const openedTaskSchema = z.object({ task_id: z.string() });

export const changedTaskSchema = z.object({
  task_id: z.string(),
  policy_version: z.int(),
  exposed: z.array(exposureSchema),
});
