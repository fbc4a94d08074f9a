import { z } from 'zod';
import {
  agentLimitsShape,
  agentTypeSchema,
  apiVersionSchema,
  labelsSchema,
  modelRefSchema,
  notEmptySchema,
  observabilitySchema,
  openObjectSchema,
  ownerSchema,
  specNameSchema,
  versionSchema,
} from './spec-fields.ts';

/** `schemas/agent.schema.json` (S0-25 to S0-51). */
export const agentSpecSchema = z.strictObject({
  apiVersion: apiVersionSchema,
  kind: z.literal('Agent'),
  metadata: z.strictObject({
    name: specNameSchema,
    version: versionSchema,
    owner: ownerSchema,
    labels: labelsSchema.default({}),
    description: z.string().default(''),
  }),
  spec: z.strictObject({
    type: agentTypeSchema,
    runtime: z
      .strictObject({ selector: z.string().default('agno'), params: openObjectSchema.default({}) })
      .prefault({}),
    modelRef: modelRefSchema,
    promptRef: notEmptySchema,
    tools: z.array(specNameSchema),
    capabilities: z.array(z.string()).default([]),
    policiesRef: z.array(z.string()).default([]),
    limits: z.strictObject(agentLimitsShape).prefault({}),
    observability: observabilitySchema.prefault({}),
  }),
});
export type AgentSpec = z.output<typeof agentSpecSchema>;
