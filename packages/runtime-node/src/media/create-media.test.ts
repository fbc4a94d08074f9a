import { expect, test } from 'vitest';
import { ToolFailure } from '../outcomes/tool-failure.ts';
import { createMedia, largestMedia } from './create-media.ts';

const png = (width: number, height: number) => {
  const bytes = Buffer.alloc(33);
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};
const gif = Buffer.from('GIF89a\x05\0\x07\0\0\0\0', 'latin1');
const webp = (kind: string, rest: readonly number[]) =>
  Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBP${kind}\0\0\0\0`, 'latin1'), Buffer.from(rest)]);
/** Two tables, a fill byte and a frame. */
const jpeg = Buffer.from([
  ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc4, 0, 3, 9, 0xff],
  ...[0xff, 0xc2, 0, 11, 8, 0, 7, 0, 5, 1, 1, 0x11, 0],
]);

const codeOf = (content: Buffer) => {
  try {
    return createMedia('a', content) && 'sound';
  } catch (error) {
    if (error instanceof ToolFailure) return error.code;
    throw error;
  }
};

test('type and size of a file are those of its bytes', () => {
  const size = { width: 5, height: 7 };
  const files = [
    [png(5, 7), { media_type: 'image/png', ...size }],
    [gif, { media_type: 'image/gif', ...size }],
    [jpeg, { media_type: 'image/jpeg', ...size }],
    [webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 5, 0, 7, 0]), { media_type: 'image/webp', ...size }],
    [webp('VP8L', [0x2f, 4, 0x80, 1, 0]), { media_type: 'image/webp', ...size }],
    [webp('VP8X', [0, 0, 0, 0, 4, 0, 0, 6, 0, 0]), { media_type: 'image/webp', ...size }],
    [Buffer.from('%PDF-1.7\n'), { media_type: 'application/pdf' }],
  ] as const;
  for (const [content, expected] of files) {
    const { name, sha256, data, bytes, ...found } = createMedia('a', content);
    expect([found, bytes, Buffer.from(data, 'base64')]).toEqual([expected, content.length, content]);
    expect([name, sha256]).toEqual(['a', expect.stringMatching(/^[0-9a-f]{64}$/)]);
  }
});

test('a file that no model could read is refused', () => {
  for (const content of [
    Buffer.from('text'),
    Buffer.from(''),
    Buffer.from('RIFF0000WAVE'),
    Buffer.from('<svg/>'),
  ])
    expect(codeOf(content)).toBe('media_invalid');
  for (const content of [png(0, 7), png(5, 7).subarray(0, 20), gif.subarray(0, 7), jpeg.subarray(0, 20)])
    expect(codeOf(content)).toBe('media_invalid');
  expect(codeOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0]))).toBe('media_invalid');
  expect([codeOf(png(8_000, 8_000)), codeOf(png(8_001, 1)), codeOf(png(0xffff_ffff, 1))]).toEqual([
    'sound',
    'too_large',
    'too_large',
  ]);
  const pdf = Buffer.alloc(largestMedia + 1, '%PDF-1.7\n');
  expect([codeOf(pdf.subarray(0, largestMedia)), codeOf(pdf)]).toEqual(['sound', 'too_large']);
});
