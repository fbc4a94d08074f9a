import { z } from 'zod';
import { jsonObjectSchema } from './json-values.ts';

/** UTF-16 units of a line that says what is wrong, and lines of one check. */
export const longestGuardrailError = 300;
export const mostGuardrailErrors = 10;

/** The tool by which a resident says something in a topic: what it says is output, as an answer is. */
export const sayTool = 'home.say';

/** What an answer has to fit before anybody sees it (S3-93): a schema, or a validator of the settings under the same name. */
export const pinnedGuardrailSchema = z
  .strictObject({
    name: z.string().min(1),
    policy: z.enum(['reject', 'repair']),
    schema: jsonObjectSchema.exactOptional(),
    validator: z.literal('custom').exactOptional(),
  })
  .refine(({ schema, validator }) => !schema !== !validator, 'a schema or a validator');
export type PinnedGuardrail = z.infer<typeof pinnedGuardrailSchema>;

const errors = z.array(z.string().max(longestGuardrailError)).max(mostGuardrailErrors);

/** One look of one guardrail at one output. */
export const guardrailCheckedSchema = z.strictObject({
  name: z.string(),
  policy: z.enum(['reject', 'repair']),
  passed: z.boolean(),
  /** Where it did not pass: never words of the output itself. */
  errors: errors.exactOptional(),
  /** Of the output as it was written: 1; after each repair one more. */
  attempt: z.int().min(1),
  /** The call whose text it was, where it was not the answer. */
  tool_call_id: z.string().exactOptional(),
});
export type GuardrailChecked = z.infer<typeof guardrailCheckedSchema>;

export const guardrailTypes = {
  'guardrail.checked': { kind: 'derived', data: guardrailCheckedSchema },
  /** What a validator said. */
  'guardrail.judged': {
    kind: 'input',
    data: z.strictObject({ guardrail: z.string(), passed: z.boolean(), errors }),
  },
  /** That it said nothing of use: it threw, took too long, or gave something that is no judgement. */
  'guardrail.failed_to_judge': {
    kind: 'input',
    data: z.strictObject({
      guardrail: z.string(),
      code: z.string().max(100),
      message: z.string().max(longestGuardrailError),
    }),
  },
} as const;
