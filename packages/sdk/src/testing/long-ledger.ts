import {
  canonicalJson,
  commitmentOf,
  encodeBase64Url,
  hashLedgerHeader,
  type JsonObject,
  type LedgerHead,
  type LedgerHeader,
  ledgerPackEntries,
  objectKey,
  packBody,
  signAuthored,
} from '@agent-home/protocol';
import { type CertifiedHome, signer, start } from './certified-home.ts';

export const longTopicId = 'long';

/**
 * Creates a certified ledger of `entries` lines of one author, with packs, without judging them, for a newcomer who reads all of
 * it. Its states belong to no mode, so it cannot be replayed.
 */
export function longLedger(
  home: CertifiedHome,
  entries: number,
): { objects: Map<string, Uint8Array>; head: LedgerHead } {
  const objects = new Map<string, Uint8Array>();
  const author = signer(9);
  let head: LedgerHead | undefined;
  let texts: string[] = [];
  for (let sequence = 1; sequence <= entries; sequence++) {
    const { header, body } = toEntry(sequence, head, author);
    const key = objectKey('topic_ledger_entry', { topic_id: longTopicId, sequence });
    const kind = { kind: 'topic_ledger_entry', schema_version: 1, topic_id: longTopicId, sequence };
    const bytes = home.certify(key, 1, { ...kind, header: header as JsonObject, body });
    objects.set(key, bytes);
    texts.push(new TextDecoder().decode(bytes));
    head = { sequence, hash: hashLedgerHeader(header) };
    if (texts.length < ledgerPackEntries) continue;
    const first = sequence - texts.length + 1;
    const packKey = objectKey('topic_ledger_pack', { topic_id: longTopicId, sequence: first });
    objects.set(packKey, home.certify(packKey, 1, packBody(longTopicId, first, texts)));
    texts = [];
  }
  if (!head) throw new Error('a ledger has an entry');
  return { objects, head };
}

function toEntry(
  sequence: number,
  head: LedgerHead | undefined,
  author: ReturnType<typeof signer>,
): { header: LedgerHeader; body: { salt: string; text: string } } {
  const messageId = String(sequence).padStart(6, '0');
  const place = { topic_id: longTopicId, agent_id: 'ada', message_id: messageId };
  const now = new Date(start + sequence * 1000).toISOString();
  const content = { text: `This is line ${sequence}, and it says no more than that it is one.` };
  const document = { kind: 'topic_message', schema_version: 1, ...place, created_at: now, content };
  const text = canonicalJson(signAuthored(document, author));
  const salt = new Uint8Array(32).fill(sequence % 256);
  const header = {
    topic_id: longTopicId,
    sequence,
    ...(head ? { previous: head.hash } : {}),
    input: {
      type: 'message' as const,
      agent_id: 'ada',
      object_key: objectKey('topic_message', place),
      commitment: commitmentOf(salt, new TextEncoder().encode(text)),
    },
    context: { now, author: { agent_id: 'ada', public_key: author.publicKey, standing: 'admitted' } },
    verdict: { outcome: 'accepted' as const },
    state_sha256: 'ab'.repeat(32),
  };
  return { header, body: { salt: encodeBase64Url(salt), text } };
}
