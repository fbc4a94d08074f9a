import { z } from 'zod';
import { faultSchema } from '../faults/fault-schema.ts';
import { whenSchema } from './when-schema.ts';

const text = z.string().max(1_000_000);
const milliseconds = z.int().min(0).max(600_000);
const tokens = z.int().min(0).max(1_000_000_000);

const callSchema = z
  .strictObject({
    tool: z.string().max(1_000),
    /** Object whose texts may contain placeholders. */
    arguments: z.record(z.string(), z.json()).optional(),
    /** Raw text of the arguments, in place of `arguments`; it need not be JSON. */
    raw: text.optional(),
    /** Default: derived from the request. */
    id: z.string().max(200).optional(),
  })
  .refine((call) => call.arguments === undefined || call.raw === undefined, {
    message: 'a call has either arguments or raw, not both',
    path: ['raw'],
  });

const answerShape = z.strictObject({
  text: text.optional(),
  /** Thoughts of the model before its response. */
  thought: text.optional(),
  calls: z.array(callSchema).max(128).optional(),
  /** Default: `toolCalls` if there are calls, else `end`. */
  stop: z.enum(['end', 'toolCalls', 'length', 'refusal']).optional(),
  /** Token counts; estimated from the bytes if absent. */
  usage: z.strictObject({ input: tokens.optional(), output: tokens.optional() }).optional(),
  delayMs: milliseconds.default(0),
  /** Number of characters in a piece of a stream. */
  chunk: z.int().min(1).max(1_000_000).default(24),
  chunkDelayMs: milliseconds.default(0),
});

/** Response of a rule. A plain string is its text. */
export const answerSchema = z.preprocess(
  (value) => (typeof value === 'string' ? { text: value } : value),
  answerShape,
);
export type ScriptedAnswer = z.infer<typeof answerSchema>;

export const ruleSchema = z
  .strictObject({
    name: z.string().min(1).max(200).optional(),
    /** Matches every request if absent. */
    when: whenSchema.prefault({}),
    answer: answerSchema.optional(),
    /** Chooses one of these; the same conversation gets the same one. */
    choose: z.array(answerSchema).min(1).max(1_000).optional(),
    /** True: skips responses whose texts are in the conversation. A rule without remaining responses does not match. */
    avoidRepeats: z.boolean().default(false),
    fault: faultSchema.optional(),
  })
  .refine(({ avoidRepeats, choose }) => choose || !avoidRepeats, {
    message: 'avoidRepeats needs choose',
    path: ['avoidRepeats'],
  })
  .refine(({ answer, choose }) => !(answer && choose), {
    message: 'a rule has either answer or choose, not both',
    path: ['choose'],
  })
  .refine(({ answer, choose, fault }) => answer || choose || fault, {
    message: 'a rule needs an answer, choose or a fault',
  });
export type ScriptedRule = z.infer<typeof ruleSchema>;

export const scriptSchema = z.strictObject({
  /** Listed models in addition to those that rules name without a star. */
  models: z.array(z.string().min(1).max(200)).max(1_000).default([]),
  rules: z.array(ruleSchema).min(1).max(10_000),
});
