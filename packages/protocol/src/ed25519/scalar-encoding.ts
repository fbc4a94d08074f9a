// L = 2^252 + 27742317777372353535851937790883648493, the order of the base point, little-endian.
const ORDER = Uint8Array.of(
  0xed,
  0xd3,
  0xf5,
  0x5c,
  0x1a,
  0x63,
  0x12,
  0x58,
  0xd6,
  0x9c,
  0xf7,
  0xa2,
  0xde,
  0xf9,
  0xde,
  0x14,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0x10,
);

/**
 * Returns true if the 32 bytes at `offset` are a scalar below L. S + L satisfies the same equation, so without
 * this check a signature could be turned into a second valid one.
 */
export function isStrictScalarEncoding(bytes: Uint8Array, offset: number): boolean {
  for (let index = 31; index >= 0; index--) {
    const difference = (bytes[offset + index] ?? 0) - (ORDER[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
