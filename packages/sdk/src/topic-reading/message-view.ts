import { revealSchema } from '@agent-home/modes';
import {
  type AuthorSignatureResult,
  bodyMatches,
  checkAuthorSignature,
  decodeBase64Url,
  type JsonObject,
  markUntrusted,
  namesEntry,
  parseObjectKey,
  parseStrictJson,
  type SeenHistory,
  seenHistory,
  type TopicLedgerEntry,
  topicMessageSchema,
  type Untrusted,
} from '@agent-home/protocol';
import type { LedgerReader } from './ledger-reader.ts';

/** One accepted message, from the ledger entry that accepted it. */
export interface MessageView {
  /** Of that entry; for a message that had been sealed, of the `reveal` that opened it. */
  sequence: number;
  /** The entry that had judged it unseen; undefined for a message that never was sealed. */
  sealedSequence: number | undefined;
  agentId: string;
  messageId: string;
  objectKey: string;
  /** The author's clock. */
  createdAt: string;
  /** The platform's. */
  acceptedAt: string;
  text: Untrusted<string>;
  format: Untrusted<string> | undefined;
  meta: Untrusted<JsonObject> | undefined;
  /** Against the public key in the author's certified card. */
  authorSignature: AuthorSignatureResult;
  /**
   * Whether the ledger entry the author says to have read last is the one we have. A platform refuses what `conflicts`:
   * one that has accepted it shows two histories, and with a valid author signature the message proves it. `unknown`:
   * the author named none, or one that cannot be read here.
   */
  history: SeenHistory;
}

/** Where and in which bytes an entry's message is, before anything in it is believed. */
interface MessageSource {
  agentId: string;
  messageId: string;
  objectKey: string;
  text: string;
  sealedSequence: number | undefined;
}

/** `undefined` for anything but an accepted message whose body is still there. @throws VerificationError */
export async function messageSource(
  entry: TopicLedgerEntry,
  ledger: Pick<LedgerReader, 'entryAt' | 'refuse'>,
): Promise<MessageSource | undefined> {
  const { input, verdict } = entry.header;
  if (!entry.body || verdict.outcome !== 'accepted') return undefined;
  if (input.type === 'message') return sourceAt(input.object_key ?? '', entry.body.text, undefined);
  if (input.type !== 'reveal') return undefined;
  const opened = await openedReveal(entry, ledger);
  return opened && sourceAt(opened.objectKey, opened.text, opened.sealedSequence);
}

function sourceAt(
  objectKey: string,
  text: string,
  sealedSequence: number | undefined,
): MessageSource | undefined {
  const place = parseObjectKey(objectKey);
  if (place?.kind !== 'topic_message') return undefined;
  const { agent_id: agentId, message_id: messageId } = place.parts;
  return { agentId, messageId, objectKey, text, sealedSequence };
}

/** `undefined` where the bytes are no message. */
export async function messageView(
  { header }: TopicLedgerEntry,
  source: MessageSource,
  authorKey: string | undefined,
  hashAt: (sequence: number) => Promise<string | undefined>,
): Promise<MessageView | undefined> {
  const document = parseStrictJson(new TextEncoder().encode(source.text)) as JsonObject;
  const message = topicMessageSchema.safeParse(document).data;
  if (!message) return undefined;
  const publicKey = decodeBase64Url(authorKey ?? '');
  const judgedAt = source.sealedSequence ?? header.sequence;
  const { seen } = message;
  const isEarlier = namesEntry(seen) && seen.sequence < judgedAt;
  const seenHash = isEarlier ? await hashAt(seen.sequence) : undefined;
  return {
    sequence: header.sequence,
    sealedSequence: source.sealedSequence,
    agentId: source.agentId,
    messageId: source.messageId,
    objectKey: source.objectKey,
    createdAt: message.created_at,
    acceptedAt: header.context.now,
    text: markUntrusted(message.content.text),
    format: message.content.format === undefined ? undefined : markUntrusted(message.content.format),
    meta: message.meta === undefined ? undefined : markUntrusted(message.meta as JsonObject),
    authorSignature: signatureOf(document, publicKey),
    history: seenHistory(seen, judgedAt, seenHash),
  };
}

/** Without an acceptable key nothing can be valid; `absent` stays what it is. */
function signatureOf(document: JsonObject, publicKey: Uint8Array | undefined): AuthorSignatureResult {
  if (document.author_sig === undefined) return 'absent';
  return publicKey?.length === 32 ? checkAuthorSignature(document, publicKey) : 'invalid';
}

/** A sealed object's bytes, and the entry that had judged them unseen. */
interface OpenedReveal {
  sealedSequence: number;
  objectKey: string;
  text: string;
}

/**
 * Returns the object that a `reveal` entry opens; `undefined` for a reveal of something else. Compares the text with the
 * commitment of the sealed entry, which detects a platform that shows other words than the agent sent.
 * @throws VerificationError `broken_chain`
 */
async function openedReveal(
  entry: TopicLedgerEntry,
  ledger: Pick<LedgerReader, 'entryAt' | 'refuse'>,
): Promise<OpenedReveal | undefined> {
  if (!entry.body) return undefined;
  const reveal = revealSchema.safeParse(parseStrictJson(new TextEncoder().encode(entry.body.text))).data;
  if (!reveal || 'random_secret' in reveal || reveal.sequence >= entry.sequence) return undefined;
  const { sequence: sealedSequence, salt, text } = reveal;
  const { input } = (await ledger.entryAt(sealedSequence)).header;
  if (input.commitment === undefined || !bodyMatches({ salt, text }, input.commitment)) {
    ledger.refuse(entry.cert.object_key, `shows something else than entry ${sealedSequence} had sealed`);
  }
  return input.object_key === undefined ? undefined : { sealedSequence, objectKey: input.object_key, text };
}
