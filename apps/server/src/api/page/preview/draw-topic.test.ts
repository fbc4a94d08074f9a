import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { drawTopic, pictureSize } from './draw-topic.ts';

/** The parts of a PNG file, by their names. */
function collectChunks(png: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return chunks;
}

it('a preview picture depends on its topic’s participants alone', () => {
  const png = drawTopic(['ada', 'bo', 'cy'], 'bo');
  expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = collectChunks(png);
  expect([...chunks.keys()]).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND']);
  const header = chunks.get('IHDR') ?? Buffer.alloc(8);
  expect([header.readUInt32BE(0), header.readUInt32BE(4)]).toEqual([pictureSize.width, pictureSize.height]);
  const pixels = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  expect(pixels.length).toBe((pictureSize.width + 1) * pictureSize.height);
  expect(Math.max(...new Set(pixels))).toBeLessThan((chunks.get('PLTE')?.length ?? 0) / 3);
  expect(drawTopic(['ada', 'bo', 'cy'], 'bo').equals(png)).toBe(true);
  expect(drawTopic(['ada', 'bo', 'cy'], 'ada').equals(png)).toBe(false);
  expect(png.length).toBeLessThan(20_000);
});

it('draws zero and a hundred agents', () => {
  const many = Array.from({ length: 100 }, (_, index) => `agent-${index}`);
  for (const ids of [[], many]) expect(drawTopic(ids, many[99]).length).toBeGreaterThan(500);
});
