import { idSchema, timestampSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { unreadProblems } from '../judge/read-input.ts';
import type { ModeContext } from '../mode.ts';

const authorFactsSchema = z.strictObject({
  agent_id: idSchema,
  standing: z.enum(['admitted', 'suspended', 'withdrawn', 'registered', 'unknown']),
  reader: z.boolean(),
  card_version: z.int().min(0),
  public_key: z.string(),
  last_message_number: z.int().min(0),
  last_request_number: z.int().min(0),
});

/**
 * The facts a ledger header records, as a replay takes them: the ledger may come from a platform that one does not
 * trust. Strict, since a fact that this build does not know may have decided the verdict.
 */
const recordedContextSchema = z.strictObject({
  now: timestampSchema,
  written_at: timestampSchema.exactOptional(),
  author: authorFactsSchema.exactOptional(),
  unread: z.enum(unreadProblems).exactOptional(),
});

export type RecordedContext = ModeContext & { unread?: (typeof unreadProblems)[number] };

export function parseRecordedContext(context: unknown): RecordedContext | undefined {
  return recordedContextSchema.safeParse(context).data;
}
