import { expect, test } from 'vitest';
import { connect, type RootSet, visit } from '../index.ts';

const keys = [{ key_id: `ed25519-${'0'.repeat(32)}`, public_key: Buffer.alloc(32, 7).toString('base64url') }];
const whole = { kind: 'platform_root_set', version: 1, threshold: 1, keys, signatures: [] };

test('a client without a valid root set does not connect', async () => {
  const table: [unknown, string, RegExp][] = [
    [undefined, 'missing_root_set', /^rootSet: /],
    [null, 'missing_root_set', /keys\/root\.json/],
    [{}, 'missing_root_set', /^rootSet: /],
    ['root.json', 'missing_root_set', /^rootSet: /],
    [{ ...whole, keys: [] }, 'missing_root_set', /^rootSet: /],
    [{ ...whole, keys: 'all' }, 'invalid_root_set', /^rootSet\.keys: /],
    [{ ...whole, version: 0 }, 'invalid_root_set', /^rootSet\.version: /],
    [
      { ...whole, keys: [{ ...keys[0], public_key: 'short' }] },
      'invalid_root_set',
      /^rootSet\.keys\.0\.public_key: /,
    ],
  ];
  for (const [given, code, message] of table) {
    const options = { url: 'http://127.0.0.1:9', rootSet: given as RootSet };
    const refusal = { code, message: expect.stringMatching(message) };
    await expect(connect({ ...options, secretKey: new Uint8Array(32) })).rejects.toMatchObject(refusal);
    expect(() => visit(options), code).toThrow(expect.objectContaining(refusal));
  }
});
