/** SHA-256 and its HMAC, native on Node and portable elsewhere. */
export { hmacSha256, sha256, sha256Hex, sha256HexOfText, startSha256 } from '#sha256';
export type { RunningSha256 } from './running-sha256.ts';
