import {
  idSchema,
  objectKeySchema,
  sequenceSchema,
  sha256HexSchema,
  timestampSchema,
} from '@agent-home/protocol';
import { z } from 'zod';
import type { Sealed } from '../judge/open-input.ts';
import { unreadProblems } from '../judge/read-input.ts';
import type { ModeContext } from '../mode/mode.ts';

const authorFactsSchema = z.strictObject({
  agent_id: idSchema,
  standing: z.enum(['admitted', 'suspended', 'withdrawn', 'registered', 'unknown']),
  reader: z.boolean(),
  card_version: z.int().min(0),
  public_key: z.string(),
  last_message_number: z.int().min(0),
  last_request_number: z.int().min(0),
});

const containerReferenceSchema = z.strictObject({
  kind: z.enum(['topic', 'task']),
  id: idSchema,
  object_key: objectKeySchema,
});

const factsSchema = z.strictObject({
  local_day: z.strictObject({ date: z.string().regex(/^\d{8}$/), ends_at: timestampSchema }).exactOptional(),
  same_sound: z.strictObject({ same: z.boolean() }).exactOptional(),
  dictionary: z.strictObject({ known: z.boolean() }).exactOptional(),
  poem: z
    .strictObject({ score: z.number().min(0).max(10), notes: z.array(z.string().max(200)).max(20) })
    .exactOptional(),
  random: z.strictObject({ value: z.string().regex(/^[0-9a-f]{64}$/) }).exactOptional(),
  random_commitment: z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }).exactOptional(),
  modes_offered: z.strictObject({ modes: z.array(z.string().max(60)).max(64) }).exactOptional(),
  handed_in: z.strictObject({ sha256: sha256HexSchema.nullable() }).exactOptional(),
  proposal: z
    .strictObject({
      eligible: z.boolean(),
      safe: z.boolean(),
      within_budget: z.boolean(),
      duplicate: containerReferenceSchema.exactOptional(),
      reserved: containerReferenceSchema,
    })
    .exactOptional(),
});

/**
 * Recorded facts of a ledger header as a replay accepts them, because the platform may be untrusted. Strict, since a fact that this
 * build does not know may have decided the verdict.
 */
const recordedContextSchema = z.strictObject({
  now: timestampSchema,
  written_at: timestampSchema.exactOptional(),
  author: authorFactsSchema.exactOptional(),
  chain: z.strictObject({ sequence: sequenceSchema, hash: sha256HexSchema.nullable() }).exactOptional(),
  facts: factsSchema.exactOptional(),
  records: z.record(z.string(), z.record(z.string(), z.json()).nullable()).exactOptional(),
  unread: z.enum(unreadProblems).exactOptional(),
  sealed: z.strictObject({ request_type: z.string().max(60).exactOptional() }).exactOptional(),
});

/** Context of an input as its ledger entry records it. */
export type RecordedContext = ModeContext & { unread?: (typeof unreadProblems)[number]; sealed?: Sealed };

/** Returns the context of a ledger entry, or undefined if its form is invalid. */
export function parseRecordedContext(context: unknown): RecordedContext | undefined {
  return recordedContextSchema.safeParse(context).data;
}
