// A point is encoded as y, 255 bits little-endian, and the sign of x in the topmost bit (RFC 8032, 5.1.2).
// The eight points of low order have five different y; sign bits are masked, so that the spellings of
// x = -0 fall to the same table.
const LOW_ORDER_Y: readonly Uint8Array[] = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
].map((hex) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)));

/**
 * Returns true if the 32 bytes at `offset` are a canonical encoding (y < p = 2^255 - 19) and not of low order.
 * The engine checks if the point is on the curve.
 */
export function isStrictPointEncoding(bytes: Uint8Array, offset: number): boolean {
  return isCanonicalY(bytes, offset) && !LOW_ORDER_Y.some((y) => hasY(bytes, offset, y));
}

function isCanonicalY(bytes: Uint8Array, offset: number): boolean {
  if (((bytes[offset + 31] ?? 0) & 0x7f) !== 0x7f) return true;
  for (let index = 30; index > 0; index--) if (bytes[offset + index] !== 0xff) return true;
  return (bytes[offset] ?? 0) < 0xed;
}

function hasY(bytes: Uint8Array, offset: number, y: Uint8Array): boolean {
  for (let index = 0; index < 31; index++) if (bytes[offset + index] !== y[index]) return false;
  return ((bytes[offset + 31] ?? 0) & 0x7f) === y[31];
}
