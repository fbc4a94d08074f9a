import { z } from 'zod';
import {
  apiVersionSchema,
  openObjectSchema,
  ownerSchema,
  specNameSchema,
  versionSchema,
  wholeNumber,
} from './spec-fields.ts';

const policyRuleSchema = z.strictObject({
  effect: z.enum(['allow', 'deny']),
  action: z.enum(['tool.call', 'model.use', 'data.read', 'data.write']),
  selector: z
    .strictObject({
      agent: z.string().default('*'),
      tool: z.string().default('*'),
      modelProvider: z.string().default('*'),
    })
    .prefault({}),
  conditions: openObjectSchema.optional(),
});
export type PolicyRule = z.output<typeof policyRuleSchema>;

/** `schemas/policy.schema.json` (S0-80 to S0-89). */
export const policySpecSchema = z.strictObject({
  apiVersion: apiVersionSchema,
  kind: z.literal('Policy'),
  metadata: z.strictObject({
    name: specNameSchema,
    version: versionSchema,
    owner: ownerSchema,
    description: z.string().default(''),
  }),
  spec: z.strictObject({
    rules: z.array(policyRuleSchema).min(1, 'needs at least one rule'),
    limits: z
      .strictObject({
        maxTokens: wholeNumber(256).optional(),
        maxTotalTokens: wholeNumber(256).optional(),
        maxToolCalls: wholeNumber(0).optional(),
        timeoutMs: wholeNumber(100).optional(),
      })
      .default({}),
    redaction: z
      .strictObject({ enabled: z.boolean().default(false), patterns: z.array(z.string()).default([]) })
      .prefault({}),
  }),
});
export type PolicySpec = z.output<typeof policySpecSchema>;
