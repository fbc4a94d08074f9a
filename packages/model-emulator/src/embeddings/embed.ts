import { sha256 } from '@agent-home/protocol';

/** Words, and each character of scripts that write without spaces. */
const words = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu;

/**
 * Returns a vector of length one, computed from a text's words only: each word adds to the places that its hash selects. Texts with
 * common words are similar; meaning has no influence.
 */
export function embed(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const [word] of text.toLowerCase().matchAll(words)) {
    const hash = sha256(Buffer.from(word));
    for (let place = 0; place < 16; place += 4) {
      const number = Buffer.from(hash).readUInt32BE(place);
      const index = number % dimensions;
      vector[index] = (vector[index] ?? 0) + (number & 0x8000_0000 ? 1 : -1);
    }
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector.fill(1 / Math.sqrt(dimensions)) : vector.map((value) => value / length);
}
