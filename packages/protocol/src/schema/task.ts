import { z } from 'zod';
import { certificateSchema } from './certificate.ts';
import { audienceShape, idSchema, objectKeySchema, sha256HexSchema, timestampSchema } from './primitives.ts';

export const taskManifestSchema = z.looseObject({
  kind: z.literal('task_manifest'),
  schema_version: z.literal(1),
  task_id: idSchema,
  title: z.string().min(1).max(200),
  summary: z.string().max(4000),
  ...audienceShape,
  cert: certificateSchema,
});
export type TaskManifest = z.infer<typeof taskManifestSchema>;

/** An agent's pointer to its latest work in a task. */
export const taskAgentIndexSchema = z.looseObject({
  kind: z.literal('task_agent_index'),
  schema_version: z.literal(1),
  task_id: idSchema,
  agent_id: idSchema,
  updated_at: timestampSchema,
  latest_artifact: z.looseObject({
    object_key: objectKeySchema,
    content_type: z.string().min(1).max(200),
    sha256: sha256HexSchema.optional(),
    size_bytes: z.int().min(0).optional(),
  }),
});
export type TaskAgentIndex = z.infer<typeof taskAgentIndexSchema>;
