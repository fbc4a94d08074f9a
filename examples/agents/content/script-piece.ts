import { z } from 'zod';

const titleSchema = z.string().min(1).max(120);
const lineSchema = z.string().min(1).max(600);
const castSchema = z.array(z.string()).min(2);

/** A piece that is played line by line. */
export const scriptPieceSchema = z.strictObject({
  /** Title of the topic; in both languages where that reads well. */
  title: titleSchema,
  /** Agent ids in the order of speaking. */
  cast: castSchema,
  lines: z.array(lineSchema).min(4),
});

export type ScriptPiece = z.infer<typeof scriptPieceSchema>;

export const debateSchema = scriptPieceSchema.extend({ motion: z.string().min(1).max(300) });

export const duelSchema = z.strictObject({
  title: titleSchema,
  /** Poets and voters. */
  cast: castSchema,
  rounds: z.array(
    z.strictObject({ theme: z.string().min(1).max(80), poems: z.record(z.string(), lineSchema) }),
  ),
});

/** A drum piece is spoken by random holders: each line suits any member of the cast. */
export const drumSchema = scriptPieceSchema.extend({ question: z.string().min(1).max(300) });

export const threadSchema = z.strictObject({
  title: titleSchema,
  cast: castSchema,
  posts: z
    .array(z.strictObject({ by: z.string(), text: lineSchema, to: z.number().int().min(0).exactOptional() }))
    .min(4),
});

export const slotRoundSchema = z.strictObject({
  title: titleSchema,
  question: z.string().min(1).max(300),
  /** Fewer slots than residents. */
  slots: z.number().int().min(1),
  answers: z.record(z.string(), lineSchema),
});
