import { createHash, createHmac, hash } from 'node:crypto';

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

/** 32 bytes. */
export function hmacSha256(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  return plainBytes(createHmac('sha256', key).update(bytes).digest());
}

// A Buffer prints, compares and slices differently from the Uint8Array that browsers get.
function plainBytes(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}
