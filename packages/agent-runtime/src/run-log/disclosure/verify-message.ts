import {
  bodyMatches,
  canonicalJsonBytes,
  checkAuthorSignature,
  JsonError,
  type JsonObject,
  jsonObjectIn,
  objectKey,
  parseStrictJson,
  publicKeyBytes,
  type RootSet,
  recordedAuthorKey,
  type TopicLedgerEntry,
  type TrustedKeys,
  topicLedgerEntrySchema,
  VerificationError,
  verifyCertified,
  verifyPlatformKeys,
} from '@agent-home/protocol';
import { z } from 'zod';
import { DisclosureError } from './disclosure-error.ts';

/** Message whose certificate, signature and commitment to a run are verified. */
export interface VerifiedMessage {
  topicId: string;
  sequence: number;
  objectKey: string;
  agentId: string;
  runId: string;
  /** Record that the message commits to, with every record before it. */
  seq: number;
  /** SHA-256 of that record, in hexadecimal. */
  head: string;
}

const runMetaSchema = z.object({
  meta: z.object({ run: z.object({ run_id: z.string(), seq: z.int().min(0), head: z.string() }) }),
});

/**
 * Verifies a message by its ledger entry: the entry is certified by a key that follows from the pinned root, and its author signed
 * the text together with the commitment to a run. @throws DisclosureError
 * @param text text of `topics/{topic_id}/ledger/{sequence}.json`
 * @param platformKeys text of `platform/keys.json`
 */
export function verifyMessage({
  text,
  platformKeys,
  root,
  now,
}: {
  text: string;
  platformKeys: string | undefined;
  root: RootSet;
  now: Date;
}): VerifiedMessage {
  const entry = verifyEntry(text, verifyKeys(platformKeys, root), now);
  const { input, verdict } = entry.header;
  if (verdict.outcome === 'rejected')
    throw new DisclosureError('message_rejected', 'the platform rejected this message');
  const { agent_id: agentId, object_key: key, commitment } = input;
  if (input.type !== 'message' || agentId === undefined || key === undefined || !entry.body)
    throw new DisclosureError('message_not_certified', 'the ledger entry has no message with its text');
  if (commitment === undefined || !bodyMatches(entry.body, commitment))
    throw new DisclosureError('message_not_certified', 'the text is not the one that the entry commits to');
  const message = parseMessage(entry.body.text);
  requireSignature(message, publicKeyBytes(recordedAuthorKey(entry)));
  const run = runMetaSchema.safeParse(message).data?.meta.run;
  if (!run) throw new DisclosureError('message_without_run', 'the message commits to no run');
  const { topic_id: topicId, sequence } = entry;
  return { topicId, sequence, objectKey: key, agentId, runId: run.run_id, seq: run.seq, head: run.head };
}

/**
 * Requires that a message commits to this log.
 * @param hashes SHA-256 of each verified record, in order
 * @throws DisclosureError `other_run`, `log_too_short`, `other_log`
 */
export function requireCommitment(
  message: Pick<VerifiedMessage, 'agentId' | 'runId' | 'seq' | 'head'>,
  { runId, agentId, hashes }: { runId: string; agentId: string | undefined; hashes: readonly string[] },
): void {
  if (message.runId !== runId)
    throw new DisclosureError('other_run', `the message commits to run ${message.runId}, not to this one`);
  if (message.agentId !== agentId)
    throw new DisclosureError(
      'other_run',
      `the message is by ${message.agentId}, and the log is of ${agentId ?? 'an agent without identity'}`,
    );
  const hash = hashes[message.seq];
  if (hash === undefined)
    throw new DisclosureError(
      'log_too_short',
      `the message commits to record ${message.seq}, and the log ends before it: request a longer one`,
    );
  if (hash !== message.head)
    throw new DisclosureError(
      'other_log',
      `record ${message.seq} is not the one that the message commits to`,
    );
}

function verifyKeys(platformKeys: string | undefined, root: RootSet): TrustedKeys {
  if (platformKeys === undefined)
    throw new DisclosureError(
      'keys_not_verified',
      'the file has no keys of the home: export it with --home, or pass --keys with platform/keys.json',
    );
  try {
    const bytes = new TextEncoder().encode(platformKeys);
    return verifyPlatformKeys({ bytes, pinned: root, seen: undefined });
  } catch (error) {
    throw toDisclosureError(error, 'keys_not_verified', 'the keys of the home');
  }
}

function verifyEntry(text: string, trust: TrustedKeys, now: Date): TopicLedgerEntry {
  try {
    const document = parseStrictJson(new TextEncoder().encode(text));
    const { topic_id, sequence } = topicLedgerEntrySchema.parse(document);
    // A file may have line breaks and escapes; the certificate covers the canonical form.
    const bytes = canonicalJsonBytes(document);
    const key = objectKey('topic_ledger_entry', { topic_id, sequence });
    const request = { bytes, objectKey: key, kind: 'topic_ledger_entry' as const, trust, now };
    return verifyCertified({ ...request, seen: undefined }).object;
  } catch (error) {
    throw toDisclosureError(error, 'message_not_certified', 'the ledger entry');
  }
}

function toDisclosureError(
  error: unknown,
  code: 'keys_not_verified' | 'message_not_certified',
  what: string,
): DisclosureError {
  const isKnown =
    error instanceof VerificationError || error instanceof z.ZodError || error instanceof JsonError;
  if (!isKnown) throw error;
  const reason =
    error instanceof VerificationError ? `${error.message} [${error.code}]` : 'it has another form';
  return new DisclosureError(code, `${what}: ${reason}`, { cause: error });
}

function parseMessage(text: string): JsonObject {
  const message = jsonObjectIn(text);
  if (!message) throw new DisclosureError('message_not_certified', 'the text of the entry is not a message');
  return message;
}

function requireSignature(message: JsonObject, publicKey: Uint8Array | undefined): void {
  if (publicKey && checkAuthorSignature(message, publicKey) === 'valid') return;
  throw new DisclosureError('message_not_signed', 'the author has not signed this text');
}
