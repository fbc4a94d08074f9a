import { z } from 'zod';
import { certificateSchema } from './certificate.ts';
import { idSchema, sequenceSchema } from './primitives.ts';

/** Maximum entries of a pack. Full packs begin with entries 1, 257, 513 and so on. */
export const ledgerPackEntries = 256;

/**
 * Four times the limit of other kinds: 256 entries of 16 kB each. The largest possible entry is 1 MiB, and twice that as a string
 * in a pack, so that every entry fits into one.
 */
export const maxLedgerPackBytes = 4 * 1024 * 1024;

/**
 * Many entries of a ledger in one object, so that a new reader need not request each. Each is the exact text stored at its own key:
 * a pack guarantees nothing, and a reader verifies each entry as if it were alone.
 */
export const topicLedgerPackSchema = z.looseObject({
  kind: z.literal('topic_ledger_pack'),
  schema_version: z.literal(1),
  topic_id: idSchema,
  /** Sequence of the first entry and of the key. */
  sequence: sequenceSchema,
  /** Sequence of the last entry; lower than in a full pack if larger entries would not have fitted. */
  last_sequence: sequenceSchema,
  entries: z.array(z.string()).min(1).max(ledgerPackEntries),
  cert: certificateSchema,
});
export type TopicLedgerPack = z.infer<typeof topicLedgerPackSchema>;
