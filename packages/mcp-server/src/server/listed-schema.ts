import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

/**
 * A tool's arguments as clients are told of them, and checked by nobody but `runTool`: an answer to bad ones has a code, and
 * repeats nothing of them.
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

/** What costs tokens with every request and tells a model nothing; it holds all the same. */
function withoutBounds({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  if (jsonSchema.maximum !== undefined && Number(jsonSchema.maximum) >= 1_000_000) delete jsonSchema.maximum;
  if (jsonSchema.minLength === 1) delete jsonSchema.minLength;
  delete jsonSchema.propertyNames;
  delete jsonSchema.format;
  if (typeof jsonSchema.pattern === 'string') delete jsonSchema.pattern;
  if (jsonSchema.type === 'object' && typeof jsonSchema.additionalProperties === 'object')
    delete jsonSchema.additionalProperties;
}
