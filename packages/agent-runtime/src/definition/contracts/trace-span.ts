import { z } from 'zod';
import { dateTimeSchema } from './date-time.ts';
import { atLeast, openObjectSchema, wholeNumber } from './spec-fields.ts';

/** `schemas/trace-span.schema.json` (S0-73 to S0-79). */
export const traceSpanSchema = z.strictObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: atLeast(1),
  kind: z.enum(['agent', 'llm', 'tool', 'system']).default('system'),
  startTime: dateTimeSchema,
  endTime: dateTimeSchema,
  status: z.enum(['ok', 'error', 'canceled']),
  attributes: openObjectSchema.default({}),
  metrics: z
    .strictObject({
      promptTokens: wholeNumber(0).optional(),
      completionTokens: wholeNumber(0).optional(),
      totalTokens: wholeNumber(0).optional(),
      cost: z.number().min(0).optional(),
    })
    .default({}),
});
export type TraceSpan = z.output<typeof traceSpanSchema>;
