/** Crockford's alphabet in lower case: no two characters look alike, every id fits the platform's id rule. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** `prefix_` and 16 characters of 80 random bits. */
export function randomId(prefix: string, randomBytes: (length: number) => Uint8Array): string {
  const characters = Array.from(randomBytes(16), (byte) => alphabet[byte & 31]);
  return `${prefix}_${characters.join('')}`;
}
