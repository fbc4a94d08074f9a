import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endOfRows } from './backup-format.ts';
import { SectionReader } from './section-reader.ts';

/** Yields the bytes in pieces of these sizes. */
async function* inPieces(bytes: Buffer, sizes: number[]): AsyncGenerator<Buffer> {
  for (let at = 0, index = 0; at < bytes.length; index++) {
    const size = sizes[index % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function toRows(reader: SectionReader): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of reader.rows()) {
    expect(piece.at(-1)).toBe(10);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

describe('the rows of a backup', () => {
  const row = fc
    .string({ unit: fc.constantFrom('a', '\\', '.', 'ü', '\t', 'N') })
    .filter((text) => text !== '\\.');
  const table = fc.record({
    name: fc.stringMatching(/^[a-z]{1,8}$/),
    rows: fc.array(row, { maxLength: 20 }),
  });

  test('come out as they were put in, wherever the file is cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(table, { maxLength: 4 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        async (tables, sizes) => {
          const text = (rows: string[]) => rows.map((each) => `${each}\n`).join('');
          const file = tables.map(({ name, rows }) => `${name}\n${text(rows)}${endOfRows}`).join('');
          const reader = new SectionReader(inPieces(Buffer.from(`${file}end\n`), sizes));
          for (const { name, rows } of tables) {
            expect(await reader.line()).toBe(name);
            expect(await toRows(reader)).toBe(text(rows));
          }
          expect(await reader.line()).toBe('end');
          expect(await reader.line()).toBeUndefined();
        },
      ),
    );
  });

  test('without the line that ends them are refused', async () => {
    for (const cut of ['one\ntwo\n', 'one\ntw', 'one\n\\.', 'one\n\\']) {
      const reader = new SectionReader(inPieces(Buffer.from(cut), [3]));
      await expect(toRows(reader)).rejects.toMatchObject({ code: 'damaged' });
    }
  });
});
