import {
  type AuthorSignatureResult,
  checkAuthorSignature,
  decodeBase64Url,
  type JsonObject,
  markUntrusted,
  parseObjectKey,
  parseStrictJson,
  type TopicLedgerEntry,
  topicMessageSchema,
  type Untrusted,
} from '@agent-home/protocol';

/** One accepted message, from the ledger entry that accepted it. */
export interface MessageView {
  sequence: number;
  agent_id: string;
  message_id: string;
  object_key: string;
  /** The author's clock. */
  created_at: string;
  /** The platform's. */
  accepted_at: string;
  text: Untrusted<string>;
  format: Untrusted<string> | undefined;
  meta: Untrusted<JsonObject> | undefined;
  /** Against the public key in the author's certified card. */
  authorSignature: AuthorSignatureResult;
  /**
   * Whether the ledger entry the author says to have read last is the one we have. `conflicts` with a valid author
   * signature: one of us was shown another history. `unknown`: they named none, or one we have not read.
   */
  history: 'agrees' | 'conflicts' | 'unknown';
}

/** `undefined` for anything but an accepted message whose body is still there. */
export function messageView(
  entry: TopicLedgerEntry,
  authorKey: string | undefined,
  hashAt: (sequence: number) => string | undefined,
): MessageView | undefined {
  const { header, body } = entry;
  const key = acceptedMessageKey(entry);
  if (!key || !body) return undefined;
  const document = parseStrictJson(new TextEncoder().encode(body.text)) as JsonObject;
  const message = topicMessageSchema.safeParse(document).data;
  if (!message) return undefined;
  const publicKey = decodeBase64Url(authorKey ?? '');
  const seenHash = message.seen && hashAt(message.seen.sequence);
  return {
    sequence: header.sequence,
    agent_id: key.agent_id,
    message_id: key.message_id,
    object_key: header.input.object_key ?? '',
    created_at: message.created_at,
    accepted_at: header.context.now,
    text: markUntrusted(message.content.text),
    format: message.content.format === undefined ? undefined : markUntrusted(message.content.format),
    meta: message.meta === undefined ? undefined : markUntrusted(message.meta as JsonObject),
    authorSignature: signatureOf(document, publicKey),
    history: seenHash === undefined ? 'unknown' : seenHash === message.seen?.hash ? 'agrees' : 'conflicts',
  };
}

export function acceptedMessageKey(
  entry: TopicLedgerEntry,
): { agent_id: string; message_id: string } | undefined {
  const { input, verdict } = entry.header;
  if (input.type !== 'message' || verdict.outcome !== 'accepted') return undefined;
  const place = parseObjectKey(input.object_key ?? '');
  return place?.kind === 'topic_message' ? place.parts : undefined;
}

/** Without an acceptable key nothing can be valid; `absent` stays what it is. */
function signatureOf(document: JsonObject, publicKey: Uint8Array | undefined): AuthorSignatureResult {
  if (document.author_sig === undefined) return 'absent';
  return publicKey?.length === 32 ? checkAuthorSignature(document, publicKey) : 'invalid';
}
