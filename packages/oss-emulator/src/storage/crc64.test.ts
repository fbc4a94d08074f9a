import { expect, it } from 'vitest';
import { Crc64 } from './crc64.ts';

/** Computes the CRC bit by bit, from its definition. */
function slowly(bytes: Uint8Array): string {
  let crc = 0xffff_ffff_ffff_ffffn;
  for (const byte of bytes) {
    crc ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1n ? (crc >> 1n) ^ 0xc96c_5795_d787_0f42n : crc >> 1n;
  }
  return (crc ^ 0xffff_ffff_ffff_ffffn).toString();
}

it('counts the CRC-64 of OSS over pieces of any size', () => {
  // Published check value for CRC-64/XZ, which is ECMA-182 with its bits reversed.
  expect(BigInt(new Crc64().update(Buffer.from('123456789')).toString())).toBe(0x995d_c9bb_df19_39fan);
  expect(new Crc64().toString()).toBe('0');
  const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => (index * index * 31 + 7) & 255));
  for (const length of [0, 1, 7, 8, 9, 63, 64, 65, 1000]) {
    const part = bytes.subarray(0, length);
    expect(new Crc64().update(part).toString(), String(length)).toBe(slowly(part));
  }
  for (const cut of [0, 1, 3, 8, 17, 999]) {
    const crc = new Crc64().update(bytes.subarray(0, cut)).update(bytes.subarray(cut));
    expect(crc.toString(), String(cut)).toBe(slowly(bytes));
  }
});
