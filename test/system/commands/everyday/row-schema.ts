import { z } from 'zod';

/** Texts that appear after a step, in this order; none after a command that only ends. */
const shows = z.array(z.string().min(1));

/** A command at the shell or a line in a conversation. */
const typed = z.strictObject({ kind: z.literal('type'), text: z.string().min(1) });
/** A choice at a prompt, with the keys that make it. */
const chosen = z.strictObject({ kind: z.literal('choose'), text: z.string().min(1) });
/** A new file. */
const written = z.strictObject({
  kind: z.literal('write'),
  file: z.string().min(1),
  text: z.string().min(1),
});
/** Lines in an existing file, after the line that begins with `after`, or at its end. */
const added = z.strictObject({
  kind: z.literal('add'),
  file: z.string().min(1),
  after: z.string().min(1).optional(),
  text: z.string().min(1),
});

const stepThereSchema = z.discriminatedUnion('kind', [typed, chosen, written, added]);
const stepHereSchema = z.discriminatedUnion('kind', [
  typed.extend({ shows }),
  chosen.extend({ shows }),
  written,
  added,
]);
export type StepThere = z.output<typeof stepThereSchema>;
export type StepHere = z.output<typeof stepHereSchema>;

/**
 * A task of a week, done in a product and here. Names in braces, such as `{session}`, stand for values of the place in
 * which the row runs.
 */
export const rowSchema = z.strictObject({
  id: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
  task: z.string().min(1).max(80),
  product: z.enum(['claude-code', 'openai-agents', 'langgraph']),
  /** Place in which the row runs; rows of a place run in their order, in one shell. */
  place: z.enum(['empty', 'terminal', 'team', 'library', 'graphs']),
  /** State before the first step, which is counted on neither side. */
  given: z.string().min(1).max(160).optional(),
  there: z.array(stepThereSchema).min(1),
  here: z.array(stepHereSchema),
  /** Files that exist afterwards, with a text in them. */
  leaves: z.record(z.string(), z.string()).optional(),
  /** Page about it, from `docs/agents`. */
  guide: z
    .string()
    .regex(/^(\.\.\/)?[a-z-]+\.md(#[a-z-]+)?$/)
    .optional(),
  /** Difference that the number of steps does not show. */
  note: z.string().min(1).max(160).optional(),
});
export type Row = z.output<typeof rowSchema>;
