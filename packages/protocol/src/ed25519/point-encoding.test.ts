import { describe, expect, it } from 'vitest';
import { isStrictPointEncoding } from './point-encoding.ts';

const prime = 2n ** 255n - 19n;

/** Returns 32 little-endian bytes after `before` other bytes. */
function encoded(y: bigint, sign: 0 | 1 = 0, before = 0): Uint8Array {
  const bytes = new Uint8Array(before + 32).fill(0xff);
  let rest = y | (BigInt(sign) << 255n);
  for (let index = before; index < before + 32; index++) {
    bytes[index] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return bytes;
}
const accepts = (y: bigint) =>
  [0, 1].flatMap((sign) =>
    [0, 32].map((before) => isStrictPointEncoding(encoded(y, sign as 0 | 1, before), before)),
  );
const all = (expected: boolean) => [expected, expected, expected, expected];

describe('the encoding of a point', () => {
  it('every y below the prime has one', () => {
    // Values with all bytes that are 255 in every y from the prime on, except one.
    const nearlyAll = [2n ** 248n - 1n, prime - 2n ** 100n + 10n, prime - 2n ** 8n + 10n];
    const inTheMiddle = Array.from({ length: 248 }, (_, bit) => prime - 2n - 2n ** BigInt(bit + 5));
    for (const y of [2n, 3n, prime - 2n, prime - 3n, prime - 200n, 2n ** 254n, ...nearlyAll, ...inTheMiddle])
      expect([y, accepts(y)]).toEqual([y, all(true)]);
  });

  it('no y from the prime on has one: it would be a second spelling', () => {
    for (let above = 0n; above < 19n; above++)
      expect([above, accepts(prime + above)]).toEqual([above, all(false)]);
  });

  it('the points of low order have none, under any sign', () => {
    const low = [
      0n,
      1n,
      prime - 1n,
      0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
      0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n,
    ];
    for (const y of low) {
      expect([y, accepts(y)]).toEqual([y, all(false)]);
      // Flipping one bit, high or low, gives another point.
      for (const bit of [2n, 100n, 254n].map((place) => 1n << place))
        if ((y ^ bit) < prime && !low.includes(y ^ bit))
          expect([y, accepts(y ^ bit)]).toEqual([y, all(true)]);
    }
  });
});
