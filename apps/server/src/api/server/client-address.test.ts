import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { getAddress } from './client-address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::1', '0:0:0:0::/64'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0001:0002:3:4:5:6', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  // A proxy that hides addresses counts as the client itself.
  ['unknown', '127.0.0.1'],
  ['_hidden', '127.0.0.1'],
])('%s is counted as %s', (ip, expected) => {
  const request = { ip, raw: { socket: { remoteAddress: '127.0.0.1' } } };
  expect(getAddress(request as unknown as Pick<FastifyRequest, 'ip' | 'raw'>)).toBe(expected);
});
