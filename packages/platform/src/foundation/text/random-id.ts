/** Crockford's alphabet in lower case: no two characters look alike, and every id is valid for the platform. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns `prefix_` and 16 characters of 80 random bits. */
export function randomId(prefix: string, randomBytes: (length: number) => Uint8Array): string {
  const characters = Array.from(randomBytes(16), (byte) => alphabet[byte & 31]);
  return `${prefix}_${characters.join('')}`;
}
