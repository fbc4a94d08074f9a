import { describe, expect, it } from 'vitest';
import { ipRangeContains, isIpAddress, isIpRange } from './ip-address.ts';

/** Text that one reader accepts as an address and another does not would be a hole in a rule about addresses. */
describe('an address', () => {
  it.each([
    '0.0.0.0',
    '255.255.255.255',
    '10.0.0.1',
    '::',
    '::1',
    '1::',
    '2001:db8::1',
    '1:2:3:4:5:6:7:8',
    '1:2:3:4:5:6:7::',
    '::2:3:4:5:6:7:8',
    'ABCD:ef01::',
    '::ffff:10.0.0.1',
    '1:2:3:4:5:6:10.0.0.1',
  ])('%s is one', (text) => {
    expect(isIpAddress(text)).toBe(true);
    expect(isIpRange(text)).toBe(true);
  });

  it.each([
    '',
    '10.0.0',
    '10.0.0.1.2',
    '10.0.0.256',
    '10.0.0.999',
    '10.0.0.01',
    '10.0.0.1a',
    'a10.0.0.1',
    '10.0.0.',
    '10.0.0.-1',
    '10.0.0.0x1',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4::5:6:7:8',
    '1::2::3',
    '1::2:3:4:5:6:7:8::9',
    ':::',
    ':1',
    '1:',
    '12345::',
    '::12345',
    'g::',
    '::g',
    '::xff',
    '::ffg',
    '::ffff:10.0.0',
    '::ffff:10.0.0.256',
    '10.0.0.1:80',
    '1:2:3:4:5:6:7:10.0.0.1',
    '10.0.0.1/32',
  ])('%j is none', (text) => {
    expect(isIpAddress(text)).toBe(false);
  });
});

describe('a range', () => {
  it.each(['10.0.0.0/0', '10.0.0.0/32', '2001:db8::/0', '::1/128', '10.0.0.0/08'])('%s is one', (text) => {
    expect(isIpRange(text)).toBe(true);
  });

  it.each([
    '10.0.0.0/33',
    '::1/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/x8',
    '10.0.0.0/8x',
    '10.0.0.0/-1',
    '/8',
    'x/8',
  ])('%s is none, and holds no address', (text) => {
    expect(isIpRange(text)).toBe(false);
    expect(ipRangeContains(text, '10.0.0.1')).toBe(false);
  });

  it.each([
    ['10.0.0.0/8', '10.255.255.255', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.0.0.0/0', '255.255.255.255', true],
    ['10.0.0.1', '10.0.0.1', true],
    ['10.0.0.1', '10.0.0.2', false],
    ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8', true],
    ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:9', false],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0', true],
    ['::2:3:4:5:6:7:8', '0:2:3:4:5:6:7:8', true],
    ['1:2:3:4:5:6:10.0.0.1', '1:2:3:4:5:6:a00:1', true],
    // The same bits in the other address family are a different address.
    ['::/0', '10.0.0.1', false],
    ['::a00:1', '10.0.0.1', false],
    ['10.0.0.1', '::a00:1', false],
    ['10.0.0.0/8', 'somewhere', false],
    ['10.0.0.0/0', '10.0.0', false],
  ])('%s holds %s: %s', (range, address, expected) => {
    expect(ipRangeContains(range, address)).toBe(expected);
  });
});
