/** Polynomial of ECMA-182 with reversed bits, as OSS and its clients use it. Split in halves, because numbers have 53 bits. */
const POLYNOMIAL_HIGH = 0xc96c5795;
const POLYNOMIAL_LOW = 0xd7870f42;
/** Number of bytes processed in one step: the table at `n * 256` is that of a byte followed by `n` more bytes. */
const SLICES = 8;

function makeTables(): { high: Int32Array; low: Int32Array } {
  const high = new Int32Array(SLICES * 256);
  const low = new Int32Array(SLICES * 256);
  for (let byte = 0; byte < 256; byte++) {
    let upper = 0;
    let lower = byte;
    for (let bit = 0; bit < 8; bit++) {
      const carry = lower & 1;
      lower = (lower >>> 1) | (upper << 31);
      upper >>>= 1;
      if (carry === 1) {
        lower ^= POLYNOMIAL_LOW;
        upper ^= POLYNOMIAL_HIGH;
      }
    }
    high[byte] = upper;
    low[byte] = lower;
  }
  for (let index = 256; index < SLICES * 256; index++) {
    const upper = high[index - 256] ?? 0;
    const lower = low[index - 256] ?? 0;
    low[index] = ((lower >>> 8) | (upper << 24)) ^ (low[lower & 255] ?? 0);
    high[index] = (upper >>> 8) ^ (high[lower & 255] ?? 0);
  }
  return { high, low };
}

const { high: HIGH, low: LOW } = makeTables();

/** Incremental CRC-64 of bytes. */
export class Crc64 {
  #high = -1;
  #low = -1;

  update(bytes: Uint8Array): this {
    let high = this.#high;
    let low = this.#low;
    let at = 0;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (const end = bytes.length - SLICES; at <= end; at += SLICES) {
      const first = low ^ view.getInt32(at, true);
      const second = high ^ view.getInt32(at + 4, true);
      const a = 1792 + (first & 255);
      const b = 1536 + ((first >>> 8) & 255);
      const c = 1280 + ((first >>> 16) & 255);
      const d = 1024 + (first >>> 24);
      const e = 768 + (second & 255);
      const f = 512 + ((second >>> 8) & 255);
      const g = 256 + ((second >>> 16) & 255);
      const h = second >>> 24;
      low =
        (LOW[a] ?? 0) ^
        (LOW[b] ?? 0) ^
        (LOW[c] ?? 0) ^
        (LOW[d] ?? 0) ^
        (LOW[e] ?? 0) ^
        (LOW[f] ?? 0) ^
        (LOW[g] ?? 0) ^
        (LOW[h] ?? 0);
      high =
        (HIGH[a] ?? 0) ^
        (HIGH[b] ?? 0) ^
        (HIGH[c] ?? 0) ^
        (HIGH[d] ?? 0) ^
        (HIGH[e] ?? 0) ^
        (HIGH[f] ?? 0) ^
        (HIGH[g] ?? 0) ^
        (HIGH[h] ?? 0);
    }
    for (; at < bytes.length; at++) {
      const index = (low ^ (bytes[at] ?? 0)) & 255;
      low = ((low >>> 8) | (high << 24)) ^ (LOW[index] ?? 0);
      high = (high >>> 8) ^ (HIGH[index] ?? 0);
    }
    this.#high = high;
    this.#low = low;
    return this;
  }

  /** Returns the checksum of all bytes so far, unsigned and decimal like `x-oss-hash-crc64ecma`. */
  toString(): string {
    return ((BigInt(~this.#high >>> 0) << 32n) | BigInt(~this.#low >>> 0)).toString();
  }
}
