import { execFile, spawnSync } from 'node:child_process';
import { appendFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { emptyLog, type LogHead, sealRecord } from '@agent-home/agent-runtime/run-log';
import { asJson } from '@agent-home/protocol';
import { build } from 'esbuild';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FileRunStore } from './file-run-store.ts';
import { WriterLock } from './writer-lock.ts';

async function openStore() {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const getLog = (runId: string) => join(folder, runId, 'log.jsonl');
  return { folder, store: new FileRunStore(folder), getLog };
}

/** Returns lines with the members that a list reads. */
function toLines(runId: string, drafts: { type: string; data: object }[], time = '2026-05-01T08:00:00.000Z') {
  let head: LogHead = emptyLog;
  return drafts.map(({ type, data }) => {
    const sealed = sealRecord(head, { runId, source: 's' }, time, { type, data: asJson(data) });
    head = sealed.head;
    return sealed.line;
  });
}
const start = (run_id: string, session_id = 'session-1') => ({
  type: 'run.started',
  data: { run_id, session_id, agent: 'careful' },
});
const end = (answer: string) => ({ type: 'run.ended', data: { status: 'answered', answer } });
const none = new Map<string, string>();

describe('the log of a run on the disk', () => {
  test('the next writer cuts a torn last line', async () => {
    const { store, getLog } = await openStore();
    const writer = await store.create('run_torn');
    await writer.append(['{"one":1}', '{"two":2}'], none);
    await writer.close();
    expect(writer.tornBytes).toBe(0);
    await appendFile(getLog('run_torn'), '{"three":"世').then(() => truncate(getLog('run_torn'), 33));
    expect(await store.read('run_torn')).toMatchObject({ lines: ['{"one":1}', '{"two":2}'], tornBytes: 13 });
    const next = await store.lock('run_torn');
    expect(next.tornBytes).toBe(13);
    await next.append(['{"three":3}'], none);
    await next.close();
    expect(await readFile(getLog('run_torn'), 'utf8')).toBe('{"one":1}\n{"two":2}\n{"three":3}\n');
  });

  test('removes a partial line after a full disk', async () => {
    const { folder } = await openStore();
    // A file size limit simulates a full disk: a write beyond it stops in the middle.
    const program = `
      import { FileRunStore } from ${JSON.stringify(new URL('file-run-store.ts', import.meta.url).href)};
      process.on('SIGXFSZ', () => {});
      const writer = await new FileRunStore(${JSON.stringify(folder)}).create('run_full');
      await writer.append(['one'], new Map());
      const code = await writer.append(['x'.repeat(6000)], new Map()).then(() => 'written', (error) => error.code);
      await writer.append(['two'], new Map());
      await writer.close();
      console.log(code);
    `;
    const file = join(folder, 'full.mts');
    await writeFile(file, program);
    const script = `ulimit -f 4; exec "${process.execPath}" --import tsx "${file}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8', cwd: process.cwd() });
    expect([stdout.trim(), stderr]).toEqual(['EFBIG', '']);
    expect(await new FileRunStore(folder).read('run_full')).toMatchObject({
      lines: ['one', 'two'],
      tornBytes: 0,
    });
  });

  test('finds attachments only under their sha256', async () => {
    const { store } = await openStore();
    const writer = await store.create('run_values');
    const sha256 = 'a'.repeat(64);
    await writer.append(['{}'], new Map([[sha256, 'the value']]));
    await writer.append(['{}'], new Map([[sha256, 'the value']]));
    await writer.sync();
    await writer.close();
    const { value } = await store.read('run_values');
    expect([value(sha256), value('b'.repeat(64)), value('../log.jsonl'), value('')]).toEqual([
      'the value',
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('no run id leads out of the folder of runs', async () => {
    const { store } = await openStore();
    for (const id of [
      '../escape',
      'run/../../x',
      '',
      'a',
      'RUN_UPPER',
      '.hidden_run',
      'run_x\0',
      'x'.repeat(200),
    ]) {
      for (const act of [
        () => store.create(id),
        () => store.lock(id),
        () => store.read(id),
        () => store.request(id, { kind: 'cancel', reason: '' }),
      ])
        await expect(act()).rejects.toMatchObject({ code: 'invalid_run_id' });
    }
    await expect(store.read('run_nowhere')).rejects.toMatchObject({ code: 'no_such_run' });
    await expect(store.lock('run_nowhere')).rejects.toMatchObject({ code: 'no_such_run' });
  });
});

describe('the writer of a run', () => {
  test('a run has one writer, and its next one when that has closed it', async () => {
    const { store } = await openStore();
    const writer = await store.create('run_locked');
    await expect(store.create('run_locked')).rejects.toMatchObject({ code: 'run_exists' });
    await expect(store.lock('run_locked')).rejects.toMatchObject({ code: 'run_is_written' });
    await writer.close();
    await (await store.lock('run_locked')).close();
    await (await store.lock('run_locked')).close();
  });

  test('one of many processes takes over a dead lock', async () => {
    const { folder } = await openStore();
    const program = join(folder, 'taker.mjs');
    await build({
      stdin: {
        contents: `
          import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
          import { WriterLock } from './writer-lock.ts';
          const [path, held] = process.argv.slice(2);
          let got = 0;
          for (let time = 0; time < 300; time++) {
            let lock;
            try { lock = WriterLock.take(path, 'run_x'); } catch (error) {
              if (error.code !== 'run_is_written') throw error;
              continue;
            }
            got++;
            // Two who hold it at once would meet here.
            closeSync(openSync(held, 'wx'));
            rmSync(held);
            // As often as not as if it had died: its lock stays, and names nobody who lives.
            if (time % 2) lock.release();
            else writeFileSync(lock.path, '999999999 1 dead');
          }
          console.log(got);
        `,
        resolveDir: fileURLToPath(new URL('.', import.meta.url)),
      },
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
    });
    const takers = Array.from({ length: 4 }, () =>
      promisify(execFile)(process.execPath, [program, join(folder, 'lock'), join(folder, 'held')]),
    );
    const got = (await Promise.all(takers)).map(({ stdout }) => Number(stdout));
    expect(got.reduce((sum, times) => sum + times)).toBeGreaterThan(50);
    expect(WriterLock.holder(join(folder, 'lock'))).toBeUndefined();
    // The next writer removes what writers left that came too late.
    WriterLock.take(join(folder, 'lock'), 'run_x').release();
    expect((await readdir(folder)).filter((name) => name.startsWith('lock'))).toHaveLength(1);
  });

  test('delivers requests once, in order, and nothing else', async () => {
    const { folder, store } = await openStore();
    const writer = await store.create('run_asked');
    await store.request('run_asked', { kind: 'cancel', reason: 'one' });
    await writeFile(
      join(folder, 'run_asked', 'inbox', '0.json'),
      '{"kind":"cancel","reason":"half \\ud83d"}',
    );
    for (const [name, text] of [
      ['1.json', '{"kind":"explode"}'],
      ['2.json', 'nonsense'],
      ['.3', '{}'],
    ])
      await writeFile(join(folder, 'run_asked', 'inbox', name ?? ''), text ?? '');
    expect(await writer.consumeRequests()).toEqual([
      { kind: 'cancel', reason: 'half \ufffd' },
      { kind: 'cancel', reason: 'one' },
    ]);
    expect(await writer.consumeRequests()).toEqual([]);
    await writer.close();
  });
});

describe('a list of runs', () => {
  test('lists the end of every run and skips other files', async () => {
    const { folder, store } = await openStore();
    const written: [string, string[]][] = [
      ['run_short', toLines('run_short', [start('run_short'), end('yes')])],
      // Each character takes six characters in the log.
      [
        'run_long',
        toLines('run_long', [start('run_long'), end('\u0001'.repeat(32_000))], '2026-05-01T09:00:00.000Z'),
      ],
      ['run_open', toLines('run_open', [start('run_open', 'session-2')], '2026-05-01T10:00:00.000Z')],
    ];
    for (const [runId, lines] of written) {
      const writer = await store.create(runId);
      await writer.append(lines, none);
      await writer.close();
    }
    await appendFile(join(folder, 'run_short', 'log.jsonl'), '{"torn');
    await (await store.create('run_empty')).close();
    await writeFile(join(folder, 'a-file'), '');
    const runs = await store.list();
    expect(runs.map(({ runId, status }) => [runId, status])).toEqual([
      ['run_open', 'open'],
      ['run_long', 'answered'],
      ['run_short', 'open'],
    ]);
    expect((await store.list({ sessionId: 'session-2' })).map(({ runId }) => runId)).toEqual(['run_open']);
    expect(await store.list({ agent: 'other' })).toEqual([]);
    expect(await new FileRunStore(join(folder, 'nowhere')).list()).toEqual([]);
  });

  test('lists many runs completely', async () => {
    const { folder, store } = await openStore();
    for (let index = 0; index < 150; index++) {
      const writer = await store.create(`run_many_${index}`);
      await writer.append(toLines(`run_many_${index}`, [start(`run_many_${index}`)]), none);
      await writer.close();
    }
    expect(await store.list()).toHaveLength(150);
    expect(await readdir(folder)).toHaveLength(150);
  });
});
