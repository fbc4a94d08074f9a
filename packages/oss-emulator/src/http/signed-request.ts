import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { RequestTarget } from './request-target.ts';

/** Parts of a request that a signature can cover. Header values are in Node's form: one character per byte (latin1). */
export interface SignedRequest extends RequestTarget {
  method: string;
  headers: IncomingHttpHeaders;
}

export function headerValue(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Converts UTF-8 text to the one-character-per-byte form of header values, so that both can be signed together. */
export function toByteString(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Compares in constant time, so that a signature cannot be guessed byte by byte. */
export function equalSignatures(left: string, right: string): boolean {
  const leftBytes = Buffer.from(left, 'latin1');
  const rightBytes = Buffer.from(right, 'latin1');
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes);
}

/** Largest difference between a signed date and the machine's time, in milliseconds. */
export const MAX_SKEW_MS = 15 * 60 * 1000;
