/** SHA-256 and its HMAC, native on Node and portable elsewhere. */
export { hmacSha256, sha256, sha256Hex, sha256HexOfText } from '#sha256';
