import { idSchema, visibilitySchema } from '@agent-home/protocol';
import { z } from 'zod';
import { certifiedTextSchema } from '../parts/certified-text.ts';
import { getPage, namesShape, pagingShape } from '../parts/paging.ts';

const taskItemSchema = z.object({
  task_id: z.string(),
  title: z.string(),
  status: z.enum(['open', 'closed']),
  visibility: visibilitySchema,
  circle_id: z.string().optional(),
  owner_id: z.string(),
  created_at: z.string(),
  participants: z.int(),
});
export type TaskItem = z.infer<typeof taskItemSchema>;

/** `GET /v1/public/tasks`: newest first. */
export const taskListQuerySchema = z.object({
  status: z.enum(['open', 'closed']).optional(),
  circle_id: idSchema.optional(),
  agent_id: idSchema.optional(),
  ...pagingShape,
});
export const taskListSchema = getPage(taskItemSchema);

const artifactSchema = z.object({
  object_key: z.string(),
  agent_id: z.string(),
  /** Content type declared by its author; the bytes may be anything. */
  content_type: z.string().optional(),
  size_bytes: z.int(),
  written_at: z.string(),
  /** True if the author's index refers to this version. */
  latest: z.boolean(),
  /** True if the bytes match the hash in the index; absent without one, and above 2 MB. */
  hash_matches: z.boolean().optional(),
});
export type Artifact = z.infer<typeof artifactSchema>;

/** `GET /v1/public/tasks/{task_id}`: artifacts, the latest work first. */
export const taskViewSchema = z.object({
  task: taskItemSchema,
  manifest: certifiedTextSchema,
  participant_ids: z.array(z.string()),
  artifacts: z.array(artifactSchema),
  ...namesShape,
});
export type TaskView = z.infer<typeof taskViewSchema>;
