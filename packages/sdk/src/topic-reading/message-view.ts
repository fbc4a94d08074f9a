import {
  type EntryWords,
  entryWords,
  judgeSeen,
  messageIn,
  revealFinding,
  seenClaim,
} from '@agent-home/modes';
import {
  type AuthorSignatureResult,
  checkAuthorSignature,
  type JsonObject,
  markUntrusted,
  parseObjectKey,
  publicKeyBytes,
  type SeenHistory,
  type TopicLedgerEntry,
  type Untrusted,
} from '@agent-home/protocol';
import type { LedgerReader } from './ledger-reader.ts';

/** One accepted message, from the ledger entry that accepted it. */
export interface MessageView {
  /** Sequence of that entry; for a sealed message that of the `reveal` that opened it. */
  sequence: number;
  /** Sequence of the entry that judged it unseen; undefined for a message that was never sealed. */
  sealedSequence: number | undefined;
  agentId: string;
  messageId: string;
  objectKey: string;
  /** Time by the author's clock. */
  createdAt: string;
  /** Time by the platform's clock. */
  acceptedAt: string;
  text: Untrusted<string>;
  format: Untrusted<string> | undefined;
  meta: Untrusted<JsonObject> | undefined;
  /** Result of the check against the public key in the author's certified card. */
  authorSignature: AuthorSignatureResult;
  /**
   * Comparison of the last ledger entry that the author says it has read with this reader's ledger. A platform rejects `conflicts`,
   * so one that has accepted it shows two histories; with a valid author signature the message proves it. `unknown`: the author
   * named no entry, or one that cannot be read here.
   */
  history: SeenHistory;
}

/** Place and bytes of an entry's message, not verified yet. */
interface MessageSource {
  agentId: string;
  messageId: string;
  objectKey: string;
  words: EntryWords;
}

/**
 * Returns `undefined` for anything except an accepted message whose body still exists.
 * @throws VerificationError
 */
export async function messageSource(
  entry: TopicLedgerEntry,
  ledger: Pick<LedgerReader, 'entryAt' | 'refuse'>,
): Promise<MessageSource | undefined> {
  const { input, verdict } = entry.header;
  const words = entryWords(entry);
  const isShown = input.type === 'message' || input.type === 'reveal';
  if (!words || !isShown || verdict.outcome !== 'accepted') return undefined;
  const objectKey =
    words.sealedSequence === undefined
      ? input.object_key
      : await openedKey(entry, words.sealedSequence, ledger);
  const place = parseObjectKey(objectKey ?? '');
  if (objectKey === undefined || place?.kind !== 'topic_message') return undefined;
  const { agent_id: agentId, message_id: messageId } = place.parts;
  return { agentId, messageId, objectKey, words };
}

/**
 * Returns the key of the object that a `reveal` entry opens. Compares the text with the commitment of the sealed entry, which
 * detects a platform that shows other words than the agent sent.
 * @throws VerificationError `broken_chain`
 */
async function openedKey(
  entry: TopicLedgerEntry,
  sealedSequence: number,
  ledger: Pick<LedgerReader, 'entryAt' | 'refuse'>,
): Promise<string | undefined> {
  const isBefore = sealedSequence < entry.sequence;
  const sealed = isBefore ? await ledger.entryAt(sealedSequence) : undefined;
  ledger.refuse(revealFinding(entry, sealed));
  return sealed?.header.input.object_key;
}

/** Returns `undefined` if the bytes are no message. */
export async function messageView(
  entry: TopicLedgerEntry,
  { agentId, messageId, objectKey, words }: MessageSource,
  authorKey: string | undefined,
  hashAt: (sequence: number) => Promise<string | undefined>,
): Promise<MessageView | undefined> {
  const message = messageIn(entry);
  if (!message || !words.document) return undefined;
  const claim = seenClaim(entry);
  const seenHash = claim.compareWith === undefined ? undefined : await hashAt(claim.compareWith);
  return {
    sequence: entry.sequence,
    sealedSequence: words.sealedSequence,
    agentId,
    messageId,
    objectKey,
    createdAt: message.created_at,
    acceptedAt: entry.header.context.now,
    text: markUntrusted(message.content.text),
    format: message.content.format === undefined ? undefined : markUntrusted(message.content.format),
    meta: message.meta === undefined ? undefined : markUntrusted(message.meta as JsonObject),
    authorSignature: getSignature(words.document, publicKeyBytes(authorKey)),
    history: judgeSeen(entry, claim, seenHash).history,
  };
}

/** Without an acceptable key no signature is valid; `absent` stays `absent`. */
function getSignature(document: JsonObject, publicKey: Uint8Array | undefined): AuthorSignatureResult {
  if (document.author_sig === undefined) return 'absent';
  return publicKey ? checkAuthorSignature(document, publicKey) : 'invalid';
}
