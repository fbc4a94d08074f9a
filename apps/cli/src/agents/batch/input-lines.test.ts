import { expect, test } from 'vitest';
import { inputLines } from './input-lines.ts';

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function toLines(text: string | Buffer, size: number, most = 8) {
  const lines: [string | undefined, number, boolean][] = [];
  for await (const { bytes, end, isWhole } of inputLines(inPieces(Buffer.from(text), size), most))
    lines.push([bytes?.toString('utf8'), end, isWhole]);
  return lines;
}

test.each([1, 2, 3, 7, 1_000])(
  'an input in pieces of %i bytes has the lines that it has whole',
  async (size) => {
    expect(await toLines('\uFEFFone\r\n\n12345678\r\n123456789\nlast', size)).toEqual([
      ['one', 8, true],
      ['', 9, true],
      ['12345678', 19, true],
      [undefined, 29, true],
      ['last', 33, false],
    ]);
    expect(await toLines('世\n\r\n', size)).toEqual([
      ['世', 4, true],
      ['', 6, true],
    ]);
    expect(await toLines('', size)).toEqual([]);
  },
);

test('an endless line is read within the size limit', async () => {
  const before = process.memoryUsage().arrayBuffers;
  const endless = async function* () {
    for (let piece = 0; piece < 10_000; piece += 1) yield Buffer.alloc(64 * 1024, 'x');
  };
  let most = 0;
  for await (const { bytes } of inputLines(
    (async function* () {
      for await (const piece of endless()) {
        most = Math.max(most, process.memoryUsage().arrayBuffers - before);
        yield piece;
      }
    })(),
  ))
    expect(bytes).toBeUndefined();
  expect(most).toBeLessThan(400 * 1024 * 1024);
});
