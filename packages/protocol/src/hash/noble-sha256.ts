import { hmac } from '@noble/hashes/hmac.js';
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

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

/** 32 bytes. */
export function hmacSha256(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  return hmac(nobleSha256, key, bytes);
}
