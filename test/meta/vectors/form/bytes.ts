import { decodeBase64Url, encodeBase64Url } from '@agent-home/protocol';

/** Bytes in a vector: UTF-8 of a text, base64url without padding if they are no text, or repeated pieces of text in sequence. */
export type VectorBytes =
  | { text: string }
  | { base64url: string }
  | { pieces: [text: string, times: number][] };

const encoder = new TextEncoder();

export function bytesIn(given: VectorBytes): Uint8Array {
  if ('text' in given) return encoder.encode(given.text);
  if ('pieces' in given)
    return encoder.encode(given.pieces.map(([text, times]) => text.repeat(times)).join(''));
  return fromBase64Url(given.base64url);
}

/** Decodes text that this project's generator has written. */
export function fromBase64Url(text: string): Uint8Array {
  const bytes = decodeBase64Url(text);
  if (!bytes) throw new TypeError(`not base64url: ${text}`);
  return bytes;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function asVectorBytes(bytes: Uint8Array): VectorBytes {
  try {
    return { text: strict.decode(bytes) };
  } catch {
    return { base64url: encodeBase64Url(bytes) };
  }
}

export const fromHex = (digits: string): Uint8Array => Uint8Array.from(Buffer.from(digits, 'hex'));
