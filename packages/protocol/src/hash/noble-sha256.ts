import { hmac } from '@noble/hashes/hmac.js';
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { RunningSha256 } from './running-sha256.ts';

const encoder = new TextEncoder();

/** 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return nobleSha256(bytes);
}

/** Returns 64 lowercase hex digits. */
export function sha256Hex(bytes: Uint8Array): string {
  return bytesToHex(nobleSha256(bytes));
}

/** Returns the SHA-256 of the text's UTF-8, 64 lowercase hex digits. */
export function sha256HexOfText(text: string): string {
  return sha256Hex(encoder.encode(text));
}

/** Starts the SHA-256 of a text that is added in parts. */
export function startSha256(): RunningSha256 {
  return new NobleSha256(nobleSha256.create());
}

type NobleHash = ReturnType<typeof nobleSha256.create>;

class NobleSha256 implements RunningSha256 {
  readonly #hash: NobleHash;

  constructor(hash: NobleHash) {
    this.#hash = hash;
  }

  add(text: string): this {
    this.#hash.update(encoder.encode(text));
    return this;
  }

  copy(): NobleSha256 {
    return new NobleSha256(this.#hash.clone());
  }

  hex(): string {
    return bytesToHex(this.#hash.digest());
  }
}

/** 32 bytes. */
export function hmacSha256(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  return hmac(nobleSha256, key, bytes);
}
