import { expect, it } from 'vitest';
import { isStrictScalarEncoding } from './scalar-encoding.ts';

const order = 2n ** 252n + 27742317777372353535851937790883648493n;

const accepts = (scalar: bigint) =>
  [0, 32].map((before) => {
    const bytes = new Uint8Array(before + 32).fill(0xff);
    for (let index = 0; index < 32; index++)
      bytes[before + index] = Number((scalar >> BigInt(8 * index)) & 0xffn);
    return isStrictScalarEncoding(bytes, before);
  });

it('a scalar has one spelling: the one below the order', () => {
  for (const below of [0n, 1n, 2n ** 251n, 2n ** 252n, order - 300n, order - 1n])
    expect([below, accepts(below)]).toEqual([below, [true, true]]);
  for (const above of [order, order + 1n, order + 300n, 2n * order, 2n ** 253n, 2n ** 256n - 1n])
    expect([above, accepts(above)]).toEqual([above, [false, false]]);
});
