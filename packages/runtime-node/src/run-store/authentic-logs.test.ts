import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FileRunStore } from './file-run-store.ts';

const runId = 'run_ours';
const none = new Map<string, string>();
const refused = expect.objectContaining({ code: 'log_not_authentic' });
/** Appends of one line and of several. */
const appends = [['{"one":1}'], ['{"two":2}', '{"three":"世"}', '{"four":4}'], ['{"five":5}']];

async function openPlace() {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const ours = randomBytes(32);
  const store = new FileRunStore(join(folder, 'runs'), { key: () => ours });
  const files = {
    log: join(folder, 'runs', runId, 'log.jsonl'),
    macs: join(folder, 'runs', runId, 'log.mac'),
  };
  return { folder, ours, store, ...files };
}

/** Writes a log; returns its bytes and MACs after each append. */
async function written(place: Awaited<ReturnType<typeof openPlace>>) {
  const writer = await place.store.create(runId);
  const states = [];
  for (const lines of [[], ...appends]) {
    if (lines.length > 0) await writer.append(lines, none);
    states.push({ log: await readFile(place.log), macs: await readFile(place.macs) });
  }
  await writer.sync();
  await writer.close();
  return states;
}

async function getCode(work: () => Promise<unknown>): Promise<unknown> {
  return work().then(
    () => 'done',
    (error: { code: unknown }) => error.code,
  );
}

describe('authentic logs', () => {
  test('a log is authentic under its own key alone', async () => {
    const place = await openPlace();
    await written(place);
    const { folder, ours, store } = place;
    expect((await store.read(runId)).isAuthentic()).toBe(true);
    const others = randomBytes(32);
    const stranger = new FileRunStore(join(folder, 'runs'), { key: () => others });
    expect((await stranger.read(runId)).isAuthentic()).toBe(false);
    cpSync(join(folder, 'runs', runId), join(folder, 'runs/run_copy'), { recursive: true });
    expect((await store.read('run_copy')).isAuthentic()).toBe(false);
    for (const lock of [() => stranger.lock(runId), () => store.lock('run_copy')])
      await expect(lock()).rejects.toEqual(refused);
    // A folder of runs is moved with its MACs.
    cpSync(join(folder, 'runs'), join(folder, 'moved'), { recursive: true });
    const moved = new FileRunStore(join(folder, 'moved'), { key: () => ours });
    expect((await moved.read(runId)).isAuthentic()).toBe(true);
  });

  test('a shipped log is readable and never continued', async () => {
    const place = await openPlace();
    const { folder, store } = place;
    const shipped = join(folder, 'runs/run_shipped');
    const lines = appends.flat();
    await mkdir(join(shipped, 'inbox'), { recursive: true, mode: 0o700 });
    await writeFile(join(shipped, 'log.jsonl'), `${lines.join('\n')}\n`);
    const macs = [undefined, Buffer.alloc(0), Buffer.alloc(31), randomBytes(32 * lines.length)];
    for (const bytes of macs) {
      if (bytes) await writeFile(join(shipped, 'log.mac'), bytes);
      const read = await store.read('run_shipped');
      expect([read.lines, read.isAuthentic()]).toEqual([lines, false]);
      expect(await getCode(() => store.lock('run_shipped'))).toBe('log_not_authentic');
      const request = () => store.request('run_shipped', { kind: 'cancel', reason: 'x' });
      expect(await getCode(request)).toBe('log_not_authentic');
    }
    await rm(join(shipped, 'log.mac'));
    await written(place);
    await symlink(place.macs, join(shipped, 'log.mac'));
    expect(await getCode(() => store.lock('run_shipped'))).toBe('log_not_authentic');
    expect(await readFile(join(shipped, 'log.jsonl'), 'utf8')).toBe(`${lines.join('\n')}\n`);
  });

  test('a run that was killed at any byte is resumable', async () => {
    const place = await openPlace();
    const states = await written(place);
    for (const [index, after] of states.entries()) {
      const before = states[index - 1];
      if (!before) continue;
      // MACs reach the disk first, then the lines.
      const moments = [
        ...Array.from({ length: after.macs.length - before.macs.length + 1 }, (_, bytes) => ({
          log: before.log,
          macs: after.macs.subarray(0, before.macs.length + bytes),
        })),
        ...Array.from({ length: after.log.length - before.log.length + 1 }, (_, bytes) => ({
          log: after.log.subarray(0, before.log.length + bytes),
          macs: after.macs,
        })),
      ];
      for (const { log, macs } of moments) {
        await Promise.all([writeFile(place.log, log), writeFile(place.macs, macs)]);
        const whole = log.toString('utf8').split('\n').slice(0, -1);
        const writer = await place.store.lock(runId);
        expect(writer.tornBytes).toBe(log.length - (log.lastIndexOf(0x0a) + 1));
        await writer.append(['{"resumed":true}'], none);
        await writer.close();
        const read = await place.store.read(runId);
        expect([read.lines, read.isAuthentic()]).toEqual([[...whole, '{"resumed":true}'], true]);
      }
    }
  });

  test('lines left without MACs are cut off', async () => {
    const place = await openPlace();
    const [, first, second] = await written(place);
    if (!first || !second) throw new Error('nothing was written');
    await writeFile(place.log, Buffer.concat([second.log, Buffer.from('{"torn')]));
    await writeFile(place.macs, first.macs.subarray(0, first.macs.length));
    expect((await place.store.read(runId)).isAuthentic()).toBe(false);
    const writer = await place.store.lock(runId);
    expect(writer.tornBytes).toBe(second.log.length - first.log.length + 6);
    await writer.close();
    const { lines, isAuthentic } = await place.store.read(runId);
    expect([lines, isAuthentic()]).toEqual([appends[0], true]);
  });

  test('a log with a changed byte cannot be locked', async () => {
    const place = await openPlace();
    const { log, macs } = (await written(place)).at(-1) ?? { log: Buffer.alloc(0), macs: Buffer.alloc(0) };
    const changed = (bytes: Buffer, at: number) => {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy;
    };
    for (let at = 0; at < log.length - 1; at++) {
      await writeFile(place.log, changed(log, at));
      expect([at, await getCode(() => place.store.lock(runId))]).toEqual([
        at,
        expect.stringMatching(/^log_/),
      ]);
      expect(await readFile(place.log)).toEqual(changed(log, at));
    }
    await writeFile(place.log, log);
    for (let at = macs.length - 32; at < macs.length; at++) {
      await writeFile(place.macs, changed(macs, at));
      expect(await getCode(() => place.store.lock(runId))).toBe('log_not_authentic');
    }
  });
});
