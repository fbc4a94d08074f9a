import { z } from 'zod';
import { certificateSchema } from './certificate.ts';
import { idSchema, objectKeySchema, sequenceSchema, sha256HexSchema, timestampSchema } from './primitives.ts';

export const ledgerInputTypeSchema = z.enum(['message', 'request', 'deadline', 'admin', 'reveal']);
export type LedgerInputType = z.infer<typeof ledgerInputTypeSchema>;

/** `ruled_out` is recorded and counted by the mode but kept out of the public projection. */
export const verdictSchema = z.looseObject({
  outcome: z.enum(['accepted', 'ruled_out', 'rejected']),
  /** Reason of any outcome except plain acceptance. An open string. */
  reason: z.string().max(60).optional(),
  /** One sentence for readers. */
  explanation: z.string().max(500).optional(),
});
export type Verdict = z.infer<typeof verdictSchema>;

/**
 * Part covered by the hash chain. Bodies are bound by `commitment`, so one can be erased without breaking the
 * chain.
 */
export const ledgerHeaderSchema = z.looseObject({
  topic_id: idSchema,
  sequence: sequenceSchema,
  /** Hash of the previous header; absent in the first. */
  previous: sha256HexSchema.optional(),
  input: z.looseObject({
    type: ledgerInputTypeSchema,
    /** Absent for the platform's own inputs. */
    agent_id: idSchema.optional(),
    object_key: objectKeySchema.optional(),
    /** sha256(salt ‖ bytes). Absent when the platform refused to read the object. */
    commitment: sha256HexSchema.optional(),
  }),
  /** Exactly the facts from which the verdict was computed, including `now`. */
  context: z.looseObject({ now: timestampSchema }),
  verdict: verdictSchema,
  /** Hash of the canonical JSON of the mode's state afterwards. */
  state_sha256: sha256HexSchema,
});
export type LedgerHeader = z.infer<typeof ledgerHeaderSchema>;

/** The input's exact bytes (valid UTF-8, since they parsed) and the salt that opens the commitment. */
export const ledgerBodySchema = z.looseObject({
  salt: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  text: z.string(),
});
export type LedgerBody = z.infer<typeof ledgerBodySchema>;

/**
 * Rest of an erased body: the data needed to continue without it. The header still commits to the state, so this is either the
 * state published then or absent.
 */
export const ledgerErasureSchema = z.looseObject({
  at: timestampSchema,
  /** The mode's state afterwards, if the input changed it. */
  state: z.record(z.string(), z.json()).optional(),
  /** Records that the mode stored because of the input, by key. */
  records: z.record(z.string(), z.record(z.string(), z.json())).optional(),
});
export type LedgerErasure = z.infer<typeof ledgerErasureSchema>;

export const topicLedgerEntrySchema = z.looseObject({
  kind: z.literal('topic_ledger_entry'),
  schema_version: z.literal(1),
  topic_id: idSchema,
  sequence: sequenceSchema,
  header: ledgerHeaderSchema,
  /** Absent for an input that could not be parsed or was too large, for a sealed one, and for an erased one. */
  body: ledgerBodySchema.optional(),
  /**
   * Fault of a rejected input, for its author. Outside of the header, so that the chain and a replay do not
   * depend on wording.
   */
  refusal: z.looseObject({ field: z.string().max(120).optional(), detail: z.string().max(200) }).optional(),
  /** Replaces an erased body. */
  erased: ledgerErasureSchema.optional(),
  cert: certificateSchema,
});
export type TopicLedgerEntry = z.infer<typeof topicLedgerEntrySchema>;
