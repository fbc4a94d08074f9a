const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const CODE_OF_VALUE = Uint8Array.from(ALPHABET, (letter) => letter.charCodeAt(0));
const NOT_A_LETTER = 0xff;
const VALUE_OF_CODE = new Uint8Array(128).fill(NOT_A_LETTER);
for (const [value, code] of CODE_OF_VALUE.entries()) VALUE_OF_CODE[code] = value;

const decoder = new TextDecoder();

/** Encodes bytes according to RFC 4648 section 5, without padding. */
export function encodeBase64Url(bytes: Uint8Array): string {
  const codes = new Uint8Array(Math.ceil((bytes.length * 4) / 3));
  let bits = 0;
  let bitCount = 0;
  let length = 0;
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xffff;
    bitCount += 8;
    while (bitCount >= 6) {
      bitCount -= 6;
      codes[length++] = CODE_OF_VALUE[(bits >> bitCount) & 0x3f] ?? 0;
    }
  }
  if (bitCount > 0) codes[length] = CODE_OF_VALUE[(bits << (6 - bitCount)) & 0x3f] ?? 0;
  return decoder.decode(codes);
}

/**
 * Returns the bytes, or `undefined` for any text that `encodeBase64Url` does not produce. Padding, white space, other letters and
 * non-zero spare bits are rejected, so that a signature or key has exactly one spelling.
 */
export function decodeBase64Url(text: string): Uint8Array | undefined {
  if (text.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let bitCount = 0;
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const value = VALUE_OF_CODE[text.charCodeAt(index)] ?? NOT_A_LETTER;
    if (value === NOT_A_LETTER) return undefined;
    bits = ((bits << 6) | value) & 0xffff;
    bitCount += 6;
    if (bitCount >= 8) {
      bitCount -= 8;
      bytes[length++] = (bits >> bitCount) & 0xff;
    }
  }
  const spareBits = bits & ((1 << bitCount) - 1);
  return spareBits === 0 ? bytes : undefined;
}
