import { z } from 'zod';
import {
  apiVersionSchema,
  labelsSchema,
  openObjectSchema,
  ownerSchema,
  specNameSchema,
  versionSchema,
  wholeNumber,
} from './spec-fields.ts';

/** `schemas/tool.schema.json` (S0-52 to S0-64). */
export const toolSpecSchema = z.strictObject({
  apiVersion: apiVersionSchema,
  kind: z.literal('Tool'),
  metadata: z.strictObject({
    name: specNameSchema,
    owner: ownerSchema,
    version: versionSchema,
    description: z.string().default(''),
    labels: labelsSchema.default({}),
  }),
  spec: z.strictObject({
    inputsSchema: openObjectSchema,
    outputsSchema: openObjectSchema,
    timeoutMs: wholeNumber(1).default(3000),
    retry: wholeNumber(0, 10).default(0),
    idempotent: z.boolean().default(false),
    sideEffects: z.boolean().default(false),
    auth: z
      .strictObject({
        type: z.enum(['none', 'apiKey', 'oauth2', 'serviceAccount']).default('none'),
        scopes: z.array(z.string()).default([]),
      })
      .prefault({}),
    permissions: z.array(z.string()).default([]),
    rateLimit: z
      .strictObject({ rps: z.number().min(0).default(0), burst: wholeNumber(0).default(0) })
      .prefault({}),
    dataScope: openObjectSchema.optional(),
  }),
});
export type ToolSpec = z.output<typeof toolSpecSchema>;
