import { z } from 'zod';
import { dateTimeSchema } from './date-time.ts';
import { atLeast, openObjectSchema, wholeNumber } from './spec-fields.ts';

const otherEvents = [
  'run_start',
  'run_step',
  'human_review_request',
  'human_review_result',
  'policy_allow',
  'policy_deny',
  'run_end',
  'run_error',
  'run_cancel',
] as const;

const shape = {
  runId: atLeast(6),
  sessionId: atLeast(6),
  agent: atLeast(1),
  timestamp: dateTimeSchema,
  traceId: z.string().optional(),
  spanId: z.string().optional(),
};

/** `schemas/run-event.schema.json` (S0-65 to S0-72). */
export const runEventSchema = z.discriminatedUnion('eventType', [
  z.strictObject({ ...shape, eventType: z.enum(otherEvents), payload: openObjectSchema }),
  z.strictObject({
    ...shape,
    eventType: z.literal('tool_call'),
    payload: z
      .object({ tool: z.string(), input: openObjectSchema, attempt: wholeNumber(1).default(1) })
      .catchall(z.json()),
  }),
  z.strictObject({
    ...shape,
    eventType: z.literal('tool_result'),
    payload: z
      .object({
        tool: z.string(),
        output: openObjectSchema,
        status: z.enum(['ok', 'error']),
        error: openObjectSchema.optional(),
      })
      .catchall(z.json()),
  }),
]);
export type RunEvent = z.output<typeof runEventSchema>;
