import { expect, it } from 'vitest';
import { derInteger, derObjectIdentifier, derUtcTime, derValue } from './der.ts';

// Expected bytes from the examples of ITU-T X.690 and from certificates in use.
it.each([
  ['a short length', derValue(0x04, Buffer.alloc(3, 1)), '0403010101'],
  ['a length of 128', derValue(0x04, Buffer.alloc(128)).subarray(0, 3), '048180'],
  ['a length of 256', derValue(0x04, Buffer.alloc(256)).subarray(0, 4), '04820100'],
  ['a length of 65536', derValue(0x04, Buffer.alloc(65_536)).subarray(0, 5), '0483010000'],
  ['zero', derInteger(Buffer.from([0, 0])), '020100'],
  ['a number with its high bit set', derInteger(Buffer.from([0x80])), '02020080'],
  ['a number with leading zeros', derInteger(Buffer.from([0, 0, 0x7f])), '02017f'],
  ['sha256WithRSAEncryption', derObjectIdentifier('1.2.840.113549.1.1.11'), '06092a864886f70d01010b'],
  ['commonName', derObjectIdentifier('2.5.4.3'), '0603550403'],
  ['a time', derUtcTime(new Date('2049-12-31T00:00:00Z')), '170d3439313233313030303030305a'],
])('encodes %s', (_what, encoded, hex) => {
  expect(Buffer.from(encoded).toString('hex')).toBe(hex);
});
