/** Encodes a value as DER, for the few types that a certificate needs (ITU-T X.690). */
export function derValue(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const digits = content.length.toString(16);
  const length = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, content]);
}

export const derSequence = (...items: Uint8Array[]) => derValue(0x30, ...items);
export const derSet = (...items: Uint8Array[]) => derValue(0x31, ...items);
export const derNull = () => derValue(0x05);
export const derUtf8String = (text: string) => derValue(0x0c, Buffer.from(text, 'utf8'));

/** Encodes a positive integer from its big-endian bytes. */
export function derInteger(magnitude: Uint8Array): Buffer {
  const firstNonZero = magnitude.findIndex((byte) => byte !== 0);
  const trimmed = firstNonZero < 0 ? Buffer.from([0]) : magnitude.subarray(firstNonZero);
  const sign = (trimmed[0] ?? 0) >= 0x80 ? Buffer.from([0]) : Buffer.alloc(0);
  return derValue(0x02, sign, trimmed);
}

export const derBitString = (bits: Uint8Array) => derValue(0x03, Buffer.from([0]), bits);

/** Encodes a date in the years 1950 to 2049 as UTCTime. */
export function derUtcTime(date: Date): Buffer {
  const digits = date.toISOString().replace(/\D/g, '').slice(2, 14);
  return derValue(0x17, Buffer.from(`${digits}Z`));
}

export function derObjectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const arc of rest) {
    const groups = [arc & 0x7f];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) {
      groups.unshift((left & 0x7f) | 0x80);
    }
    bytes.push(...groups);
  }
  return derValue(0x06, Buffer.from(bytes));
}
