import { createHash, createHmac, type Hash, hash } from 'node:crypto';
import type { RunningSha256 } from './running-sha256.ts';

/** 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return plainBytes(createHash('sha256').update(bytes).digest());
}

/** Returns 64 lowercase hex digits. */
export function sha256Hex(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex');
}

/** Returns the SHA-256 of the text's UTF-8, 64 lowercase hex digits. */
export function sha256HexOfText(text: string): string {
  return hash('sha256', text, 'hex');
}

/** Starts the SHA-256 of a text that is added in parts. */
export function startSha256(): RunningSha256 {
  return new NodeSha256(createHash('sha256'));
}

class NodeSha256 implements RunningSha256 {
  readonly #hash: Hash;

  constructor(hash: Hash) {
    this.#hash = hash;
  }

  add(text: string): this {
    this.#hash.update(text);
    return this;
  }

  copy(): NodeSha256 {
    return new NodeSha256(this.#hash.copy());
  }

  hex(): string {
    return this.#hash.digest('hex');
  }
}

/** 32 bytes. */
export function hmacSha256(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  return plainBytes(createHmac('sha256', key).update(bytes).digest());
}

// A Buffer prints, compares and slices differently from the Uint8Array that browsers get.
function plainBytes(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}
