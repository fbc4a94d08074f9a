import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

/**
 * Returns the schema of a tool's arguments as listed for clients. Only `runTool` validates arguments: its response to invalid ones
 * has a code and does not repeat them.
 */
export function listedSchema(schema: z.ZodType): StandardSchemaWithJSON {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', override: withoutBounds });
  return {
    '~standard': {
      version: 1,
      vendor: 'agent-home',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => json, output: () => json },
    },
  };
}

/** Removes limits that cost tokens in every request and do not help a model; they still apply. */
function withoutBounds({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  if (jsonSchema.maximum !== undefined && Number(jsonSchema.maximum) >= 1_000_000) delete jsonSchema.maximum;
  if (jsonSchema.minLength === 1) delete jsonSchema.minLength;
  delete jsonSchema.propertyNames;
  delete jsonSchema.format;
  if (typeof jsonSchema.pattern === 'string') delete jsonSchema.pattern;
  if (jsonSchema.type === 'object' && typeof jsonSchema.additionalProperties === 'object')
    delete jsonSchema.additionalProperties;
}
