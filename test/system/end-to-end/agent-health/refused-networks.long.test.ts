import { expect, test } from 'vitest';
import { isPublicAddress } from '../../../../packages/platform/src/foundation/webhooks/public-addresses.ts';
import { isPublicAddress as isPublicForTools } from '../../../../packages/runtime-node/src/bindings/public-addresses.ts';

const words = (first: number) => `${first.toString(16)}::1`;

test('alerts and tools refuse the same networks', () => {
  const addresses = [
    ...Array.from({ length: 65_536 }, (_, index) => `${index >> 8}.${index & 255}.0.1`),
    ...Array.from({ length: 65_536 }, (_, index) => words(index)),
    ...['192.0.0.8', '192.0.1.1', '198.17.255.255', '::1', '::', '::ffff:10.0.0.1', '64:ff9b::a00:1'],
    ...['2001:1ff::1', '2001:200::1', '2001:db8::1', '2001:db9::1', '3fff:fff::1', '3fff:1000::1', 'x', ''],
  ];
  expect(addresses.filter((one) => isPublicAddress(one) !== isPublicForTools(one))).toEqual([]);
  expect(addresses.filter(isPublicAddress).length).toBeGreaterThan(10_000);
  for (const address of ['10.1.0.1', '127.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1', 'fd00::1', ''])
    expect(isPublicAddress(address), address).toBe(false);
});
