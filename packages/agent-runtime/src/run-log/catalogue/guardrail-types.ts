import { z } from 'zod';
import { jsonObjectSchema } from './json-values.ts';

/** Longest error line in UTF-16 units, and most lines of one check. */
export const longestGuardrailError = 300;
export const mostGuardrailErrors = 10;

/** Tool with which a resident posts in a topic. Its text is output, like a final response. */
export const sayTool = 'home.say';

/**
 * Check that a text must pass (S3-93), by default an output before it is shown: a schema, or a validator of the settings with the same
 * name.
 */
export const pinnedGuardrailSchema = z
  .strictObject({
    name: z.string().min(1),
    policy: z.enum(['reject', 'repair']),
    schema: jsonObjectSchema.exactOptional(),
    validator: z.literal('custom').exactOptional(),
    /** Checked text: the message of the run, or results of tools. Absent: the output. */
    on: z.enum(['input', 'tool_result']).exactOptional(),
    /** Set if an input is checked while the model works on it; nothing leaves before it has passed. */
    parallel: z.literal(true).exactOptional(),
    /** Set if responses are streamed again once that input has passed; logs of earlier releases have none. */
    streams: z.literal(true).exactOptional(),
    /** Tools whose results are checked, as in the lists of a definition; absent for all. */
    tools: z.array(z.string()).min(1).exactOptional(),
  })
  .refine(({ schema, validator }) => !schema !== !validator, 'a schema or a validator');
export type PinnedGuardrail = z.infer<typeof pinnedGuardrailSchema>;

const errors = z.array(z.string().max(longestGuardrailError)).max(mostGuardrailErrors);

/** One check of one output by one guardrail. */
export const guardrailCheckedSchema = z.strictObject({
  name: z.string(),
  policy: z.enum(['reject', 'repair']),
  passed: z.boolean(),
  /** Errors of a failed check, without text of the output itself. */
  errors: errors.exactOptional(),
  /** 1 for the output as written; one more after each repair. */
  attempt: z.int().min(1),
  /** Checked text; absent for an output. */
  on: z.enum(['input', 'tool_result']).exactOptional(),
  /** Call that contains the text, or whose result it is; absent for an input and a final response. */
  tool_call_id: z.string().exactOptional(),
});
export type GuardrailChecked = z.infer<typeof guardrailCheckedSchema>;

export const guardrailTypes = {
  'guardrail.checked': { kind: 'derived', data: guardrailCheckedSchema },
  /** Verdict of a validator. */
  'guardrail.judged': {
    kind: 'input',
    data: z.strictObject({ guardrail: z.string(), passed: z.boolean(), errors }),
  },
  /** Validator failure: it threw, timed out, or returned an invalid verdict. */
  'guardrail.failed_to_judge': {
    kind: 'input',
    data: z.strictObject({
      guardrail: z.string(),
      code: z.string().max(100),
      message: z.string().max(longestGuardrailError),
    }),
  },
} as const;
