import type { TopicLedgerEntry } from '../schema/topic-ledger-entry.ts';
import { decodeBase64Url } from '../text/base64url.ts';

/**
 * Returns the public key that an entry was judged with, as its header records it. Other facts may be unknown here: they are for a
 * replay.
 */
export function recordedAuthorKey({ header }: TopicLedgerEntry): string | undefined {
  const { author } = header.context;
  if (typeof author !== 'object' || author === null) return undefined;
  const key: unknown = Reflect.get(author, 'public_key');
  return typeof key === 'string' ? key : undefined;
}

/** Returns the bytes of a public key in its text form; `undefined` for any other text. */
export function publicKeyBytes(publicKey: string | undefined): Uint8Array | undefined {
  const bytes = publicKey === undefined ? undefined : decodeBase64Url(publicKey);
  return bytes?.length === 32 ? bytes : undefined;
}
