import { sha256Hex } from '@agent-home/protocol';
import { expect, test } from 'vitest';
import { mediaSchema } from './media.ts';

const content = new TextEncoder().encode('a file');
const file = {
  media_type: 'image/png',
  sha256: sha256Hex(content),
  bytes: content.length,
  name: 'a.png',
  data: Buffer.from(content).toString('base64'),
};

test('accepts a file only with the hash and the length of its bytes', () => {
  expect(mediaSchema.safeParse(file).success).toBe(true);
  const forged = [
    { data: Buffer.from('other!').toString('base64') },
    { data: 'not base64 %' },
    { data: '' },
    { bytes: 7 },
    { sha256: '0'.repeat(64) },
  ];
  for (const change of forged) expect(mediaSchema.safeParse({ ...file, ...change }).success).toBe(false);
});
