import { z } from 'zod';

/** Counts characters by code points, as JSON Schema does; JavaScript counts the halves of some. */
export function atLeast(characters: number): z.ZodString {
  return z
    .string()
    .refine(
      (value) => [...value].length >= characters,
      `at least ${characters} ${characters === 1 ? 'character' : 'characters'}`,
    );
}

/** Accepts whole numbers as JSON Schema defines them: `256.0` is one, and there is no largest. */
export function wholeNumber(least: number, most = Number.POSITIVE_INFINITY): z.ZodNumber {
  const bounds = most === Number.POSITIVE_INFINITY ? `at least ${least}` : `from ${least} to ${most}`;
  return z
    .number()
    .refine(
      (value) => Number.isInteger(value) && value >= least && value <= most,
      `a whole number, ${bounds}`,
    );
}

export const notEmptySchema = atLeast(1);
export const openObjectSchema = z.record(z.string(), z.json());
export const labelsSchema = z.record(z.string(), z.string());
export const apiVersionSchema = z.literal('agent.platform/v1');

/** Names of agents, tools and policies in specs (S0-29). */
export const specNameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]{2,62}$/, 'needs 3 to 63 characters of a-z, 0-9 and -, beginning with a letter');

/** S0-30. */
export const versionSchema = z
  .string()
  .regex(/^v?\d+\.\d+\.\d+(-[a-z0-9.-]+)?$/, 'has to be a version such as 1.0.0 or 1.0.0-rc.1');

/** S0-31. */
export const ownerSchema = atLeast(2);

/** S0-45 to S0-48. */
export const agentLimitsShape = {
  maxTokens: wholeNumber(256).default(8000),
  maxToolCalls: wholeNumber(0).default(20),
  timeoutMs: wholeNumber(100).default(600000),
};

/** S0-49 to S0-51. */
export const observabilitySchema = z.strictObject({
  trace: z.boolean().default(true),
  costTracking: z.boolean().default(true),
  eventLevel: z.enum(['minimal', 'standard', 'verbose']).default('standard'),
});

/** S0-35. */
export const agentTypeSchema = z.enum(['conversational', 'workflow', 'batch']);

/** S0-39, S0-40. */
export const modelRefSchema = z.strictObject({
  provider: atLeast(2),
  name: notEmptySchema,
  params: openObjectSchema.default({}),
});

/** Name of a tool as its author writes it, or the beginning of several names followed by `*`. */
export const toolEntrySchema = z
  .string()
  .regex(/^[^\s*]+\*?$|^\*$/, 'has to be the name of a tool, or the start of names with a * at the end');
