import { z } from 'zod';
import { sessionValueSchema } from './session-memory.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Maximum text of one remembered interaction, in UTF-16 units. */
export const longestMemoryText = 4_000;

/** Longest key and most metadata of an entry; together with its text, an entry stays within the limits of stores. */
export const longestMemoryKey = 200;
const mostMetadata = 10;

/** Key of an entry that was stored on purpose; one line, as it is shown in tables. */
export const memoryKeySchema = z
  .string()
  .min(1)
  .max(longestMemoryKey)
  .regex(/^\P{Cc}*$/u, 'contains a control character');

/** Facts that an entry was stored with. */
export const memoryMetadataSchema = z
  .record(z.string().min(1).max(50), z.union([z.string().max(300), z.number(), z.boolean()]))
  .refine(
    (metadata) => Object.keys(metadata).length <= mostMetadata,
    `has more than ${mostMetadata} members`,
  );
export type MemoryMetadata = z.infer<typeof memoryMetadataSchema>;

/** Most tags of an entry. */
const mostTags = 10;

/** Short word by which entries are selected. */
export const memoryTagSchema = z
  .string()
  .min(1)
  .max(30)
  .regex(/^[\p{L}\p{M}\p{N}_-]+$/u, 'has to be one word of letters, digits, _ and -');
export const memoryTagsSchema = z
  .array(memoryTagSchema)
  .max(mostTags, `has more than ${mostTags} tags`)
  .refine((tags) => new Set(tags).size === tags.length, 'has a tag twice');

/** Stored interaction: the run and record that it was made from, and if it has text of others. */
export const memoryEntrySchema = z.strictObject({
  id: sha256,
  agent: z.string(),
  session_id: z.string(),
  /** RFC 3339. */
  time: z.string(),
  text: z.string().max(longestMemoryText),
  tainted: z.boolean(),
  /** Key of an entry that the agent stored on purpose (S3-103): a later one of the same key replaces it. */
  key: memoryKeySchema.exactOptional(),
  metadata: memoryMetadataSchema.exactOptional(),
  tags: memoryTagsSchema.exactOptional(),
  /** The last change of the text by a person; the origin stays. */
  edited: z.strictObject({ by: z.string().max(200), time: z.string() }).exactOptional(),
  origin: z.strictObject({ run_id: z.string(), seq: z.int().min(0), hash: sha256 }),
});
export type MemoryEntry = z.infer<typeof memoryEntrySchema>;

/** Memory settings of a run; without them memory is neither read nor written. */
export const pinnedMemorySchema = z.strictObject({
  backend: z.enum(['sqlite', 'vector_store', 'filesystem', 'redis', 'pgvector']),
  /** Maximum number of entries of one recall. */
  limit: z.int().min(1).max(100),
  /** Sessions of the agent that share memory: all of them, or each separately. Default: each separately. */
  scope: z.enum(['agent', 'session']).exactOptional(),
  /** Index of a `vector_store`, and the model of the settings that makes its vectors or those of `pgvector`. */
  index_name: z.string().exactOptional(),
  embedding_model: z.string().exactOptional(),
});
export type PinnedMemory = z.infer<typeof pinnedMemorySchema>;

const entries = z.array(memoryEntrySchema);
const operation = z.enum(['recall', 'memorize']);

export const memoryTypes = {
  /** Result of the store. */
  'memory.found': { kind: 'input', data: z.strictObject({ round: z.int(), entries }) },
  'memory.recalled': { kind: 'derived', data: z.strictObject({ round: z.int(), entries }) },
  /** `text` is present if it differs from the requested one, because a secret or redacted text was removed. */
  'memory.stored': {
    kind: 'input',
    data: z.strictObject({ entry_id: sha256, text: z.string().max(longestMemoryText).exactOptional() }),
  },
  'memory.memorized': { kind: 'derived', data: z.strictObject({ entries }) },
  /** Value that the session has from now on. */
  'memory.remembered': {
    kind: 'derived',
    data: sessionValueSchema.extend({ tool_call_id: z.string() }),
  },
  /** The run continues without memory. */
  'memory.unavailable': {
    kind: 'input',
    data: z.strictObject({ operation, code: z.string(), message: z.string().max(1_000) }),
  },
} as const;
