import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { describeMemoryStore } from '../contract/index.ts';
import { toEntry } from '../contract/memory-entries.ts';
import { FileMemoryStore } from './file-memory-store.ts';
import { findSqlite, type Sqlite } from './sqlite.ts';
import { memoryFileName, SqliteMemoryStore } from './sqlite-memory-store.ts';

const { signal } = new AbortController();
const key = () => Buffer.alloc(32, 7);
const scope = { agent: 'ada', session: 'session-1', limit: 5, signal };

async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-sqlite-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const moduleUrl = (path: string) => new URL(path, import.meta.url).href;

const found = findSqlite();

/** Returns `node:sqlite`, which Node has since 22.13. */
function getSqlite(): Sqlite {
  if (!found) throw new Error('this Node has no node:sqlite: run these tests with Node 22.13 or later');
  return found;
}

function openStore(folder: string): SqliteMemoryStore {
  const store = new SqliteMemoryStore(folder, { sqlite: getSqlite(), key });
  onTestFinished(() => store.close());
  return store;
}

describe('with node:sqlite', () => {
  describeMemoryStore('SqliteMemoryStore', async () => {
    const folder = await scratchFolder();
    const stores: SqliteMemoryStore[] = [];
    const create = (most?: number) => {
      const limit = most === undefined ? {} : { most };
      const store = new SqliteMemoryStore(folder, { sqlite: getSqlite(), key, ...limit });
      stores.push(store);
      return store;
    };
    return {
      store: create(),
      other: create(),
      small: create,
      damage: async (_, id) => {
        const database = new (getSqlite().DatabaseSync)(join(folder, memoryFileName));
        database.prepare('UPDATE entries SET entry = ? WHERE id = ?').run('{"id":', id);
        database.close();
      },
      close: async () => {
        for (const store of stores) await store.close();
      },
    };
  });

  test('the default memory finds texts in both languages', async () => {
    const store = openStore(await scratchFolder());
    await store.memorize(toEntry('窗户是红色的，门是蓝色的。'), { signal });
    await store.memorize(toEntry('The Window is red OR blue.'), { signal });
    const recall = async (query: string) => (await store.recall(query, scope)).map(({ text }) => text);
    expect(await recall('红色')).toEqual(['窗户是红色的，门是蓝色的。']);
    expect(await recall('window "or* NEAR(')).toEqual(['The Window is red OR blue.']);
    expect(await recall(Array.from({ length: 2_000 }, (_, number) => `w${number}`).join(' '))).toEqual([]);
  });

  test('the default memory reads the entries of the former backend once', async () => {
    const folder = await scratchFolder();
    const files = new FileMemoryStore(folder);
    const [stays, goes] = [toEntry('blue one'), toEntry('blue two')];
    for (const entry of [stays, goes]) await files.memorize(entry, { signal });
    await symlink('/etc/passwd', join(files.getFolder('ada'), `${'e'.repeat(64)}.json`));
    const store = openStore(folder);
    expect((await store.list('ada')).map(({ text }) => text).sort()).toEqual(['blue one', 'blue two']);
    expect(await store.forget('ada', goes.id)).toBe(true);
    expect(await files.list('ada')).toEqual([stays]);
    await files.memorize(toEntry('blue three'), { signal });
    await store.close();
    expect(await openStore(folder).list('ada')).toEqual([stays]);
    expect(statSync(join(folder, memoryFileName)).mode & 0o777).toBe(0o600);
  });

  test('a damaged, foreign or linked memory file is refused with a code', async () => {
    const code = async (prepare: (path: string) => Promise<unknown>) => {
      const folder = await scratchFolder();
      await prepare(join(folder, memoryFileName));
      return openStore(folder)
        .recall('blue', scope)
        .catch((error: { code: string }) => error.code);
    };
    expect(await code((path) => writeFile(path, 'x'.repeat(8_192)))).toBe('memory_file_corrupted');
    const createForeign = async (path: string) => {
      const database = new (getSqlite().DatabaseSync)(path);
      database.exec('CREATE TABLE accounts (name TEXT)');
      database.close();
    };
    expect(await code(createForeign)).toBe('memory_file_foreign');
    expect(await code((path) => symlink('/etc/passwd', path))).toBe('memory_file_unusable');
  });

  test('processes that open the default memory at once lose nothing', async () => {
    const folder = await scratchFolder();
    const program = `
      const { SqliteMemoryStore } = await import(${JSON.stringify(moduleUrl('./sqlite-memory-store.ts'))});
      const { findSqlite } = await import(${JSON.stringify(moduleUrl('./sqlite.ts'))});
      const { toEntry } = await import(${JSON.stringify(moduleUrl('../contract/memory-entries.ts'))});
      const [, folder, name] = process.argv;
      const store = new SqliteMemoryStore(folder, { sqlite: findSqlite(), key: () => Buffer.alloc(32, 7) });
      const { signal } = new AbortController();
      for (let number = 0; number < 10; number++) await store.memorize(toEntry(name + ' blue ' + number), { signal });
      await store.close();`;
    const arguments_ = ['--import', 'tsx', '--input-type=module', '-e', program, folder];
    const run = promisify(execFile);
    const names = ['one', 'two', 'three', 'four'];
    const outputs = await Promise.all(names.map((name) => run(process.execPath, [...arguments_, name])));
    // Node's warning that the module is experimental is not printed.
    expect(outputs.map(({ stderr }) => stderr)).toEqual(['', '', '', '']);
    expect(await openStore(folder).list('ada')).toHaveLength(40);
  });

  test('an entry that another machine wrote is not shown', async () => {
    const folder = await scratchFolder();
    const foreign = new SqliteMemoryStore(folder, { sqlite: getSqlite(), key: () => Buffer.alloc(32, 8) });
    await foreign.memorize(toEntry('blue'), { signal });
    await foreign.close();
    expect(await openStore(folder).list('ada')).toEqual([]);
  });

  test('a removed text is in no file of the memory', async () => {
    const folder = await scratchFolder();
    const store = openStore(folder);
    const entry = toEntry('canary-of-a-secret');
    await store.memorize(entry, { signal });
    await store.forget('ada', entry.id);
    const word = Buffer.from('secret').toString('hex');
    for (const name of ['', '-wal', '-shm'].map((end) => join(folder, `${memoryFileName}${end}`))) {
      if (!existsSync(name)) continue;
      const text = (await readFile(name)).toString('latin1');
      expect([text.includes('canary'), text.includes(word)]).toEqual([false, false]);
    }
  });
});
