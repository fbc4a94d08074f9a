import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { CertifiedHome } from '../testing/certified-home.ts';
import { until } from '../testing/until.ts';
import { loadTrustFile, saveTrustFile } from './trust-file.ts';
import { TrustMemory, type TrustSnapshot } from './trust-memory.ts';
import { TrustSaver } from './trust-saver.ts';

const sha = (digit: string) => digit.repeat(64);
const snapshot: TrustSnapshot = {
  agentId: 'ada',
  rootSet: new CertifiedHome().rootSet,
  seen: [
    ['agents/all/bo.json', { version: 3, sha256: sha('a') }],
    ['platform/keys.json', { version: 9, sha256: sha('b') }],
  ],
  ledgers: [['t1', { sequence: 12, hash: sha('c') }]],
};

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sdk-trust-'));
  file = join(directory, 'state', 'trust.json');
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
});

describe('the trust file', () => {
  test('brings back what was saved, and is its owner’s alone', async () => {
    await saveTrustFile(file, snapshot);
    expect(await loadTrustFile(file)).toEqual(snapshot);
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect(await readdir(join(directory, 'state'))).toEqual(['trust.json']);
  });

  test('is saved repeatedly in private folders', async () => {
    const deep = join(directory, 'a', 'b', 'trust.json');
    await saveTrustFile(deep, snapshot);
    await saveTrustFile(deep, { ...snapshot, agentId: 'bo' });
    expect((await loadTrustFile(deep))?.agentId).toBe('bo');
    expect((await stat(join(directory, 'a', 'b'))).mode & 0o077).toBe(0);
  });

  test('that is not there is a first start', async () => {
    expect(await loadTrustFile(file)).toBeUndefined();
  });

  test('a torn file is an error with a remedy, never a reset', async () => {
    await saveTrustFile(file, snapshot);
    const whole = await readFile(file);
    for (let length = 0; length < whole.length - 1; length += 7) {
      await writeFile(file, whole.subarray(0, length));
      const failure = await loadTrustFile(file).catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: 'TrustStoreError', code: 'corrupt', file });
      expect((failure as Error).cause).toBeInstanceOf(SyntaxError);
      expect((failure as Error).message).toContain('or delete it');
    }
  });

  test('with any byte changed is not believed', async () => {
    await saveTrustFile(file, snapshot);
    const whole = await readFile(file);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 2), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const changed = Buffer.from(whole);
        changed[at] = (changed[at] ?? 0) ^ by;
        await writeFile(file, changed);
        const loaded = await loadTrustFile(file).catch((error: { code: string }) => error.code);
        expect(['corrupt', 'unsupported_format']).toContain(loaded);
      }),
      { numRuns: 150 },
    );
  });

  test.each([
    ['a list', []],
    ['nothing', null],
    ['a number', 7],
    ['no content', { format: 1, sha256: sha('a') }],
    ['content that is null', { format: 1, sha256: sha('a'), content: null }],
    ['content that is a text', { format: 1, sha256: sha('a'), content: 'x' }],
    ['content that has no canonical form', { format: 1, sha256: sha('a'), content: { name: '\ud800' } }],
    [
      'a key that has no canonical form, among what would be read',
      {
        format: 1,
        sha256: sha('a'),
        content: { seen: [['\ud800', { version: 1, sha256: sha('a') }]], ledgers: [] },
      },
    ],
    ['a format that is a text', { format: '1', sha256: sha('a'), content: {} }],
  ])('that holds %s is damaged', async (_, value) => {
    await saveTrustFile(file, snapshot);
    await writeFile(file, JSON.stringify(value));
    await expect(loadTrustFile(file)).rejects.toMatchObject({ code: 'corrupt' });
  });

  test('that is there and cannot be read is no first start', async () => {
    await mkdir(file, { recursive: true });
    await expect(loadTrustFile(file)).rejects.toMatchObject({
      code: 'unreadable',
      cause: { code: 'EISDIR' },
    });
  });

  test('distinguishes a later format from damage', async () => {
    await saveTrustFile(file, snapshot);
    const stored = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...stored, format: 2 }));
    await expect(loadTrustFile(file)).rejects.toMatchObject({ code: 'unsupported_format' });
  });

  test('that cannot be written says so and leaves the old one', async () => {
    await saveTrustFile(file, snapshot);
    await rm(join(directory, 'state', 'trust.json'));
    await writeFile(join(directory, 'blocked'), '');
    await expect(saveTrustFile(join(directory, 'blocked', 'trust.json'), snapshot)).rejects.toMatchObject({
      code: 'unwritable',
      cause: { code: 'EEXIST' },
    });
    await chmod(join(directory, 'blocked'), 0o600);
  });
});

describe('the saver', () => {
  const quiet = () => {};

  test('writes many changes behind the reads and all of them by a flush', async () => {
    const saver = new TrustSaver(file, quiet);
    const memory = new TrustMemory(undefined, saver.changed);
    saver.watch(memory);
    for (let version = 1; version <= 100; version++) {
      memory.remember('agents/all/bo.json', { version, sha256: sha('a') });
    }
    await saver.flush();
    const loaded = new TrustMemory(await loadTrustFile(file));
    expect(loaded.seen('agents/all/bo.json')).toEqual({ version: 100, sha256: sha('a') });
  });

  test('writes by itself a moment after a change', async () => {
    const saver = new TrustSaver(file, quiet);
    const memory = new TrustMemory(undefined, saver.changed);
    saver.watch(memory);
    memory.rememberAgent('ada');
    await until(async () => (await loadTrustFile(file))?.agentId).toBe('ada');
  });

  test('that could not write tries again, and says so', async () => {
    await writeFile(join(directory, 'state'), '');
    const lines: string[] = [];
    const saver = new TrustSaver(file, (level, message) => lines.push(`${level} ${message}`));
    const memory = new TrustMemory(undefined, saver.changed);
    saver.watch(memory);
    memory.rememberAgent('ada');
    await until(() => lines[0]).toMatch(/^error the trust memory could not be written/);
    await rm(join(directory, 'state'));
    await until(async () => (await loadTrustFile(file))?.agentId).toBe('ada');
  });

  test('that could not write keeps what there was to write for the next time', async () => {
    await writeFile(join(directory, 'state'), '');
    const saver = new TrustSaver(file, quiet);
    const memory = new TrustMemory(undefined, saver.changed);
    saver.watch(memory);
    memory.rememberAgent('ada');
    await expect(saver.flush()).rejects.toMatchObject({ code: 'unwritable' });
    await rm(join(directory, 'state'));
    await saver.flush();
    expect((await loadTrustFile(file))?.agentId).toBe('ada');
  });

  test('writes nothing where nothing has changed', async () => {
    const saver = new TrustSaver(file, quiet);
    const memory = new TrustMemory(snapshot, saver.changed);
    saver.watch(memory);
    await saver.flush();
    expect(await loadTrustFile(file)).toBeUndefined();
    memory.rememberLedgerHead('t1', { sequence: 13, hash: sha('d') });
    await saver.flush();
    await rm(file);
    await saver.flush();
    expect(await loadTrustFile(file)).toBeUndefined();
  });

  test('without a file keeps nothing and fails nothing', async () => {
    const saver = new TrustSaver(undefined, quiet);
    const memory = new TrustMemory(undefined, saver.changed);
    saver.watch(memory);
    memory.rememberAgent('ada');
    await saver.flush();
    expect(await readdir(directory)).toEqual([]);
  });
});
