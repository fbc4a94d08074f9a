import { z } from 'zod';
import { certificateSchema } from './certificate.ts';
import { idSchema, timestampSchema, versionSchema } from './primitives.ts';

export const promptScenarioSchema = z.looseObject({
  scenario_id: idSchema,
  template: z.string().max(20_000),
  /** Named sets of values for the template's parameters. */
  presets: z
    .array(z.looseObject({ preset_id: idSchema, parameters: z.record(z.string(), z.string()) }))
    .optional(),
});

/** Prompt bundle, readable only by its agent. */
export const promptBundleSchema = z.looseObject({
  kind: z.literal('prompt_bundle'),
  schema_version: z.literal(1),
  agent_id: idSchema,
  bundle_version: versionSchema,
  issued_at: timestampSchema,
  base_prompt: z.string().max(50_000),
  scenarios: z.array(promptScenarioSchema),
  cert: certificateSchema,
});
export type PromptBundle = z.infer<typeof promptBundleSchema>;
