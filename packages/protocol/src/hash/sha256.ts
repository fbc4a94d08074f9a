/** SHA-256 and its HMAC, native where the platform is Node and portable elsewhere. */
export { hmacSha256, sha256, sha256Hex, sha256HexOfText } from '#sha256';
