import { z } from 'zod';
import {
  agentLimitsShape,
  agentTypeSchema,
  atLeast,
  labelsSchema,
  notEmptySchema,
  observabilitySchema,
  openObjectSchema,
  ownerSchema,
  specNameSchema,
  versionSchema,
} from '../contracts/spec-fields.ts';
import {
  colorSchema,
  homeSchema,
  maxCostSchema,
  maxTotalTokensSchema,
  mcpSchema,
  toolListsSchema,
} from '../definition/fields.ts';
import { teamworkShape } from '../teamwork/teamwork.ts';

/** A model as its name alone, or as provider, name and parameters; `default` is the same as no model. */
const modelSchema = z.union([
  notEmptySchema,
  z.strictObject({
    provider: atLeast(2).optional(),
    name: notEmptySchema.optional(),
    params: openObjectSchema.default({}),
  }),
]);

/** Members between the `---` lines (S3-13 to S3-23), and further members of a definition. */
export const frontMatterSchema = z.strictObject({
  kind: z.literal('agent'),
  name: specNameSchema,
  title: notEmptySchema,
  description: z.string().default(''),
  model: modelSchema.optional(),
  color: colorSchema.optional(),
  scope: z.enum(['global', 'project']).optional(),
  version: versionSchema.default('0.0.0'),
  owner: ownerSchema.optional(),
  labels: labelsSchema.default({}),
  type: agentTypeSchema.default('conversational'),
  runtime: z
    .strictObject({ selector: z.string().default('native'), params: openObjectSchema.default({}) })
    .prefault({}),
  promptRef: notEmptySchema.optional(),
  tools: toolListsSchema.prefault({}),
  mcp: mcpSchema.prefault({}),
  capabilities: z.array(z.string()).default([]),
  policiesRef: z.array(z.string()).default([]),
  limits: z
    .strictObject({
      ...agentLimitsShape,
      maxTotalTokens: maxTotalTokensSchema.optional(),
      maxCost: maxCostSchema.optional(),
    })
    .prefault({}),
  observability: observabilitySchema.prefault({}),
  home: homeSchema.optional(),
  ...teamworkShape,
});
export type FrontMatter = z.output<typeof frontMatterSchema>;
