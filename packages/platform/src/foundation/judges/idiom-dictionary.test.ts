import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type IdiomFileCode,
  IdiomFileError,
  loadIdioms,
  ownIdiomsFile,
  parseIdioms,
} from './idiom-dictionary.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idioms-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function getCode(bytes: string | Uint8Array): Promise<IdiomFileCode | undefined> {
  const file = join(folder, 'list.txt');
  await writeFile(file, bytes);
  return loadIdioms(file).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof IdiomFileError) return error.code;
      throw error;
    },
  );
}

describe('the dictionary of idioms', () => {
  it('knows what its file lists, one a line, without comments', () => {
    const dictionary = parseIdioms('# 成语\r\n一马当先\r\n\r\n  先见之明 \n青出于蓝，而胜于蓝\n');
    expect(['一马当先', '先见之明', '青出于蓝，而胜于蓝'].every(dictionary.has)).toBe(true);
    expect(['# 成语', '', '一马', '明目张胆'].some(dictionary.has)).toBe(false);
    expect(dictionary.has(' 一马当先\n')).toBe(true);
  });

  it('says which line of its file is no idiom', () => {
    for (const bad of ['one horse', '一马 当先', '一', '，一马当先', '一'.repeat(21)]) {
      try {
        parseIdioms(`一马当先\n${bad}\n`);
        expect.unreachable(bad);
      } catch (error) {
        expect(error).toMatchObject({ code: 'bad_line', line: 2 });
      }
    }
  });

  it('refuses a file that is too large, empty or no text', async () => {
    expect(await getCode('一马当先\n')).toBeUndefined();
    expect(await getCode('# nothing\n')).toBe('empty');
    expect(await getCode(Uint8Array.of(0xe4, 0xb8))).toBe('not_utf8');
    expect(await getCode(new Uint8Array(4 * 1024 * 1024 + 1).fill(0x0a))).toBe('too_large');
  });

  it('comes with a sorted list of idioms of four characters, none twice', async () => {
    const text = await readFile(ownIdiomsFile, 'utf8');
    const idioms = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(idioms.length).toBeGreaterThanOrEqual(200);
    expect(idioms.filter((idiom) => !/^\p{Script=Han}{4}$/u.test(idiom))).toEqual([]);
    expect(idioms).toEqual([...new Set(idioms)].sort());
    expect((await loadIdioms()).has('一马当先')).toBe(true);
  });

  it('has chains to play in its own list', async () => {
    const text = await readFile(ownIdiomsFile, 'utf8');
    const idioms = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const starts = new Set(idioms.map((idiom) => idiom[0]));
    expect(idioms.filter((idiom) => starts.has(idiom[3])).length).toBeGreaterThan(idioms.length / 4);
  });
});
